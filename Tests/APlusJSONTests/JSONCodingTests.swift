import APlusJSON
import Testing

@Suite("Coding through JSON") struct JSONCodingTests {
  private struct Inner: Codable, Equatable {
    var id: String
    var turns: [Int]
    var note: String?
    var ratio: Double
    var extra: JSON
  }

  private enum Level: String, Codable {
    case required
    case optional
  }

  private enum Step: Codable, Equatable {
    case settle(promise: Int)
    case wait
  }

  private struct Outer: Codable, Equatable {
    var level: Level
    var byte: UInt8
    var steps: [Step]
    var cases: [String: Inner]
    var object: JSONObject
    var flags: [Bool?]
  }

  private let text = """
    {"level":"required","byte":255,"steps":[{"settle":{"promise":1}},{"wait":{}}],\
    "cases":{"a":{"id":"2.2.4","turns":[1,2],"ratio":0.5,"extra":[1,null]}},\
    "object":{"z":1,"a":2},"flags":[true,null]}
    """

  @Test func `a value is decoded and encoded as its type says`() throws {
    let value = try JSONValueDecoder().decode(Outer.self, from: JSON(parsing: text))
    #expect(
      value
        == Outer(
          level: .required,
          byte: 255,
          steps: [.settle(promise: 1), .wait],
          cases: ["a": Inner(id: "2.2.4", turns: [1, 2], ratio: 0.5, extra: [1, nil])],
          object: ["z": 1, "a": 2],
          flags: [true, nil]
        )
    )
    #expect(try JSONValueEncoder().encode(value).serialized() == text)
  }

  @Test func `lone values are coded`() throws {
    #expect(try JSONValueEncoder().encode(5) == 5)
    #expect(try JSONValueEncoder().encode([Int]()) == [])
    #expect(try JSONValueEncoder().encode(String?.none) == .null)
    #expect(try JSONValueEncoder().encode(JSON.array([1])) == [1])
    #expect(try JSONValueDecoder().decode(Int?.self, from: nil) == nil)
    #expect(try JSONValueDecoder().decode(Double.self, from: 3) == 3)
    #expect(try JSONValueDecoder().decode(JSON.self, from: [1]) == [1])
  }

  @Test(
    "a mismatch is told with place, pointer, what was expected and what was found",
    arguments: [
      (#""byte":255"#, #""byte":1.5"#, "1:28: at /byte: expected an integer, found the number 1.5"),
      (
        #""byte":255"#, #""byte":256"#,
        "1:28: at /byte: expected an integer from 0 to 255, found the integer 256"
      ),
      (#""byte":255"#, #""byte":null"#, "1:28: at /byte: expected an integer, found null"),
      (#""byte":255,"#, "", #"1:1: missing key "byte""#),
      (
        #""turns":[1,2]"#, #""turns":[1,"2"]"#,
        #"1:117: at /cases/a/turns/1: expected an integer, found the string "2""#
      ),
      (#""id":"2.2.4","#, "", #"1:92: at /cases/a: missing key "id""#),
      (#""2.2.4""#, "5", "1:98: at /cases/a/id: expected a string, found the integer 5"),
      (
        #""ratio":0.5"#, #""ratio":[]"#,
        "1:128: at /cases/a/ratio: expected a number, found an array"
      ),
      (#"[true,null]"#, "true", "1:182: at /flags: expected an array, found true"),
      (#"{"z":1,"a":2}"#, "[]", "1:160: at /object: expected an object, found an array"),
      (#"[true,null]"#, "[true,0]", "1:188: at /flags/1: expected a boolean, found the integer 0"),
    ]
  )
  func mismatch(_ old: String, _ new: String, _ message: String) throws {
    let place = try #require(text.firstRange(of: old))
    let changed = text.replacing(old, with: new, subrange: place)
    let document = try JSONDocument(name: "cases.json", bytes: Array(changed.utf8))
    let error = #expect(throws: JSONError.self) {
      try JSONValueDecoder().decode(Outer.self, from: document)
    }
    #expect(error?.description == "cases.json:" + message)
  }

  @Test func `what JSON cannot hold is not encoded`() {
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode([Double.nan]) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(-Double.infinity) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(Float.infinity) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(UInt64.max) }
  }

  @Test func `an encoding error tells the path`() throws {
    let error = #expect(throws: EncodingError.self) {
      try JSONValueEncoder().encode(["a": [1, Double.nan]])
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(JSONPointer(codingPath: context.codingPath).description == "/a/1")
    #expect(context.debugDescription == "expected a finite number, found nan")
  }

  @Test func `decoding from a value throws the errors of the language`() {
    #expect(throws: DecodingError.self) {
      try JSONValueDecoder().decode([Int].self, from: ["1"])
    }
  }
}
