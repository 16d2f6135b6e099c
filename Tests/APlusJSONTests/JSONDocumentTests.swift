import APlusJSON
import Testing

@Suite("JSON documents") struct JSONDocumentTests {
  private let text = """
    {
      "title": "é\\"{[,",
      "cases": [
        {"id": "a", "k\\u0065y": [1, [2], {"x": 3}]},
        {"id":"b"},\t{ "naïve" : "x", "id" : null }
      ],
      "empty": [], "none": {}
    }
    """

  private func document() throws -> JSONDocument { try JSONDocument(name: "cases.json", bytes: Array(text.utf8)) }

  @Test(
    "a value and its key are found where they start",
    arguments: [
      ("", "1:1", "1:1"), ("/title", "2:12", "2:3"), ("/cases", "3:12", "3:3"), ("/cases/0", "4:5", "4:5"),
      ("/cases/0/id", "4:12", "4:6"), ("/cases/0/key", "4:29", "4:17"), ("/cases/0/key/0", "4:30", "4:30"),
      ("/cases/0/key/1/0", "4:34", "4:34"), ("/cases/0/key/2/x", "4:44", "4:39"), ("/cases/2", "5:17", "5:17"),
      ("/cases/2/id", "5:41", "5:34"), ("/none", "7:24", "7:16"),
    ]) func places(_ pointer: String, _ value: String, _ key: String) throws
  {
    let document = try document()
    let pointer = JSONPointer(path: pointer)
    #expect(place(document.position(of: pointer)) == value)
    #expect(place(document.positionOfKey(of: pointer)) == key)
  }

  @Test(
    "a pointer past the value leads to the innermost value on the way",
    arguments: [
      ("/x", "1:1"), ("/cases/3", "3:12"), ("/cases/0/x/y", "4:5"), ("/empty/0", "7:12"), ("/cases/x", "3:12"),
      ("/none/x", "7:24"), ("/title/x", "2:12"),
    ]) func past(_ pointer: String, _ value: String) throws
  { #expect(place(try document().position(of: JSONPointer(path: pointer))) == value) }

  @Test func `every value of a document is found at the text that parses to it`() throws {
    let document = try document()
    var open = [(pointer: JSONPointer(), value: try #require(JSON(converting: document.root)))]
    var visited = 0
    while let (pointer, value) = open.popLast() {
      visited += 1
      let start = document.position(of: pointer).offset
      // The value is the shortest text from there that parses to it.
      let parses = (start + 1...document.bytes.count).contains { end in
        (try? JSON(parsing: document.bytes[start..<end])) == value
      }
      #expect(parses, "at \(pointer)")
      for (key, child) in value.objectValue ?? [:] { open.append((JSONPointer(tokens: pointer.tokens + [key]), child)) }
      for (index, child) in (value.arrayValue ?? []).enumerated() {
        open.append((JSONPointer(tokens: pointer.tokens + [String(index)]), child))
      }
    }
    #expect(visited == 18)
  }

  @Test func `positions count bytes, lines and characters`() throws {
    let document = try JSONDocument(name: "x", bytes: Array("[\"😀\",\r\n\t\"é\", 1]".utf8))
    let position = document.position(of: JSONPointer(tokens: ["2"]))
    #expect(position.line == 2)
    #expect(position.column == 7)
    #expect(position.offset == 17)
    #expect(document.position(of: JSONPointer()).offset == 0)
  }

  private func place(_ position: JSONPosition) -> String { "\(position.line):\(position.column)" }
}

extension JSONPointer {
  /// The pointer to a path without escapes.
  fileprivate init(path: String) { self.init(tokens: path.split(separator: "/").map(String.init)) }
}
