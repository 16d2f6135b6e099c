import APlusCases
import APlusJSON
import APlusModel
import Testing

@Suite("Corrupted specifications") struct MutatedSpecTests {
  /// A small random generator with a seed, so that a failure can be reproduced.
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let words = [
    "null", "[]", "{}", "-1", "1e9", "\"\"", "\"S\"", "{\"$\": \"state\"}", "{\"$\": 1}", "[[[[]]]]", "\"q#-1\"",
    "{\"thenable\": {}}", "99999999999", "true",
  ]

  private static func spoil(_ text: String, _ random: inout Random) -> [UInt8] {
    var bytes = Array(text.utf8)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    case 1:
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    case 2:
      // A value of another type in the place of a string.
      let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
      let start = Int.random(in: 0..<(quotes.count / 2), using: &random) * 2
      let word = words.randomElement(using: &random) ?? ""
      bytes.replaceSubrange(quotes[start]...quotes[start + 1], with: word.utf8)
    default:
      let ends = [Int.random(in: bytes.indices, using: &random), Int.random(in: bytes.indices, using: &random)]
      bytes.removeSubrange((ends.min() ?? 0)..<(ends.max() ?? 0))
    }
    return bytes
  }

  @Test("each of 10,000 corrupted files loads or is refused with an error", arguments: 0..<20) func loadsOrIsRefused(
    _ seed: UInt64
  ) {
    var random = Random(state: seed)
    for _ in 0..<500 {
      var files = SampleSpecs.files()
      let index = Int.random(in: files.indices, using: &random)
      let spoilt = Self.spoil(String(decoding: files[index].bytes, as: UTF8.self), &random)
      files[index] = TextFile(name: files[index].name, bytes: spoilt)
      do throws(ReadErrors) { _ = try SpecLibrary(files: files) } catch {
        let told = error.errors.allSatisfy { !$0.message.isEmpty && !$0.name.isEmpty }
        #expect(told && !error.errors.isEmpty)
      }
    }
  }
}
