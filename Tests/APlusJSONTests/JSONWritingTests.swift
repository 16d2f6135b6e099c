import APlusJSON
import Testing

@Suite("Writing JSON") struct JSONWritingTests {
  private let value: JSON = ["b": [1, 2.5, [], [:]], "a": ["é\"\\\n\0/", nil, true, false]]

  @Test func `a value is one line without spaces`() {
    #expect(value.serialized() == #"{"b":[1,2.5,[],{}],"a":["é\"\\\n\u0000/",null,true,false]}"#)
  }

  @Test func `keys are sorted when asked for`() {
    #expect(
      JSON.object(["b": 1, "a": 2, "é": 3, "B": 4]).serialized(sortedKeys: true) == #"{"B":4,"a":2,"b":1,"é":3}"#)
  }

  @Test func `pretty text has a line for each member and element`() {
    #expect(
      JSON.object(["a": [1, ["x": nil]], "e": []]).serialized(pretty: true) == """
        {
          "a": [
            1,
            {
              "x": null
            }
          ],
          "e": []
        }
        """)
  }

  @Test func `bytes are appended to what is there`() {
    var bytes = Array("1\n".utf8)
    JSON.array([1, "a"]).serialize(into: &bytes)
    #expect(bytes == Array("1\n[1,\"a\"]".utf8))
    #expect(JSON.array([1, "a"]).serializedBytes() == Array("[1,\"a\"]".utf8))
  }

  @Test(
    "a double is written short where that reads back",
    arguments: [
      (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (100, "100.0"), (1e22, "1e22"), (-2.5e-7, "-2.5e-7"),
      (0.30000000000000004, "0.30000000000000004"), (.leastNonzeroMagnitude, "5e-324"), (123_456.789, "123456.789"),
    ]) func double(_ double: Double, _ text: String) throws
  {
    #expect(JSON.real(double).serialized() == text)
    let back = try JSON(parsing: text)
    #expect(back == .real(double))
    #expect(back.serialized() == text)
  }

  @Test func `NaN and infinity are written as null`() {
    #expect(JSON.array([.real(.nan), .real(.infinity), .real(-.infinity)]).serialized() == "[null,null,null]")
  }

  @Test func `the extreme integers are written whole`() {
    #expect(JSON.array([.integer(.min), .integer(.max)]).serialized() == "[-9223372036854775808,9223372036854775807]")
  }

  @Test func `strings and keys may be empty or contain U+0000`() throws {
    #expect(JSON.object(["": "", "a": "x\0y"]).serialized() == #"{"":"","a":"x\u0000y"}"#)
    #expect(JSON.object(["a\0b": 1]).serialized() == #"{"a\u0000b":1}"#)
  }
}
