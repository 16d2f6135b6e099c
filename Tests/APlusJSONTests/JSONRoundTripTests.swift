import APlusJSON
import Testing

@Suite("JSON round trips") struct JSONRoundTripTests {
  @Test("a value reads back as it was written", arguments: 0..<100) func roundTrip(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = JSON.random(depth: 4, using: &generator)
    for text in [value.serialized(), value.serialized(pretty: true)] {
      let back = try JSON(parsing: text)
      #expect(back == value)
      // Equality takes -0.0 for 0.0 and composed for decomposed characters; text does not.
      #expect(back.serialized() == value.serialized())
      #expect(Array(back.serialized().utf8) == value.serializedBytes())
    }
  }

  @Test func `sorting the keys loses nothing`() throws {
    let value: JSON = ["b": 1, "a": ["d": 2, "c": 3]]
    let sorted = try JSON(parsing: value.serialized(sortedKeys: true))
    #expect(sorted == ["a": ["c": 3, "d": 2], "b": 1])
  }

  @Test func `every double reads back bit by bit`() {
    var generator = SeededGenerator(seed: 7)
    var doubles: [Double] = []
    for _ in 0..<5000 {
      // Half of them with few digits, where a shorter text is chosen.
      let short = Double(Int.random(in: -99_999...99_999, using: &generator)) / 1000
      let any = Double(bitPattern: generator.next())
      doubles += [short, any, any.ulp, 1 / short].filter(\.isFinite)
    }
    #expect(doubles.count > 15_000)
    #expect(doubles.filter { !readsBack($0) } == [])
  }

  @Test func `every power of two reads back bit by bit`() {
    let powers = (-1074...1023).map { Double(sign: .minus, exponent: $0, significand: 1) }
    #expect(powers.filter { !readsBack($0) } == [])
  }

  private func readsBack(_ double: Double) -> Bool {
    guard case .real(let back)? = try? JSON(parsing: JSON.real(double).serialized()) else { return false }
    return back.bitPattern == double.bitPattern
  }

  @Test("a mutated text is a value or a fault with its place", arguments: 0..<20) func mutations(_ seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<500 {
      let bytes = mutated(JSON.random(depth: 3, using: &generator), using: &generator)
      do {
        let value = try JSON(parsing: bytes)
        #expect(try JSON(parsing: value.serializedBytes()) == value)
      } catch {
        refused += 1
        // Without a pointer the message would be Jansson's, for a fault we did not find.
        #expect(error.pointer != nil, "\(error) in \(bytes)")
        #expect(try #require(error.position).line >= 1)
        #expect(try #require(error.position).offset <= bytes.count)
        #expect(error.message.hasPrefix("found ") || error.message.hasPrefix("nested "))
      }
    }
    #expect((1..<500).contains(refused))
  }

  /// Cuts the text of a value off, or changes, doubles or drops some of its bytes.
  private func mutated(_ value: JSON, using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = value.serializedBytes()
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2:
        let special = Array(#"{}[]:,"\0-e.u"#.utf8)
        bytes.insert(special[Int.random(in: special.indices, using: &generator)], at: place)
      case 3: bytes.remove(at: place)
      default:
        let end = Int.random(in: place...bytes.count, using: &generator)
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }
}
