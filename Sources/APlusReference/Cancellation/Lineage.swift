/// The promises that were made from one promise, for a cancel to find.
///
/// A pending promise holds its children through its reactions; a settled one has handed those over
/// and must still be able to forward a cancel, while a handler runs, while a child follows some
/// other promise, or further down. It must not keep them alive for that. So the members are weak,
/// and a promise that is freed bequeaths its own members to the lineage that it belongs to: the way
/// from an ancestor to a pending descendant is never cut by an intermediate promise that nobody
/// kept, and its length does not grow either.
@usableFromInline final class Lineage: Sendable {
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

  private let state = Locked(State())

  /// Makes a lineage without members.
  @usableFromInline init() {}

  /// The members that are alive.
  var members: [any Descendant] {
    state.withLock { state in state.members.compactMap(\.promise) }
  }

  /// Adds a promise, or passes it on to the heir if there is one.
  ///
  /// - Returns: The lineage that it is in now. When the line has died out that is none, and the
  ///   promise must let go of it, or its own descendants would walk the whole line again.
  @usableFromInline func accept(_ promise: any Descendant) -> Lineage? {
    // A weak reference takes memory, which is no work for a lock.
    let member = Member(promise: promise)
    var candidate: Lineage? = self
    while let lineage = candidate {
      let (isAccepted, heir) = lineage.state.withLock { state -> (Bool, Lineage?) in
        guard !state.isOrphaned else { return (false, state.heir) }
        state.members.append(member)
        return (true, nil)
      }
      if isAccepted {
        break
      }
      candidate = heir
    }
    return candidate
  }

  /// Takes note that a member has been freed, and sweeps when that pays off.
  @usableFromInline func memberLeft() {
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
  @usableFromInline func bequeath(to heir: Lineage?) {
    let members = state.withLock { state in
      defer { state.members = [] }
      state.isOrphaned = true
      state.heir = heir
      return state.members
    }
    // With nobody to go to, they find that out when they look; few ever do.
    guard let heir else { return }
    for case let promise? in members.lazy.map(\.promise) { promise.join(heir.accept(promise)) }
  }
}
