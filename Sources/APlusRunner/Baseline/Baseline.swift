import APlusSpec

/// The failures of an adapter that are known, each with a type and a reason.
///
///     # reads `then` before it looks at the type
///     2.3.4-b.*   assimilation   # documented, stays
///
/// A gate holds it in both directions: what fails otherwise than it says is
/// new, and what it names but does not fail must be taken out of it.
package struct Baseline: Sendable, Hashable {
  /// The name of the file beside an adapter's manifest.
  package static let fileName = "expected-failures.txt"
  /// What stands for a reason that has yet to be written.
  package static let missingReason = "TODO"
  private static let typePrefix = "aplus."

  package var file: String
  /// The lines before the first entry's own comment.
  var header: [String]
  package var entries: [ExpectedFailure]
  /// The comment lines right above an entry, by its line.
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
  ///   - allowsMissingReasons: Whether `TODO` is taken for a reason, as it is while updating.
  /// - Throws: All that is wrong, a line each.
  package init(
    _ text: String,
    file: String,
    allowsMissingReasons: Bool = false
  ) throws(BaselineError) {
    self.init(file: file)
    var faults: [String] = []
    var above: [String] = []
    var isHeader = true
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = raw.trimmed
      if line.isEmpty {
        if isHeader, !above.isEmpty { header += above + [""] }
        above = []
      } else if line.hasPrefix("#") {
        above.append(line)
      } else {
        do throws(Fault) {
          let entry = try Self.entry(line, file, index + 1, allowsMissingReasons)
          if let twin = entries.first(where: { $0.isTwin(of: entry) }) {
            throw Fault(message: "the entry stands in line \(twin.line) already")
          }
          entries.append(entry)
          comments[entry.line] = above
        } catch {
          faults.append("\(file):\(index + 1): \(error.message)")
        }
        isHeader = false
        above = []
      }
    }
    if isHeader { header += above }
    guard faults.isEmpty else {
      throw BaselineError(description: faults.joined(separator: "\n"))
    }
  }

  private struct Fault: Error {
    let message: String
  }

  private static func entry(
    _ line: String,
    _ file: String,
    _ number: Int,
    _ allowsMissingReasons: Bool
  ) throws(Fault) -> ExpectedFailure {
    let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 else {
      throw Fault(message: "expected an id or glob, a type of failure, and # with a reason")
    }
    let type = typePrefix + words[1]
    guard ExpectedFailure.types.contains(type) else {
      let known = ExpectedFailure.types.map { String($0.dropFirst(typePrefix.count)) }
      let hint = known.nearest(to: words[1]).map { "; did you mean \"\($0)\"?" } ?? ""
      throw Fault(message: "\"\(words[1])\" is no type of failure\(hint)")
    }
    let reason = parts.count > 1 ? parts[1].trimmed : ""
    if reason.isEmpty { throw Fault(message: "expected # and the reason") }
    if reason == missingReason, !allowsMissingReasons {
      throw Fault(message: "write the reason instead of \(missingReason)")
    }
    let entry = ExpectedFailure(
      pattern: words[0],
      type: type,
      reason: reason,
      file: file,
      line: number
    )
    if ExpectedFailure.exactTypes.contains(type), entry.isGlob {
      throw Fault(message: "a crash or hang is expected of one case by its exact id, not of a glob")
    }
    return entry
  }

  /// A line of the file: an entry in columns.
  static func line(_ entry: ExpectedFailure, widths: (pattern: Int, type: Int)) -> String {
    let type = String(entry.type.dropFirst(typePrefix.count))
    return entry.pattern.padded(to: widths.pattern) + "  " + type.padded(to: widths.type)
      + "  # \(entry.reason)"
  }

  /// How wide the columns of entries are.
  static func widths(of entries: [ExpectedFailure]) -> (pattern: Int, type: Int) {
    (
      entries.map(\.pattern.count).max() ?? 0,
      (entries.map(\.type.count).max() ?? typePrefix.count) - typePrefix.count
    )
  }
}

extension ExpectedFailure {
  /// Whether both name the same cases in the same words, and the same type.
  fileprivate func isTwin(of other: ExpectedFailure) -> Bool {
    pattern == other.pattern && type == other.type
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
