/// What a combinator has gathered from its members so far.
///
/// Members may settle on many threads at once; the lock is never held while a promise is settled.
final class Collector<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var elements: [Element?]
    var missing: Int
  }

  private let state: Locked<State>

  /// Makes a collector with one place for each member.
  init(count: Int) {
    state = Locked(State(elements: Array(repeating: nil, count: count), missing: count))
  }

  /// Puts an element into its place.
  ///
  /// - Returns: All elements in the order of members, for the one call that completes them.
  func put(_ element: Element, at index: Int) -> [Element]? {
    state.withLock { state in
      state.elements[index] = element
      state.missing -= 1
      return state.missing == 0 ? state.elements.compactMap(\.self) : nil
    }
  }
}
