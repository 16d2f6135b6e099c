import Synchronization

extension Promise {
  /// Cancels the promise and everything that was made from it.
  ///
  /// - A pending promise is rejected with the reason and counts as cancelled, even if it is locked
  ///   in to another one; the promise that it follows is not touched.
  /// - Every pending promise below it is cancelled with the same reason: the promises made from it
  ///   with `then` and its relatives, those made from these, and promises that follow one of them.
  /// - A settled promise stays as it is, but each call still forwards the cancel to the promises
  ///   made from it so far, even while a handler is running.
  /// - No promise above or beside it is touched.
  ///
  /// Handlers for the rejection run asynchronously, as always. What they return or throw makes no
  /// difference: a promise made from a cancelled one is cancelled with the same reason, even if it
  /// is made later.
  ///
  ///     let page = load(url).then { data in parse(data) }
  ///     page.cancel()  // page is cancelled, load goes on
  ///
  /// - Returns: Whether this call cancelled this promise itself.
  @discardableResult public func cancel(_ reason: any Error = PromiseError.cancelled) -> Bool {
    var next: [any Descendant] = []
    let wasPending = receiveCancel(reason, next: &next)
    while let descendant = next.popLast() { _ = descendant.receiveCancel(reason, next: &next) }
    return wasPending
  }

  /// Registers code that runs, asynchronously, if the promise is cancelled.
  ///
  /// With it, work stops when its result is no longer wanted:
  ///
  ///     let promise = Promise { deferred in
  ///       let request = fetch(url) { page in deferred.fulfill(page) }
  ///       deferred.promise.onCancel { _ in request.stop() }
  ///     }
  ///
  /// - Returns: The promise itself.
  @discardableResult public func onCancel(
    on context: (any Context)? = nil, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Promise {
    observe(on: context ?? self.context) { outcome in if case .cancelled(let reason) = outcome { body(reason) } }
    return self
  }

  /// Makes a pending promise that a cancel of this one reaches.
  func makeChild<NewValue: Sendable>() -> Promise<NewValue> {
    let lineage = state.withLock { state in
      let lineage = state.children ?? Lineage()
      state.children = lineage
      return lineage
    }
    let child = Promise<NewValue>(on: context, in: lineage)
    // This promise is alive, so its lineage has no successor yet and takes the child itself.
    _ = lineage.accept(child)
    return child
  }
}

/// A promise of any type of value, as a cancel sees it on its way down.
protocol Descendant: AnyObject, Sendable {
  /// Cancels this promise if it is pending, and adds the promises that the cancel must reach next.
  ///
  /// - Returns: Whether the promise was pending.
  func receiveCancel(_ reason: any Error, next: inout [any Descendant]) -> Bool

  /// Records that the promise is now in another lineage, or in none.
  func join(_ lineage: Lineage?)
}

extension Promise: Descendant {
  func receiveCancel(_ reason: any Error, next: inout [any Descendant]) -> Bool {
    let wasPending = claim(.cancelled(reason))
    next += state.withLock { state in state.children }?.members ?? []
    if wasPending { flush { follower in next.append(follower) } }
    return wasPending
  }

  func join(_ lineage: Lineage?) { state.withLock { state in state.parent = lineage } }
}

/// The promises that were made from one promise, for a cancel to find.
///
/// A pending promise holds its children through its reactions. A settled one has handed its
/// reactions over, and must still forward a cancel: while a handler runs, while a child follows
/// another promise, or further down. It must not keep its children alive for that, so the members
/// are weak. A promise that is freed transfers its members to the lineage that it is in. So a freed
/// promise neither cuts nor lengthens the way from an ancestor to a pending descendant.
final class Lineage: Sendable {
  private struct Member: Sendable { weak let promise: (any Descendant)? }

  private struct State: Sendable {
    var members: [Member] = []
    /// How many members may have been freed since the last sweep.
    var departures = 0
    /// Whether the promise that this lineage belongs to has been freed.
    var isOrphaned = false
    /// The lineage that then took over the members; nil where there was none.
    var successor: Lineage?
  }

  private let state = Mutex(State())

  /// The members that are alive.
  var members: [any Descendant] { state.withLock { state in state.members.compactMap(\.promise) } }

  /// Adds a promise, or passes it on to the successor if there is one.
  ///
  /// - Returns: The lineage that it is in now; nil where no successor is left.
  func accept(_ promise: any Descendant) -> Lineage? {
    var candidate: Lineage? = self
    while let lineage = candidate {
      let (isAccepted, successor) = lineage.state.withLock { state -> (Bool, Lineage?) in
        guard !state.isOrphaned else { return (false, state.successor) }
        state.members.append(Member(promise: promise))
        return (true, nil)
      }
      if isAccepted { break }
      candidate = successor
    }
    return candidate
  }

  /// Notes that a member has been freed, and sweeps when that pays off.
  func memberLeft() {
    // The promises leave the lock before they are released: this may hold the last reference to one
    // by then, and freeing it takes the same lock.
    _ = state.withLock { state -> [any Descendant] in
      state.departures += 1
      guard state.departures > 16, 2 * state.departures > state.members.count else { return [] }
      let alive = state.members.compactMap(\.promise)
      state.members = alive.map { promise in Member(promise: promise) }
      state.departures = 0
      return alive
    }
  }

  /// Transfers the members, as the promise that this lineage belongs to is being freed.
  func transfer(to successor: Lineage?) {
    let members = state.withLock { state in
      defer { state.members = [] }
      state.isOrphaned = true
      state.successor = successor
      return state.members
    }
    guard let successor else { return }
    for case let promise? in members.lazy.map(\.promise) { promise.join(successor.accept(promise)) }
  }
}
