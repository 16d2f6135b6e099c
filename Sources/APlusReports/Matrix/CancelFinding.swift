import APlusModel

/// The finding about the meaning of a cancel: for each library that has one, what it declares and all that it misses.
enum CancelFinding {
  private typealias Part = MatrixFinding.Part

  /// The finding; nil where no row is about a cancel.
  static func finding(in matrix: Matrix) -> MatrixFinding? {
    guard let topic = Topic.columns.first(where: { $0.column == "cancel" }) else { return nil }
    let rows = topic.rows(of: matrix)
    guard let first = rows.first?.number else { return nil }
    var sentences: [[Part]] = []
    var without: [[Part]] = []
    for (place, column) in matrix.columns.enumerated() where column.subject == .promises {
      if column.capabilities.contains(where: { $0.name == "cancellation" }) {
        sentences.append(sentence(about: place, column, in: rows))
      } else {
        without.append([.library(column: place, row: first)])
      }
    }
    if !without.isEmpty {
      let lead: [Part] = [.text("No cancel through their adapters: ")]
      sentences.append(lead + MatrixFinding.list(without) + [.text(".")])
    }
    return MatrixFinding(title: "What a cancel means", sentences: sentences)
  }

  private static func sentence(about place: Int, _ column: MatrixColumn, in rows: [Matrix.Row]) -> [Part] {
    let cell = BoardCell(of: place, in: rows)
    var parts: [Part] = [.library(column: place, row: cell.missed.first ?? rows[0].number)]
    if let profile = CancelProfile(claimedIn: column.capabilities) {
      parts.append(.text(" (\(profile.word)): \(profile.meaning) "))
    } else {
      parts.append(.text(": "))
    }
    guard !cell.missed.isEmpty else {
      let words = cell.checked > 0 ? "Meets all \(cell.checked.counted("requirement")) checked" : "Not checked"
      return parts + [.text(words + "."), .text(others(cell))]
    }
    let kept = cell.checked - cell.missed.count
    parts.append(.text("Meets \(kept) of \(cell.checked) requirements."))
    let causes = FailureCause.all(of: rows, column: place)
    let groups: [(verb: String, causes: [FailureCause])] = [
      (" But ", causes.filter { !$0.failure.isDocumented }),
      (" As documented: ", causes.filter(\.failure.isDocumented)),
    ]
    for group in groups where !group.causes.isEmpty {
      let items = group.causes.map { cause -> [Part] in
        let numbers = cause.rows.map { [Part.cell(column: place, row: $0.number)] }
        let words = cause.failure.kinds.words
        return [.text("\(cause.words) (")] + MatrixFinding.list(numbers) + [.text(words.isEmpty ? ")" : ": \(words))")]
      }
      parts.append(.text(group.verb))
      parts += items.joined(separator: [.text("; ")]) + [.text(".")]
    }
    return parts + [.text(others(cell))]
  }

  /// What other failures kept from being asked.
  private static func others(_ cell: BoardCell) -> String {
    guard !cell.unreached.isEmpty else { return "" }
    return " Other failures ended some cases of \(cell.unreached.joined(separator: ", ")) first."
  }
}
