import APlusModel

/// The command that repeats given cases, or the whole run.
enum ReplayCommand {
  /// Returns the command as a shell reads it.
  ///
  /// - Parameters:
  ///   - scenarios: The ids of the cases, which run in sequence in one host, also after a failure;
  ///     empty for all.
  ///   - adapter: The adapter that performs the cases.
  ///   - seed: The seed of the run.
  ///   - context: The other options that affect the result of a case.
  /// - Returns: The command, quoted where a shell needs it.
  static func text(for scenarios: [String], adapter: AdapterResult, seed: UInt64, in context: ReportContext) -> String {
    if let id = scenarios.first, let origin = context.origins[id] {
      return ([context.program] + origin.replay).map(quoted).joined(separator: " ")
    }
    var words = [context.program, "--adapter", adapter.argument]
    if let specs = context.specsArgument { words += ["--specs", specs] }
    for scenario in scenarios { words += ["--filter", scenario] }
    // Cases that are performed several times are not isolated from each other.
    if scenarios.count > 1 { words += ["--jobs", "1", "--repeat", "2"] }
    words += ["--seed", String(seed)] + context.replayArguments
    if !scenarios.isEmpty { words.append("-v") }
    return words.map(quoted).joined(separator: " ")
  }

  /// The command that searches for violations with generated programs and shrinks what it finds.
  static func search(on adapter: AdapterResult, in context: ReportContext) -> String {
    [context.program, "fuzz", "--adapter", adapter.argument].map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
    return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ",", "/", ":", "=", "+", "@", "%": true
    default: false
    }
  }
}
