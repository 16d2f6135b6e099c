/// Writes an XML document, element by element, indented by two.
struct XMLWriter {
  /// An attribute's name and unescaped value.
  typealias Attribute = (name: String, value: String)

  /// The text written so far.
  private(set) var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// Writes an element without content.
  mutating func empty(_ name: String, _ attributes: [Attribute]) {
    document += "\(indent)<\(name)\(Self.list(attributes))/>\n"
  }

  /// Writes an element with text as its only content.
  ///
  /// The text keeps its lines; a reader gets it with a line feed on both sides.
  mutating func leaf(_ name: String, _ attributes: [Attribute] = [], text: String) {
    let content = XMLEscaping.text(text)
    document += "\(indent)<\(name)\(Self.list(attributes))>\n\(content)\n\(indent)</\(name)>\n"
  }

  /// Writes an element with text as its only content, on one line.
  mutating func inline(_ name: String, _ attributes: [Attribute], text: String) {
    document += "\(indent)<\(name)\(Self.list(attributes))>\(XMLEscaping.text(text))</\(name)>\n"
  }

  /// Writes an element; `content` writes its content.
  mutating func element(_ name: String, _ attributes: [Attribute] = [], content: (inout XMLWriter) -> Void) {
    document += "\(indent)<\(name)\(Self.list(attributes))>\n"
    depth += 1
    content(&self)
    depth -= 1
    document += "\(indent)</\(name)>\n"
  }

  private var indent: String { String(repeating: "  ", count: depth) }

  private static func list(_ attributes: [Attribute]) -> String {
    attributes.map { " \($0.name)=\"\(XMLEscaping.attribute($0.value))\"" }.joined()
  }
}

/// Turns any text into text that an XML 1.0 document may hold.
///
/// Markup is escaped. A scalar that is invisible, or that XML forbids even as a reference, becomes
/// visible: a control character as its symbol, any other as its number.
///
///     XMLEscaping.text("a\u{1B}[1m < b")  // "a␛[1m &lt; b"
enum XMLEscaping {
  /// Escapes text between tags.
  static func text(_ text: String) -> String { escape(text, inAttribute: false) }

  /// Escapes an attribute's value, including tabs and line feeds, which a reader would turn into
  /// blanks.
  static func attribute(_ text: String) -> String { escape(text, inAttribute: true) }

  private static func escape(_ text: String, inAttribute: Bool) -> String {
    OutsideText.rewritten(text) { scalar, isMark in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      // Always, so that "]]>" cannot appear.
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      case "\r": "&#13;"
      case "\t": inAttribute ? "&#9;" : "\t"
      case "\n": inAttribute ? "&#10;" : "\n"
      // A reader decodes the character; a build server sees no command in the log.
      case _ where isMark: "&#\(scalar.value);"
      // The symbol of the control character.
      case _ where scalar.value < 0x20: String(Unicode.Scalar(0x2400 + scalar.value) ?? scalar)
      case _ where scalar.isHidden || scalar.isForbiddenInXML: scalar.spelledOut
      default: nil
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 forbids the scalar; surrogates are not scalars in Swift.
  fileprivate var isForbiddenInXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: false
    default: true
    }
  }
}
