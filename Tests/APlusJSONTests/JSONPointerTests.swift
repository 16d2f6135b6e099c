import APlusJSON
import Testing

@Suite("JSON pointers") struct JSONPointerTests {
  // The examples of RFC 6901, section 5.
  private let example: JSON = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, #"i\j"#: 5, #"k"l"#: 6,
    " ": 7, "m~n": 8,
  ]

  @Test(
    "the examples of RFC 6901 lead to their values",
    arguments: [
      ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
      ("/e^f", 3), ("/g|h", 4), (#"/i\j"#, 5), (#"/k"l"#, 6), ("/ ", 7), ("/m~0n", 8),
    ] as [(String, JSON)]
  )
  func examples(_ text: String, _ value: JSON) throws {
    let pointer = try #require(JSONPointer(parsing: text))
    #expect(example[pointer] == value)
    #expect(pointer.description == text)
  }

  @Test func `the empty pointer is the root`() throws {
    let pointer = try #require(JSONPointer(parsing: ""))
    #expect(pointer.isRoot)
    #expect(pointer == JSONPointer())
    #expect(pointer.parent == nil)
    #expect(example[pointer] == example)
  }

  @Test("a text that is no pointer is refused", arguments: ["a", "a/b", "/~", "/~2", "/a~"])
  func malformed(_ text: String) {
    #expect(JSONPointer(parsing: text) == nil)
  }

  @Test(
    "a pointer past the value leads nowhere",
    arguments: ["/x", "/foo/2", "/foo/-1", "/foo/00", "/foo/+1", "/foo/-", "/foo/0/0", "/a~1b/0"]
  )
  func nowhere(_ text: String) throws {
    #expect(example[try #require(JSONPointer(parsing: text))] == nil)
  }

  @Test func `steps are appended and taken off`() {
    let pointer = JSONPointer().appending(key: "a/~b").appending(index: 12)
    #expect(pointer.description == "/a~1~0b/12")
    #expect(pointer.tokens == ["a/~b", "12"])
    #expect(pointer.parent == JSONPointer(tokens: ["a/~b"]))
  }
}
