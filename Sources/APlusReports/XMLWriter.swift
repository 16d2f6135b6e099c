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
