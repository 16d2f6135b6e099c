/// Random numbers, the same for a seed on every machine: SplitMix64, by Steele, Lea and Flood.
struct RandomNumbers: Sendable {
  private var state: UInt64

  /// The numbers for an index in the series of a seed; neighboring indices have unrelated numbers.
  init(seed: UInt64, index: Int) {
    state = seed
    state = next() ^ UInt64(truncatingIfNeeded: index)
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to one less than the bound, which is at least 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Whether something happens, with a probability in percent.
  mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  /// One of the elements; nil where there are none.
  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
