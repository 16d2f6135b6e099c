import APlusJSON
import Testing

@Suite("Coding containers") struct JSONContainerTests {
  /// Keys that are numbers and yet no indexes.
  private enum Numbered: Int, CodingKey {
    case first = 1
    case second = 2
  }

  /// A type that drives the containers by hand.
  private struct ByHand: Codable, Equatable {
    var first: [Int?]
    var second: [[Int]]

    init(first: [Int?], second: [[Int]]) {
      self.first = first
      self.second = second
    }

    init(from decoder: any Decoder) throws {
      let keyed = try decoder.container(keyedBy: Numbered.self)
      var elements = try keyed.nestedUnkeyedContainer(forKey: .first)
      first = []
      while !elements.isAtEnd {
        first.append(try elements.decodeNil() ? nil : elements.decode(Int.self))
      }
      var rows = try keyed.nestedUnkeyedContainer(forKey: .second)
      second = []
      for _ in 0..<2 {
        var row = try rows.nestedUnkeyedContainer()
        second.append(try (0..<2).map { _ in try row.decode(Int.self) })
      }
    }

    func encode(to encoder: any Encoder) throws {
      // Two containers of the same value add to the same object.
      var one = encoder.container(keyedBy: Numbered.self)
      try one.encode(first, forKey: .first)
      var other = encoder.container(keyedBy: Numbered.self)
      var rows = other.nestedUnkeyedContainer(forKey: .second)
      for row in second {
        try rows.encode(row)
      }
      var same = other.nestedUnkeyedContainer(forKey: .second)
      try same.encode([5, 6])
    }
  }

  private class Parent: Codable {
    var name = "parent"
  }

  private final class Child: Parent {
    var age = 0

    private enum Key: CodingKey {
      case age
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      let keyed = try decoder.container(keyedBy: Key.self)
      age = try keyed.decode(Int.self, forKey: .age)
      try super.init(from: keyed.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(age, forKey: .age)
      try super.encode(to: keyed.superEncoder())
    }
  }

  @Test func `nested containers are read element by element`() throws {
    let value: JSON = ["first": [1, nil, 2], "second": [[1, 2], [3, 4]]]
    #expect(
      try JSONValueDecoder().decode(ByHand.self, from: value)
        == ByHand(first: [1, nil, 2], second: [[1, 2], [3, 4]])
    )
  }

  @Test func `containers of one value share it`() throws {
    let value = ByHand(first: [nil, 1], second: [[1, 2]])
    #expect(
      try JSONValueEncoder().encode(value) == ["first": [nil, 1], "second": [[1, 2], [5, 6]]]
    )
  }

  @Test(
    "a key that is a number for its type is a member all the same",
    arguments: [
      (#"{"first":[],"second":[[1]]}"#, "/second/0", "expected more than 1 elements"),
      (#"{"first":[],"second":[[1,2]]}"#, "/second", "expected more than 1 elements"),
      (#"{"first":["x"]}"#, "/first/0", #"expected an integer, found the string "x""#),
    ]
  )
  func path(_ text: String, _ pointer: String, _ message: String) throws {
    let document = try JSONDocument(name: "x", bytes: Array(text.utf8))
    let error = #expect(throws: JSONError.self) {
      try JSONValueDecoder().decode(ByHand.self, from: document)
    }
    #expect(error?.pointer?.description == pointer)
    #expect(error?.message == message)
  }

  @Test func `a superclass is coded under its own key`() throws {
    let child = Child()
    child.age = 7
    child.name = "x"
    let value = try JSONValueEncoder().encode(child)
    #expect(value == ["age": 7, "super": ["name": "x"]])
    let back = try JSONValueDecoder().decode(Child.self, from: value)
    #expect(back.age == 7)
    #expect(back.name == "x")
  }

  @Test func `numbers that a type cannot hold are refused`() {
    let decoder = JSONValueDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode(Float.self, from: 1e300) }
    #expect(throws: DecodingError.self) { try decoder.decode(UInt.self, from: -1) }
    #expect(throws: DecodingError.self) { try decoder.decode(Int8.self, from: 128) }
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: 1.0) }
    #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: "1") }
    #expect(throws: DecodingError.self) { try decoder.decode(Bool.self, from: 1) }
  }

  @Test func `null where a value is expected is a missing value`() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONValueDecoder().decode(Int.self, from: nil)
    }
    guard case .valueNotFound(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "expected an integer, found null")
  }
}
