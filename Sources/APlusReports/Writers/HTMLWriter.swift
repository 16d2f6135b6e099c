/// Writes HTML, element by element, and escapes all text.
struct HTMLWriter {
  /// An attribute's name and unescaped value.
  typealias Attribute = (name: String, value: String)

  /// The text written so far.
  private(set) var document = ""

  /// Writes text.
  mutating func text(_ text: String) { document += HTMLEscaping.text(text) }

  /// Writes trusted markup without escaping.
  mutating func markup(_ markup: String) { document += markup }

  /// Writes a line feed; only for places where a browser ignores it.
  mutating func line() { document += "\n" }

  /// Writes an element with text as its content.
  mutating func element(_ name: String, _ attributes: [Attribute], _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  /// Writes an element; `content` writes its content.
  mutating func element(_ name: String, _ attributes: [Attribute] = [], content: (inout HTMLWriter) -> Void) {
    let list = attributes.map { " \($0.name)=\"\(HTMLEscaping.text($0.value))\"" }.joined()
    document += "<\(name)\(list)>"
    content(&self)
    document += "</\(name)>"
  }

  /// Writes an element that has no content.
  mutating func void(_ name: String, _ attributes: [Attribute]) {
    document += "<\(name)" + attributes.map { " \($0.name)=\"\(HTMLEscaping.text($0.value))\"" }.joined() + ">"
  }

  /// A whole page.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - style: The style sheet.
  ///   - script: The script; nil for a page without one.
  ///   - content: Writes the body.
  /// - Returns: The document.
  static func page(title: String, style: String, script: String?, content: (inout HTMLWriter) -> Void) -> String {
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

      """)
    writer.element("title", [], title)
    writer.markup("\n<style>\n\(style)\n</style>\n</head>\n<body>\n")
    content(&writer)
    if let script { writer.markup("\n<script>\n\(script)\n</script>") }
    writer.markup("\n</body>\n</html>\n")
    return writer.document
  }

  /// Writes preformatted lines, which the styles of all pages wrap.
  mutating func preformatted(_ lines: [String]) {
    element("pre") { writer in writer.markup(lines.map(HTMLEscaping.text).joined(separator: "\n")) }
    line()
  }

  /// Writes command lines that a narrow window breaks between words only, never behind the hyphens of an option.
  mutating func commands(_ lines: [String]) {
    element("pre") { writer in
      for (place, line) in lines.enumerated() {
        if place > 0 { writer.line() }
        for (place, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
          if place > 0 { writer.text(" ") }
          if word.contains("-") {
            writer.element("span", [("class", "word")], String(word))
          } else {
            writer.text(String(word))
          }
        }
      }
    }
    line()
  }

  /// Writes a list of words and what they mean.
  mutating func meanings(_ entries: [(word: String, meaning: String)]) {
    element("dl", [("class", "topics")]) { writer in
      for entry in entries {
        writer.element("dt", [], entry.word)
        writer.element("dd", [], entry.meaning)
      }
    }
  }

  /// Writes the head of a table.
  mutating func heads(_ names: [String]) {
    element("thead") { writer in
      writer.element("tr") { writer in for name in names { writer.element("th", [("scope", "col")], name) } }
    }
  }

  /// Writes a legend: for each entry a class, its sign and its meaning.
  mutating func legend(_ entries: [(name: String, sign: String, meaning: String)]) {
    element("dl", [("class", "legend")]) { writer in
      for entry in entries {
        writer.element("dt", [("class", entry.name)], entry.sign)
        writer.element("dd", [], entry.meaning)
      }
    }
  }

  /// The attributes of an element that scrolls; a page with many of them has groups, not landmarks.
  static func scrolling(_ label: String, role: String = "group", class name: String = "scroll") -> [Attribute] {
    [("class", name), ("tabindex", "0"), ("role", role), ("aria-label", label)]
  }
}

/// Escapes untrusted text for an HTML document.
///
/// Markup is escaped. A scalar that acts on a terminal is shown as its number, as it could also
/// reverse or hide text in a document.
enum HTMLEscaping {
  /// Escapes text between tags or in an attribute's quotes.
  static func text(_ text: String) -> String { XMLEscaping.attribute(TerminalEscaping.line(text)) }

  /// The text with a hyphen in place of each character that is not safe in a link.
  static func identifier(_ text: String) -> String {
    String(
      text.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": Character(scalar)
        default: "-"
        }
      })
  }
}
