/// Writes a matrix of requirements and libraries.
package struct MatrixReport {
  /// The forms that a matrix can have.
  package enum Form: String, Sendable, Hashable, CaseIterable {
    case markdown = "md"
    /// One file that needs no other, and no script.
    case html
  }

  private let matrix: Matrix
  private let title: String

  package init(_ matrix: Matrix, title: String = "Promise libraries, requirement by requirement") {
    self.matrix = matrix
    self.title = title
  }

  /// The document.
  package func text(as form: Form) -> String {
    switch form {
    case .markdown: MatrixMarkdown(matrix, title: title).text()
    case .html: MatrixPage(matrix, title: title).text()
    }
  }
}
