import APlusRunner

/// The one command that repeats a case, or all of them.
enum ReplayCommand {
  /// Gives the command as a shell takes it.
  ///
  /// - Parameters:
  ///   - scenario: The case; nil for all.
  ///   - adapter: The adapter.
  ///   - seed: The seed of the run.
  ///   - context: What else changes what a case shows.
  /// - Returns: The command, quoted where a shell needs it.
  static func text(
    for scenario: String?,
    adapter: AdapterResult,
    seed: UInt64,
    in context: ReportContext
  ) -> String {
    var words = ["aplus-check", "--adapter", adapter.argument]
    if let specs = context.specsArgument { words += ["--specs", specs] }
    if let scenario { words += ["--filter", scenario] }
    words += ["--seed", String(seed)] + context.replayArguments
    if scenario != nil { words.append("-v") }
    return words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
    return isPlain
      ? word
      : "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ",", "/", ":", "=", "+", "@", "%": true
    default: false
    }
  }
}
