/// A set of numbers that are mostly small and dense, as frame numbers are.
struct NumberSet {
  private let limit: Int
  private var words: [UInt64] = []
  /// Numbers outside `0..<limit`, which a well-behaved host does not use.
  private var others: Set<Int> = []

  /// An empty set.
  ///
  /// - Parameter limit: Numbers below this are kept in a bitmap. Numbers that are known to be
  ///   dense, as references are, need no limit.
  init(limit: Int = .max) { self.limit = limit }

  /// Whether a number is in the set.
  func contains(_ number: Int) -> Bool {
    guard number >= 0, number < limit else { return others.contains(number) }
    let word = number >> 6
    return word < words.count && words[word] & (1 << UInt64(number & 63)) != 0
  }

  /// Adds a number.
  ///
  /// - Returns: Whether it was new.
  @discardableResult mutating func insert(_ number: Int) -> Bool {
    guard number >= 0, number < limit else { return others.insert(number).inserted }
    let word = number >> 6
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    let bit: UInt64 = 1 << UInt64(number & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }
}
