import APlusJSON
package import APlusModel

/// The known failures of an adapter, each with a type and a reason.
///
///     # reads `then` before it looks at the type
///     2.3.4-b.*   assimilation   # documented, stays
///     2.2.6.1-e.* order|count?   # a race: seen in some runs, in either form
///
/// A gate holds in both directions: a failure that the baseline does not expect is new, and an
/// entry whose cases do not fail must be removed.
package struct Baseline: Sendable, Hashable {
  /// The name of the file beside an adapter's manifest.
  package static let fileName = "expected-failures.txt"
  /// The placeholder for a reason that is still to be written.
  package static let missingReason = "TODO"
  /// How many more lines with the same fault a message lists.
  private static let namedLines = 3
  package var file: String
  /// The lines before the first entry's own comment.
  var header: [String]
  package var entries: [ExpectedFailure]
  /// The comment lines above each entry, by its line.
  var comments: [Int: [String]]

  /// Creates a baseline without entries.
  package init(file: String) {
    self.file = file
    header = []
    entries = []
    comments = [:]
  }

  /// Reads a baseline.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - file: The path for messages.
  ///   - allowsMissingReasons: Whether `TODO` is accepted as a reason, as for an update.
  /// - Throws: All faults, one per line.
  package init(_ text: String, file: String, allowsMissingReasons: Bool = false) throws(BaselineError) {
    self.init(file: file)
    var faults: [(line: Int, message: String)] = []
    var above: [String] = []
    var isHeader = true
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = String(raw).trimmed
      if line.isEmpty {
        if isHeader, !above.isEmpty { header += above + [""] }
        above = []
      } else if line.hasPrefix("#") {
        above.append(line)
      } else {
        do throws(Fault) {
          let entry = try Self.entry(line, file, index + 1, allowsMissingReasons)
          if let twin = entries.first(where: { $0.pattern == entry.pattern }) {
            throw Fault(message: "\(entry.pattern) already has an entry on line \(twin.line)")
          }
          entries.append(entry)
          comments[entry.line] = above
        } catch { faults.append((index + 1, error.message)) }
        isHeader = false
        above = []
      }
    }
    if isHeader { header += above }
    guard faults.isEmpty else { throw BaselineError(description: Self.listing(faults, in: file)) }
  }

  /// One line per distinct fault, since every entry of a new file may lack its reason.
  private static func listing(_ faults: [(line: Int, message: String)], in file: String) -> String {
    let lines = Dictionary(grouping: faults, by: \.message).mapValues { $0.map(\.line) }
    return faults.compactMap { line, message in
      guard let all = lines[message], all.first == line else { return nil }
      let others = all.dropFirst()
      let rest = others.count - namedLines
      let named = others.prefix(namedLines).map(String.init).joined(separator: ", ")
      let also = others.isEmpty ? "" : "; also on line \(named)\(rest > 0 ? " and \(rest) more" : "")"
      return "\(file):\(line): \(message)\(also)"
    }.joined(separator: "\n")
  }

  private struct Fault: Error { let message: String }

  private static func entry(_ line: String, _ file: String, _ number: Int, _ allowsMissingReasons: Bool) throws(Fault)
    -> ExpectedFailure
  {
    let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 else { throw Fault(message: "expected an id or glob, a failure type, and # with a reason") }
    let (types, isInSomeRuns) = try Self.types(words[1])
    let reason = parts.count > 1 ? String(parts[1]).trimmed : ""
    if reason.isEmpty || reason == ExpectedFailure.documentedMark { throw Fault(message: "expected # and the reason") }
    if reason.hasPrefix(missingReason), !allowsMissingReasons {
      throw Fault(message: "write the reason instead of \(missingReason)")
    }
    let entry = ExpectedFailure(
      pattern: words[0], types: types, isInSomeRuns: isInSomeRuns, reason: reason, file: file, line: number)
    if entry.isGlob, types.contains(where: ExpectedFailure.exactTypes.contains) {
      throw Fault(message: "a crash or hang needs the exact id of one case, not a glob")
    }
    return entry
  }

  /// Reads the failure types of an entry, and whether only some runs show them.
  private static func types(_ text: String) throws(Fault) -> ([String], isInSomeRuns: Bool) {
    let isInSomeRuns = text.last == ExpectedFailure.inSomeRunsMark
    let words = (isInSomeRuns ? text.dropLast() : text[...]).split(
      separator: ExpectedFailure.or, omittingEmptySubsequences: false
    ).map(String.init)
    var types: [String] = []
    for word in words {
      let type = ExpectedFailure.type(spelled: word)
      if word == "flaky" {
        throw Fault(message: "instead of \"flaky\", name the types seen in some runs, with a \"?\"")
      }
      guard ExpectedFailure.allTypes.contains(type) else {
        let known = ExpectedFailure.spelledTypes
        let hint =
          known.nearest(to: word).map { "did you mean \"\($0)\"?" }
          ?? "known types: \(known.sorted().joined(separator: ", "))"
        throw Fault(message: "\"\(word)\" is not a failure type; \(hint)")
      }
      if types.contains(type) { throw Fault(message: "\"\(word)\" is named twice") }
      types.append(type)
    }
    return (types, isInSomeRuns)
  }
}

/// The faults in the text of a baseline: one line per distinct fault, with file and line number.
package struct BaselineError: Error, Sendable, Hashable, CustomStringConvertible { package var description: String }
