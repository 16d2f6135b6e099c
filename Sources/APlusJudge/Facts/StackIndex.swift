/// Numbers the stacks of a trace from 0, in order of their first events.
///
/// A host may give a stack any number, so the number itself cannot index an array.
struct StackIndex {
  /// Numbers below this are looked up in an array, because hosts count from 0.
  private static let limit = 1 << 16

  private var places: [Int32] = []
  private var others: [Int: Int] = [:]
  private var count = 0
  /// The last answer: most events follow one of the same stack.
  private var last = (stack: -1, index: 0)

  /// The index of a stack; one seen for the first time gets the next.
  mutating func index(of stack: Int) -> Int {
    if stack == last.stack { return last.index }
    let index = known(stack) ?? count
    if index == count { note(stack) }
    last = (stack, index)
    return index
  }

  private func known(_ stack: Int) -> Int? {
    guard stack < Self.limit else { return others[stack] }
    return stack < places.count && places[stack] >= 0 ? Int(places[stack]) : nil
  }

  private mutating func note(_ stack: Int) {
    if stack < Self.limit {
      while places.count <= stack { places.append(-1) }
      places[stack] = Int32(count)
    } else {
      others[stack] = count
    }
    count += 1
  }
}
