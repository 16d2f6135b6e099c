/// Writes HTML, element by element, and escapes all text.
struct HTMLWriter {
  /// An attribute's name and unescaped value.
  typealias Attribute = (name: String, value: String)

  /// What has been written.
  private(set) var document = ""

  /// Writes text.
  mutating func text(_ text: String) {
    document += HTMLEscaping.text(text)
  }

  /// Writes our own markup as it is.
  mutating func markup(_ markup: String) {
    document += markup
  }

  /// Writes a line feed, which is only for places where it does not show.
  mutating func line() {
    document += "\n"
  }

  /// Writes an element around a text.
  mutating func element(_ name: String, _ attributes: [Attribute] = [], _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element around what the closure writes.
  mutating func element(
    _ name: String,
    _ attributes: [Attribute] = [],
    content: (inout HTMLWriter) -> Void
  ) {
    let list = attributes.map { " \($0.name)=\"\(HTMLEscaping.text($0.value))\"" }.joined()
    document += "<\(name)\(list)>"
    content(&self)
    document += "</\(name)>"
  }

  /// Writes lines as they stand.
  mutating func preformatted(_ lines: [String]) {
    element("pre") { writer in
      for (index, line) in lines.enumerated() {
        if index > 0 { writer.line() }
        writer.text(line)
      }
    }
    line()
  }
}

/// Makes text from outside mere text in an HTML document.
///
/// Markup is escaped; what acts on a terminal is shown as its number, as it could also turn or
/// hide text in a document.
enum HTMLEscaping {
  /// Escapes text that stands between tags, or in an attribute's quotes.
  static func text(_ text: String) -> String {
    XMLEscaping.attribute(TerminalEscaping.line(text))
  }
}
