extension Topic {
  /// The rows of the topic's requirements, then of any other those cases that need the topic's feature.
  func rows(of matrix: Matrix) -> [Matrix.Row] {
    matrix.chapters.flatMap { chapter in
      chapter.rows.compactMap { row in
        if includes(chapter.name, row.number) { return row }
        let isOther = Self.all.contains { $0.subject != subject && $0.includes(chapter.name, row.number) }
        return isOther ? nil : feature.flatMap { row.part(needing: $0) }
      }
    }
  }
}
