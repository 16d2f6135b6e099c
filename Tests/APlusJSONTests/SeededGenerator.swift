import APlusJSON

/// A random number generator that repeats itself (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension JSON {
  /// Makes a value of up to so many levels.
  static func random(depth: Int, using generator: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<64, using: &generator))
    case 3: return .real(Double.random(in: -1000...1000, using: &generator))
    case 4:
      let double = Double(bitPattern: generator.next())
      return .real(double.isFinite ? double : -0.0)
    case 5: return .string(.random(using: &generator))
    case 6:
      let count = Int.random(in: 0..<5, using: &generator)
      return .array((0..<count).map { _ in .random(depth: depth - 1, using: &generator) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<20, using: &generator) {
        // Jansson reads no U+0000 in keys.
        let key = String.random(using: &generator).filter { $0 != "\0" }
        object[key] = .random(depth: depth - 1, using: &generator)
      }
      return .object(object)
    }
  }
}

extension String {
  /// Makes a string with characters of every length and class.
  static func random(using generator: inout SeededGenerator) -> String {
    let limits: [UInt32] = [0x20, 0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<20, using: &generator) {
      let limit = limits[Int.random(in: limits.indices, using: &generator)]
      let value = UInt32.random(in: 0...limit, using: &generator)
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(scalars)
  }
}
