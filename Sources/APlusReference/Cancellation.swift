import Synchronization

extension Promise {
  /// Cancels the promise and everything that was made from it.
  ///
  /// - A pending promise is rejected with the reason and counts as cancelled, also when it is
  ///   locked in to another one; what it follows is not touched.
  /// - Every pending promise below it is cancelled with the same reason: those made with `then` and
  ///   its relatives, those made from these, and promises that follow one of them.
  /// - A settled promise stays as it is, and still forwards the cancel to what was made from it so
  ///   far, also while a handler is running, and each time it is called.
  /// - Nothing above and nothing beside the promise is touched.
  ///
  /// Handlers for the rejection run as asynchronously as always. What they return or throw makes no
  /// difference: a promise made from a cancelled one is cancelled with the same reason, also when
  /// it was made later.
  ///
  ///     let page = load(url).then { data in parse(data) }
  ///     page.cancel()  // page is cancelled, load goes on
  ///
  /// - Returns: Whether this very promise was cancelled by this call.
  @discardableResult
  public func cancel(_ reason: any Error = PromiseError.cancelled) -> Bool {
    var next: [any Descendant] = []
    let wasPending = receiveCancel(reason, next: &next)
    while let descendant = next.popLast() {
      _ = descendant.receiveCancel(reason, next: &next)
    }
    return wasPending
  }

  /// Registers code that runs, asynchronously, if the promise is cancelled.
  ///
  /// This is how work learns that nobody waits for it any more:
  ///
  ///     let promise = Promise { deferred in
  ///       let request = fetch(url) { page in deferred.fulfill(page) }
  ///       deferred.promise.onCancel { _ in request.stop() }
  ///     }
  ///
  /// - Returns: The promise itself.
  @discardableResult
  public func onCancel(
    on context: (any Context)? = nil,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Promise {
    observe(on: context ?? self.context) { outcome in
      if case .cancelled(let reason) = outcome { body(reason) }
    }
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
    // This promise lives, so that its lineage has no heir yet and takes the child itself.
    _ = lineage.accept(child)
    return child
  }
}

/// A promise of any value, as a cancel sees it on its way down.
protocol Descendant: AnyObject, Sendable {
  /// Cancels this promise if it is pending, and names those that the cancel must reach next.
  ///
  /// - Returns: Whether the promise was pending.
  func receiveCancel(_ reason: any Error, next: inout [any Descendant]) -> Bool

  /// Makes another lineage, or none, the one that the promise is in.
  func join(_ lineage: Lineage?)
}

extension Promise: Descendant {
  func receiveCancel(_ reason: any Error, next: inout [any Descendant]) -> Bool {
    let wasPending = claim(.cancelled(reason))
    next += state.withLock { state in state.children }?.members ?? []
    if wasPending {
      flush { follower in next.append(follower) }
    }
    return wasPending
  }

  func join(_ lineage: Lineage?) {
    state.withLock { state in state.parent = lineage }
  }
}

/// The promises that were made from one promise, for a cancel to find.
///
/// A pending promise holds its children through its reactions; a settled one has handed those over
/// and must still be able to forward a cancel, while a handler runs, while a child follows some
/// other promise, or further down. It must not keep them alive for that. So the members are weak,
/// and a promise that is freed bequeaths its own members to the lineage that it is in: the way
/// from an ancestor to a pending descendant is never cut by a promise between that nobody
/// kept, and its length does not grow either.
final class Lineage: Sendable {
  private struct Member: Sendable {
    weak let promise: (any Descendant)?
  }

  private struct State: Sendable {
    var members: [Member] = []
    /// How many members may have been freed since the last sweep.
    var departures = 0
    /// Whether the promise whose lineage this is has been freed.
    var isOrphaned = false
    /// Who took the members over when that happened.
    var heir: Lineage?
  }

  private let state = Mutex(State())

  /// The members that are alive.
  var members: [any Descendant] {
    state.withLock { state in state.members.compactMap(\.promise) }
  }

  /// Adds a promise, or passes it on to the heir if there is one.
  ///
  /// - Returns: The lineage that it is in now; nil when the line has died out.
  func accept(_ promise: any Descendant) -> Lineage? {
    var candidate: Lineage? = self
    while let lineage = candidate {
      let (isAccepted, heir) = lineage.state.withLock { state -> (Bool, Lineage?) in
        guard !state.isOrphaned else { return (false, state.heir) }
        state.members.append(Member(promise: promise))
        return (true, nil)
      }
      if isAccepted { break }
      candidate = heir
    }
    return candidate
  }

  /// Takes note that a member has been freed, and sweeps when that pays off.
  func memberLeft() {
    // The promises come out of the lock before they are released: the last reference to one may be
    // ours by then, and freeing it takes the same lock.
    _ = state.withLock { state -> [any Descendant] in
      state.departures += 1
      guard state.departures > 16, 2 * state.departures > state.members.count else { return [] }
      let alive = state.members.compactMap(\.promise)
      state.members = alive.map { promise in Member(promise: promise) }
      state.departures = 0
      return alive
    }
  }

  /// Hands the members over because the promise whose lineage this is is being freed.
  func transfer(to heir: Lineage?) {
    let members = state.withLock { state in
      defer { state.members = [] }
      state.isOrphaned = true
      state.heir = heir
      return state.members
    }
    guard let heir else { return }
    for case let promise? in members.lazy.map(\.promise) { promise.join(heir.accept(promise)) }
  }
}
