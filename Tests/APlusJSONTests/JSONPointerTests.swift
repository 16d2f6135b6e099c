import APlusJSON
import Testing

@Suite("JSON pointers") struct JSONPointerTests {
  // The examples of RFC 6901, section 5.
  private let example: JSON = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, #"i\j"#: 5, " ": 7, "m~n": 8,
  ]

  @Test(
    "a pointer leads to its value, and is written as RFC 6901 says",
    arguments: [
      ([], "", nil), (["foo"], "/foo", ["bar", "baz"]), (["foo", "0"], "/foo/0", "bar"),
      ([""], "/", 0), (["a/b"], "/a~1b", 1), (["c%d"], "/c%d", 2), ([#"i\j"#], #"/i\j"#, 5),
      ([" "], "/ ", 7), (["m~n"], "/m~0n", 8),
    ] as [([String], String, JSON?)]
  )
  func examples(_ tokens: [String], _ text: String, _ value: JSON?) {
    let pointer = JSONPointer(tokens: tokens)
    #expect(example[pointer] == value ?? example)
    #expect(pointer.description == text)
    #expect(pointer.isRoot == tokens.isEmpty)
  }

  @Test(
    "a pointer past the value leads nowhere",
    arguments: [
      ["x"], ["foo", "2"], ["foo", "-1"], ["foo", "00"], ["foo", "+1"], ["foo", "-"],
      ["foo", "0", "0"], ["a/b", "0"],
    ]
  )
  func nowhere(_ tokens: [String]) {
    #expect(example[JSONPointer(tokens: tokens)] == nil)
  }
}
