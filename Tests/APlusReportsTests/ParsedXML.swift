import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A document read back by an XML parser that is not ours.
struct ParsedXML {
  /// What is wrong with a document.
  struct Fault: Error { var description: String }

  private(set) var elements: [(name: String, attributes: [String: String])] = []
  private(set) var text = ""

  init(_ document: String) throws {
    let parser = XMLParser(data: Data(document.utf8))
    let reader = Reader()
    parser.delegate = reader
    guard parser.parse() else {
      throw Fault(description: "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }
    elements = reader.elements
    text = reader.text
  }

  func attributes(of name: String) -> [[String: String]] { elements.filter { $0.name == name }.map(\.attributes) }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
      attributes attributeDict: [String: String]
    ) { elements.append((elementName, attributeDict)) }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }
}
