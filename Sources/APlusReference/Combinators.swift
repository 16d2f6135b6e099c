import Synchronization

/// In all of these, the members go on whatever happens to the new promise, and cancelling it does
/// not touch them. A cancelled member counts as rejected. `context` is the default of the new
/// promise.
extension Promise {
  /// Waits for all members to be fulfilled.
  ///
  ///     Promise.all([one, two, three]).then { values in values.reduce(0, +) }
  ///
  /// - Returns: A promise of the values in the order of members, fulfilled at once if there are
  ///   none; rejected with the reason of the first member that is rejected.
  public static func all<Element: Sendable>(
    _ members: [Promise<Element>], on context: any Context = QueueContext.shared
  ) -> Promise where Value == [Element] {
    let values = Collector<Element>(count: members.count)
    return combine(members, on: context, ofNone: .success([])) { result, index in
      switch result {
      case .success(let value): values.put(value, at: index).map(Result.success)
      case .failure(let reason): .failure(reason)
      }
    }
  }

  /// Waits for all members to be settled, either way.
  ///
  /// - Returns: A promise of the results in the order of members, fulfilled at once if there are
  ///   none. It is never rejected, but can be cancelled.
  public static func allSettled<Element: Sendable>(
    _ members: [Promise<Element>], on context: any Context = QueueContext.shared
  ) -> Promise where Value == [Result<Element, any Error>] {
    let results = Collector<Result<Element, any Error>>(count: members.count)
    return combine(members, on: context, ofNone: .success([])) { result, index in
      results.put(result, at: index).map(Result.success)
    }
  }

  /// Takes the outcome of the first member that is settled.
  ///
  /// - Returns: A promise with the outcome of the winner; without members it is rejected with
  ///   ``PromiseError/empty``.
  public static func race(_ members: [Promise], on context: any Context = QueueContext.shared) -> Promise {
    combine(members, on: context, ofNone: .failure(PromiseError.empty)) { result, _ in result }
  }

  /// Takes the value of the first member that is fulfilled.
  ///
  /// - Returns: A promise of that value. If all members are rejected, it is rejected with
  ///   ``PromiseError/allRejected(_:)``; without members with ``PromiseError/empty``.
  public static func any(_ members: [Promise], on context: any Context = QueueContext.shared) -> Promise {
    let reasons = Collector<any Error>(count: members.count)
    return combine(members, on: context, ofNone: .failure(PromiseError.empty)) { result, index in
      switch result {
      case .success: result
      case .failure(let reason): reasons.put(reason, at: index).map { .failure(PromiseError.allRejected($0)) }
      }
    }
  }

  /// Makes a promise that is settled as soon as a member's result decides it.
  private static func combine<Element>(
    _ members: [Promise<Element>], on context: any Context, ofNone: Result<Value, any Error>,
    _ decide: @escaping @Sendable (Result<Element, any Error>, Int) -> Result<Value, any Error>?
  ) -> Promise {
    let deferred = Deferred<Value>(on: context)
    if members.isEmpty { deferred.settle(ofNone) }
    for (index, member) in members.enumerated() {
      member.observe(on: context) { outcome in if let result = decide(outcome.result, index) { deferred.settle(result) }
      }
    }
    return deferred.promise
  }
}

/// What a combinator has gathered from its members so far.
///
/// Members may settle on many threads at once; the lock is never held while a promise is settled.
final class Collector<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var elements: [Element?]
    var missing: Int
  }

  private let state: Mutex<State>

  /// Makes a collector with one place for each member.
  init(count: Int) { state = Mutex(State(elements: Array(repeating: nil, count: count), missing: count)) }

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
