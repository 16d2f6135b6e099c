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
