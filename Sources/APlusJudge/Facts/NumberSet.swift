/// A set of numbers that are mostly small and dense, as those of frames are.
struct NumberSet {
  private let limit: Int
  private var words: [UInt64] = []
  /// Those that the host has chosen larger than honest ones need to be.
  private var others: Set<Int> = []

  /// An empty set.
  ///
  /// - Parameter limit: Numbers below this take no more than a bit for each number below it; for those that are known to
  ///   be dense, as references are, none is needed.
  init(limit: Int = .max) {
    self.limit = limit
  }

  /// Whether a number is in the set.
  func contains(_ number: Int) -> Bool {
    guard number >= 0, number < limit else { return others.contains(number) }
    let word = number >> 6
    return word < words.count && words[word] & (1 << UInt64(number & 63)) != 0
  }

  /// Adds a number.
  ///
  /// - Returns: Whether it was new.
  @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    guard number >= 0, number < limit else { return others.insert(number).inserted }
    let word = number >> 6
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    let bit: UInt64 = 1 << UInt64(number & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }
}
