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

  /// A whole page.
  ///
  /// - Parameters:
  ///   - title: Its title.
  ///   - style: Its style sheet.
  ///   - script: Its script; without one it has none.
  ///   - content: Writes what is in its body.
  /// - Returns: The document.
  static func page(
    title: String,
    style: String,
    script: String?,
    content: (inout HTMLWriter) -> Void
  ) -> String {
    var writer = HTMLWriter()
    writer.markup(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">

      """
    )
    writer.element("title", [], title)
    writer.markup("\n<style>\n\(style)\n</style>\n</head>\n<body>\n")
    content(&writer)
    if let script { writer.markup("\n<script>\n\(script)\n</script>") }
    writer.markup("\n</body>\n</html>\n")
    return writer.document
  }

  /// Writes lines as they stand.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - scrolls: Whether its style makes it scroll by itself, so that keys alone must reach it.
  mutating func preformatted(_ lines: [String], scrolls: Bool = false) {
    element("pre", scrolls ? [("tabindex", "0")] : []) { writer in
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
