import APlusModel

/// What a cancel means in each library that has one.
enum CancelFinding {
  private typealias Part = MatrixFinding.Part

  private static let capability = "cancellation"

  /// What a cancel does where a requirement holds.
  private static let meanings: [(row: String, words: String)] = [
    ("RX-C1", "rejects a pending promise with the library's own reason"),
    ("CR1", "rejects a pending promise, as asynchronously as any rejection"),
    ("CR2", "is followed below like any rejection, and recovered from"),
    ("CR3", "counts only where it comes before whatever else decides"),
    ("RX-C2", "keeps a reason that it is given"),
    ("RX-S2", "counts only where it comes before a settlement"),
    ("Z-cancel", "runs no handler before it returns"),
    ("RX-C3", "runs the handlers for errors and no others"),
    ("RX-C4", "reaches all that is pending below"),
    ("SC-F8", "goes up to the root, and so to siblings"),
    ("SC-F9", "does nothing where the promise is settled"),
    ("CP-1", "reaches every link above and below"),
    ("CP-2", "stops one listener and nothing else"),
    ("RX-C8", "leaves parent and siblings"),
    ("RX-C10", "goes through what is settled to what is pending below it"),
    ("RX-C13", "reaches what follows the promise"),
    ("RX-C18", "is not what a time-out does"),
  ]

  /// The finding; nil where no row is about a cancel.
  static func finding(in matrix: Matrix) -> MatrixFinding? {
    let rows = meanings.compactMap { meaning in
      matrix.row(of: meaning.row).map { (row: $0, words: meaning.words) }
    }
    guard let first = rows.first?.row.number else { return nil }
    var sentences: [[Part]] = []
    var without: [[Part]] = []
    for (place, column) in matrix.columns.enumerated() {
      let profiles = column.capabilities.filter { $0.name == capability }
      guard !profiles.isEmpty else {
        without.append([.library(column: place, row: first)])
        continue
      }
      func clauses(_ standings: [MatrixCell.Standing]) -> [[Part]] {
        rows.filter { standings.contains($0.row.cells[place].standing) }.map {
          [.text("\($0.words) ("), .cell(column: place, row: $0.row.number), .text(")")]
        }
      }
      let held = clauses([.conforms])
      let broken = clauses([.fails, .moves, .errored])
      let open = rows.filter { [.notExpressible, .notRun].contains($0.row.cells[place].standing) }
        .map { [Part.cell(column: place, row: $0.row.number)] }
      var sentence: [Part] = [.library(column: place, row: first), .text(": a cancel ")]
      sentence += MatrixFinding.list(held, separator: ", ")
      if !broken.isEmpty {
        sentence.append(.text(held.isEmpty ? "is not one that " : "; it is not one that "))
        sentence += MatrixFinding.list(broken, separator: ", ")
      }
      if !open.isEmpty {
        let isFirst = held.isEmpty && broken.isEmpty
        sentence.append(.text(isFirst ? "is there, and not expressible: " : "; not expressible: "))
        sentence += MatrixFinding.list(open, separator: ", ")
      }
      sentences.append(sentence + [.text(".")])
    }
    if !without.isEmpty {
      sentences.append(
        [.text("The adapters of these reach no cancel: ")]
          + MatrixFinding.list(without, separator: ", ") + [.text(".")]
      )
    }
    return MatrixFinding(title: "What a cancel means", sentences: sentences)
  }
}
