/// Collects what is wrong, each thing once.
///
/// A fault of a template shows in many of its scenarios; only the first is kept.
package final class Diagnostics {
  private struct Fault: Hashable {
    let file: String
    let pointer: JSONPointer
    let message: String
  }

  private struct Report {
    let place: Place
    let isKey: Bool
    let message: String
    let suggestion: String?
    let scenario: String?
  }

  /// How many errors of a file are worth reading.
  private static let limit = 100

  private var seen: Set<Fault> = []
  private var reports: [Report] = []
  private var others: [JSONError] = []
  private var counts: [String: Int] = [:]

  package init() {}

  /// The scenario that is being looked at; set while templates are expanded.
  package var scenario: String?

  /// How many faults were reported so far, repetitions included.
  package private(set) var count = 0

  /// Reports what is wrong with a value.
  ///
  /// - Parameters:
  ///   - message: What was found, and what was expected.
  ///   - place: The place of the value.
  ///   - isKey: Whether the member's key is meant, not its value.
  ///   - suggestion: The nearest valid word.
  package func report(
    _ message: String,
    at place: Place,
    isKey: Bool = false,
    suggestion: String? = nil
  ) {
    count += 1
    guard counts[place.file.name, default: 0] < Self.limit else { return }
    let fault = Fault(file: place.file.name, pointer: place.pointer, message: message)
    guard seen.insert(fault).inserted else { return }
    counts[place.file.name, default: 0] += 1
    reports.append(
      Report(
        place: place,
        isKey: isKey,
        message: message,
        suggestion: suggestion,
        scenario: scenario
      )
    )
  }

  /// Reports that a word is none of those that may stand there.
  package func report(
    unknown word: String,
    expected: String,
    among words: some Sequence<String>,
    at place: Place,
    isKey: Bool = false
  ) {
    report(
      "found \(Node(content: .string(word), place: place).summary), expected \(expected)",
      at: place,
      isKey: isKey,
      suggestion: words.nearest(to: word)
    )
  }

  /// Reports that a text is no JSON.
  package func report(_ error: JSONError) {
    count += 1
    others.append(error)
  }

  /// Throws what was reported, in order of file and place, if anything was.
  ///
  /// - Parameter documents: The texts, by name, to look positions up in.
  /// - Throws: Everything that was reported.
  package func check(_ documents: [String: JSONDocument]) throws(ReadErrors) {
    guard count > 0 else { return }
    let located = reports.map { report in
      let pointer = report.place.pointer
      let document = documents[report.place.file.name]
      return JSONError(
        name: report.place.file.name,
        position: report.isKey
          ? document?.positionOfKey(of: pointer) : document?.position(of: pointer),
        pointer: pointer,
        message: report.message,
        suggestion: report.suggestion,
        scenario: report.scenario
      )
    }
    throw ReadErrors(
      (others + located).sorted { left, right in
        (left.name, left.position?.offset ?? 0) < (right.name, right.position?.offset ?? 0)
      }
    )
  }
}

extension Sequence<String> {
  /// The word that differs least from another, when it is near enough to be meant.
  ///
  ///     ["fulfill", "reject"].nearest(to: "fullfil")  // "fulfill"
  package func nearest(to word: String) -> String? {
    // Long words are no typing errors, and the distance is quadratic.
    guard word.utf8.count <= 64 else { return nil }
    let limit = Swift.max(1, (word.utf8.count + 1) / 3)
    var best: (word: String, distance: Int)?
    for candidate in self where candidate != word {
      let distance = editDistance(Array(word.utf8), Array(candidate.utf8))
      if distance <= limit, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }
}

/// Counts the insertions, deletions and replacements that turn one text into the other.
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var row = Array(0...second.count)
  for (line, byte) in first.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for (column, other) in second.enumerated() {
      let replaced = diagonal + (byte == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[second.count]
}
