import APlusJSON
import Testing

@Suite("JSON pointers") struct JSONPointerTests {
  @Test(
    "a pointer is written as RFC 6901 says",
    arguments: [
      ([], ""), (["foo"], "/foo"), (["foo", "0"], "/foo/0"), ([""], "/"), (["a/b"], "/a~1b"), (["c%d"], "/c%d"),
      ([#"i\j"#], #"/i\j"#), ([" "], "/ "), (["m~n"], "/m~0n"),
    ]) func examples(_ tokens: [String], _ text: String)
  {
    let pointer = JSONPointer(tokens: tokens)
    #expect(pointer.description == text)
    #expect(pointer.isRoot == tokens.isEmpty)
  }
}
