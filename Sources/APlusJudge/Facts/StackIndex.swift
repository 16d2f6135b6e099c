/// Numbers the stacks of a trace from 0, in order of their first events.
///
/// A host may give a stack any number, so that it cannot be a place in an array itself.
struct StackIndex {
  private var indices: [Int: Int] = [:]
  /// The stack that was asked for last; most events follow one of the same stack.
  private var last = (stack: -1, index: 0)

  /// The place of a stack.
  mutating func index(of stack: Int) -> Int {
    if stack == last.stack { return last.index }
    let index = indices[stack] ?? indices.count
    indices[stack] = index
    last = (stack, index)
    return index
  }
}
