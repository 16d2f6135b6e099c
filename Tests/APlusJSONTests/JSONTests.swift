import APlusJSON
import Testing

@Suite("JSON values") struct JSONTests {
  @Test func `every kind of value is parsed`() throws {
    let text = #" {"n":null,"t":true,"f":false,"i":-7,"r":2.5,"s":"x","a":[1,[]],"o":{}} "#
    #expect(
      try JSON(parsing: text) == [
        "n": nil, "t": true, "f": false, "i": -7, "r": 2.5, "s": "x", "a": [1, []], "o": [:],
      ])
  }

  @Test(
    "a lone value is a text",
    arguments: [
      ("null", nil), ("true", true), ("0", 0), ("-0", 0), ("1.0", 1.0), ("1e2", 100.0), (#""""#, ""),
      (#""a\u0000b""#, "a\0b"), (#""\ud83d\ude00""#, "😀"), ("[]", []), ("{}", [:]),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ] as [(String, JSON)]) func loneValue(_ text: String, _ value: JSON) throws
  { #expect(try JSON(parsing: text) == value) }

  @Test func `members keep their order`() throws {
    let object = try #require(JSON(parsing: #"{"b":1,"a":2,"c":3}"#).objectValue)
    #expect(object.keys == ["b", "a", "c"])
    #expect(object.map(\.key) == ["b", "a", "c"])
  }

  @Test func `an object of many members finds each of them`() throws {
    let members = (0..<1000).map { #""key \#($0)":\#($0)"# }.joined(separator: ",")
    let value = try JSON(parsing: "{\(members)}")
    #expect((0..<1000).allSatisfy { value["key \($0)"] == .integer($0) })
    #expect(value["key 1000"] == nil)
  }

  @Test func `accessors give a value of their kind only`() {
    let value: JSON = ["s": "x", "i": 1, "r": 1.0, "b": true, "a": [nil], "n": nil]
    #expect(value["s"]?.stringValue == "x")
    #expect(value["i"]?.stringValue == nil)
    #expect(value["i"]?.intValue == 1)
    #expect(value["r"]?.intValue == nil)
    #expect(value["b"]?.boolValue == true)
    #expect(value["i"]?.boolValue == nil)
    #expect(value["a"]?.arrayValue == [nil])
    #expect(value["a"]?.objectValue == nil)
    #expect(value["a"]?[0] == .null)
    #expect(value["a"]?[1] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value[0] == nil)
    #expect(value["none"] == nil)
  }

  @Test func `assigning nil removes a member and null writes null`() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = nil
    object["b"] = JSON.null
    object["c"] = 3
    #expect(object == ["b": nil, "c": 3])
  }

  @Test func `a slice of bytes is parsed in place`() throws {
    let bytes = Array("xx[1]yy".utf8)
    #expect(try JSON(parsing: bytes[2..<5]) == [1])
  }

  @Test func `bytes that are not contiguous are parsed`() throws {
    #expect(try JSON(parsing: Array("]1[".utf8).reversed()) == [1])
  }
}
