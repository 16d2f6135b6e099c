/// Writes an XML document, element by element, indented by two.
struct XMLWriter {
  /// An attribute's name and unescaped value.
  typealias Attribute = (name: String, value: String)

  /// What has been written.
  private(set) var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// Writes an element without content.
  mutating func empty(_ name: String, _ attributes: [Attribute] = []) {
    document += "\(indent)<\(name)\(Self.list(attributes))/>\n"
  }

  /// Writes an element that holds text alone.
  ///
  /// The text keeps its lines; a reader gets it with a line feed on both sides.
  mutating func leaf(_ name: String, _ attributes: [Attribute] = [], text: String) {
    let content = XMLEscaping.text(text)
    document += "\(indent)<\(name)\(Self.list(attributes))>\n\(content)\n\(indent)</\(name)>\n"
  }

  /// Writes an element that holds text alone, on one line.
  mutating func inline(_ name: String, _ attributes: [Attribute], text: String) {
    document += "\(indent)<\(name)\(Self.list(attributes))>\(XMLEscaping.text(text))</\(name)>\n"
  }

  /// Writes an element around what the closure writes.
  mutating func element(
    _ name: String,
    _ attributes: [Attribute] = [],
    content: (inout XMLWriter) -> Void
  ) {
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
/// Markup is escaped. A scalar that XML forbids, also as a reference, or that is hidden, becomes
/// visible instead: a control character its picture, anything else its number.
///
///     XMLEscaping.text("a\u{1B}[1m < b")  // "a␛[1m &lt; b"
enum XMLEscaping {
  /// Escapes text between tags.
  static func text(_ text: String) -> String {
    escape(text, inAttribute: false)
  }

  /// Escapes an attribute's value, whose tabs and line feeds a reader would turn into blanks.
  static func attribute(_ text: String) -> String {
    escape(text, inAttribute: true)
  }

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
      // A reader gets the character itself, and a log no command.
      case _ where isMark: "&#\(scalar.value);"
      case _ where scalar.value < 0x20: String(scalar.controlPicture)
      case _ where scalar.isHidden || scalar.isForbiddenInXML: scalar.spelledOut
      default: nil
      }
    }
  }
}

extension Unicode.Scalar {
  /// The symbol for a control character below U+0020; the scalar itself for any other.
  var controlPicture: Unicode.Scalar {
    value < 0x20 ? Unicode.Scalar(0x2400 + value) ?? self : self
  }

  /// Whether no XML 1.0 document may hold it; surrogates are no scalars in Swift.
  fileprivate var isForbiddenInXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: false
    default: true
    }
  }
}
