/// Collects errors, each once.
///
/// An error in a template appears in many of its scenarios; only the first is kept.
package final class Diagnostics {
  private struct Fault: Hashable {
    let file: String
    let pointer: JSONPointer
    let message: String
  }

  fileprivate struct Report: Sendable {
    let place: Place
    let isKey: Bool
    let message: String
    let suggestion: String?
    let scenario: String?
  }

  /// The most errors that are kept for each file.
  private static let limit = 100

  /// The errors, apart from the object that collects them.
  package struct Contents: Sendable {
    fileprivate var reports: [Report] = []
    fileprivate var others: [JSONError] = []
    fileprivate var count = 0

    package init() {}
  }

  /// The errors that were reported so far.
  package private(set) var contents = Contents()
  private var seen: Set<Fault> = []
  private var counts: [String: Int] = [:]

  package init() {}

  /// The scenario that is being expanded; nil outside of the expansion of templates.
  package var scenario: String?

  /// The number of errors reported so far, repetitions included.
  package var count: Int { contents.count }

  /// Reports an error in a value.
  ///
  /// - Parameters:
  ///   - message: What was found, and what was expected.
  ///   - place: The place of the value.
  ///   - isKey: Whether the error is in the member's key, not in its value.
  ///   - suggestion: The nearest valid word, if any is near.
  package func report(_ message: String, at place: Place, isKey: Bool = false, suggestion: String? = nil) {
    add(Report(place: place, isKey: isKey, message: message, suggestion: suggestion, scenario: scenario))
  }

  private func add(_ report: Report) {
    contents.count += 1
    let file = report.place.file.name
    guard counts[file, default: 0] < Self.limit else { return }
    let fault = Fault(file: file, pointer: report.place.pointer, message: report.message)
    guard seen.insert(fault).inserted else { return }
    counts[file, default: 0] += 1
    contents.reports.append(report)
  }

  /// Reports a word that is not among the valid ones.
  package func report(
    unknown word: String, expected: String, among words: some Sequence<String>, at place: Place, isKey: Bool = false
  ) {
    report(
      "found \(Node(content: .string(word), place: place).summary), expected \(expected)", at: place, isKey: isKey,
      suggestion: words.nearest(to: word))
  }

  /// Reports a text that is not JSON.
  package func report(_ error: JSONError) {
    contents.count += 1
    contents.others.append(error)
  }

  /// Adds the errors that were reported to another collection.
  package func add(_ other: Contents) {
    contents.others += other.others
    let count = count + other.count
    for report in other.reports { add(report) }
    contents.count = count
  }

  /// Throws the reported errors, if any, ordered by file and position.
  ///
  /// - Parameter documents: The documents by name, for looking up positions.
  /// - Throws: All reported errors.
  package func check(_ documents: [String: JSONDocument]) throws(ReadErrors) {
    guard count > 0 else { return }
    let located = contents.reports.map { report in
      let pointer = report.place.pointer
      let document = documents[report.place.file.name]
      return JSONError(
        name: report.place.file.name,
        position: report.isKey ? document?.positionOfKey(of: pointer) : document?.position(of: pointer),
        pointer: pointer, message: report.message, suggestion: report.suggestion, scenario: report.scenario)
    }
    throw ReadErrors(
      (contents.others + located).sorted { left, right in
        (left.name, left.position?.offset ?? 0) < (right.name, right.position?.offset ?? 0)
      })
  }
}

extension Sequence<String> {
  /// The word that differs least from another; nil if none is a likely correction.
  ///
  /// Of equally near words it is the first in alphabetical order, because sets have no order.
  ///
  ///     ["fulfill", "reject"].nearest(to: "fullfil")  // "fulfill"
  package func nearest(to word: String) -> String? {
    // Long words are not typing errors, and computing the distance takes quadratic time.
    guard word.utf8.count <= 64 else { return nil }
    let limit = Swift.max(1, (word.utf8.count + 1) / 3)
    var best: (word: String, distance: Int)?
    for candidate in self where candidate != word {
      let distance = editDistance(Array(word.utf8), Array(candidate.utf8))
      guard distance <= limit else { continue }
      if let best, (best.distance, best.word) <= (distance, candidate) { continue }
      best = (candidate, distance)
    }
    return best?.word
  }
}

/// Counts the insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var (last, row) = ([Int](), Array(0...second.count))
  for (line, byte) in first.enumerated() {
    let before = row
    row[0] = line + 1
    for (column, other) in second.enumerated() {
      let replaced = before[column] + (byte == other ? 0 : 1)
      row[column + 1] = Swift.min(replaced, row[column] + 1, before[column + 1] + 1)
      if line > 0, column > 0, byte == second[column - 1], first[line - 1] == other {
        row[column + 1] = Swift.min(row[column + 1], last[column - 1] + 1)
      }
    }
    last = before
  }
  return row[second.count]
}
