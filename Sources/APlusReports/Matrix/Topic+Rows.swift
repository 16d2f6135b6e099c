extension Topic {
  /// The rows of the topic's requirements.
  func rows(of matrix: Matrix) -> [Matrix.Row] {
    matrix.chapters.flatMap { chapter in chapter.rows.filter { includes(chapter.name, $0.number) } }
  }
}
