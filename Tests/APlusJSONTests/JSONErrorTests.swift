import APlusJSON
import Testing

@Suite("JSON errors") struct JSONErrorTests {
  @Test(
    "an error has the place, the pointer, and what was found and expected",
    arguments: [
      ("", "1:1: found the end of the text, expected a value"),
      (" \n ", "2:2: found the end of the text, expected a value"),
      ("[1,", "1:4: at /1: found the end of the text, expected a value"),
      ("{\"a\":\n  tru}", "2:3: at /a: found 'tru', expected a value"),
      ("[1 2]", "1:4: at /0: found '2', expected ',' or ']'"), ("[1,]", "1:4: at /1: found ']', expected a value"),
      ("[}", "1:2: at /0: found '}', expected a value or ']'"),
      ("[] []", "1:4: found '[', expected the end of the text"), (#"{"a" 1}"#, "1:6: at /a: found '1', expected ':'"),
      (#"{"a":1 "b":2}"#, #"1:8: found the string "b", expected ',' or '}'"#),
      (#"{"a":1,}"#, "1:8: found '}', expected a key"), ("{1:2}", "1:2: found '1', expected a key or '}'"),
      ("[01]", "1:2: at /0: found '01', expected a value or ']'"),
      ("[1.]", "1:2: at /0: found '1.', expected a value or ']'"), ("NaN", "1:1: found 'NaN', expected a value"),
      ("'a'", "1:1: found ''a'', expected a value"), ("[1] // no", "1:5: found '//', expected the end of the text"),
      (#"["abc"#, "1:2: at /0: found a string without closing quote, expected a value or ']'"),
      ("[-]", "1:2: at /0: found '-', expected a value or ']'"),
      ("[1e+]", "1:2: at /0: found '1e+', expected a value or ']'"),
      (
        #"{"a":1,"\#(String(repeating: "b", count: 50))" 2}"#,
        "1:61: at /\(String(repeating: "b", count: 50)): found '2', expected ':'"
      ),
      (
        "[\(String(repeating: "x", count: 50))]",
        "1:2: at /0: found '\(String(repeating: "x", count: 40))...', expected a value or ']'"
      ), (#"["é", x]"#, "1:7: at /1: found 'x', expected a value"),
    ]) func grammar(_ text: String, _ message: String)
  { expectError(text, message) }

  @Test(
    "an error inside a string has its exact place",
    arguments: [
      ("\"a\tb\"", #"1:3: found a tab inside a string, expected the escape \t"#),
      ("\"a\nb\"", #"1:3: found a line break inside a string, expected the escape \n"#),
      ("\"\u{1}\"", #"1:2: found the control character U+0001 inside a string, expected the escape \u0001"#),
      (#""\x""#, #"1:2: found the escape '\x', expected one of \" \\ \/ \b \f \n \r \t \u"#),
      (#""\u12""#, #"1:2: found the escape '\u12', expected \u and four hexadecimal digits"#),
      (#""\ud83d""#, #"1:2: found the lone surrogate '\ud83d', expected a character or a pair of surrogates"#),
      (#""ab\ude00""#, #"1:4: found the lone surrogate '\ude00', expected a character or a pair of surrogates"#),
      (#""\ud83d\u0041""#, #"1:2: found the lone surrogate '\ud83d', expected a character or a pair of surrogates"#),
      (
        #""\ud83d\ude00\ude00\ud83d""#,
        #"1:14: found the lone surrogate '\ude00', expected a character or a pair of surrogates"#
      ), (#"{"a\u0000":1}"#, #"1:2: at /a\#0: found the character U+0000 in a key"#),
    ]) func string(_ text: String, _ message: String)
  { expectError(text, message) }

  @Test(
    "an error about a number out of range names the range",
    arguments: [
      (
        "[9223372036854775808]",
        "1:2: at /0: found the integer '9223372036854775808', "
          + "expected one from -9223372036854775808 to 9223372036854775807"
      ), ("1e999", "1:1: found the number '1e999', expected one that fits a 64-bit floating point number"),
    ]) func number(_ text: String, _ message: String)
  { expectError(text, message) }

  @Test(
    "a duplicate key is refused at its second place",
    arguments: [
      (#"{"a":1,"b":2,"a":3}"#, #"1:14: at /a: found the key "a" a second time"#),
      ("[{\"x\":{\"k\":1,\n\"\\u006b\":1}}]", #"2:1: at /0/x/k: found the key "\u006b" a second time"#),
      ("{\"\u{e9}\":1,\"e\u{301}\":2}", "1:8: at /\u{e9}: found the key \"\u{e9}\" a second time"),
    ]) func duplicate(_ text: String, _ message: String)
  { expectError(text, message) }

  @Test func `equal keys of different objects are no duplicates`() throws {
    #expect(try JSON(parsing: #"[{"a":1},{"a":{"a":2}}]"#)[1]?["a"]?["a"] == 2)
  }

  @Test(
    "a text that is not UTF-8 is refused at the first bad byte",
    arguments: [
      ([0x22, 0x61, 0xFF, 0x22], "1:3: found the byte 0xFF, expected UTF-8"),
      ([0xC3], "1:1: found the byte 0xC3, expected UTF-8"),
      ([0x5B, 0x31, 0x2C, 0x22, 0xED, 0xA0, 0x80], "1:5: at /1: found the byte 0xED, expected UTF-8"),
      ([0x22, 0xC0, 0x80, 0x22], "1:2: found the byte 0xC0, expected UTF-8"),
      ([0xEF, 0xBB, 0xBF, 0x31], "1:1: found a byte order mark, expected a value"),
      ([0xFF, 0xFE, 0x31, 0x00], "1:1: found the byte 0xFF, expected UTF-8"),
    ]) func encoding(_ bytes: [UInt8], _ message: String)
  {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    #expect(error?.description == "<text>:" + message)
  }

  @Test func `a file may begin with a byte order mark`() throws {
    let document = try JSONDocument(name: "file", bytes: [0xEF, 0xBB, 0xBF, 0x31])
    #expect(document.root.intValue == 1)
  }

  @Test func `nesting beyond 2048 levels is refused where it goes too deep`() throws {
    let allowed = String(repeating: "[", count: 2048) + String(repeating: "]", count: 2048)
    #expect(try JSON(parsing: allowed).arrayValue?.count == 1)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: "[", count: 1_000_000)) }
    #expect(error?.position?.column == 2049)
    #expect(error?.message == "nested deeper than 2048 levels")
  }

  @Test(
    "a scalar is a level of the nesting too",
    arguments: [("[", "1", "]"), ("[", "\"s\"", "]"), (#"{"a":"#, "null", "}")]) func scalarDepth(
      _ open: String, _ scalar: String, _ close: String
    ) throws
  {
    func text(_ levels: Int) -> String {
      String(repeating: open, count: levels) + scalar + String(repeating: close, count: levels)
    }
    _ = try JSON(parsing: text(2047))
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text(2048)) }
    #expect(error?.position?.offset == 2048 * open.utf8.count)
    #expect(error?.pointer?.tokens.count == 2048)
    #expect(error?.message == "nested deeper than 2048 levels")
  }

  @Test func `of equally near words the first in the alphabet is suggested`() {
    for words in [["bat", "cat", "rat"], ["rat", "cat", "bat"], ["cat", "rat", "bat"]] {
      #expect(words.nearest(to: "mat") == "bat")
    }
    #expect(["aaat", "mats"].nearest(to: "mat") == "mats")
  }

  @Test func `two swapped letters are one mistake`() {
    #expect(["once", "scale"].nearest(to: "onec") == "once")
    #expect(["drain"].nearest(to: "drian") == "drain")
    #expect(["abc"].nearest(to: "cba") == nil)
  }

  @Test func `an error names its text`() {
    let error = #expect(throws: JSONError.self) {
      try JSONDocument(name: "cases.json", bytes: Array("{\n \"a\": ?}".utf8))
    }
    #expect(error?.description == "cases.json:2:7: at /a: found '?', expected a value")
    #expect(error?.name == "cases.json")
    #expect(error?.position?.line == 2)
    #expect(error?.position?.column == 7)
    #expect(error?.pointer == JSONPointer(tokens: ["a"]))
  }

  private func expectError(_ text: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: JSONError.self, sourceLocation: sourceLocation) { try JSON(parsing: text) }
    #expect(error?.description == "<text>:" + message, sourceLocation: sourceLocation)
  }
}
