import Dispatch
import Synchronization

/// What a promise does once it is settled.
enum Reaction<Value: Sendable>: Sendable {
  /// Runs code on a context.
  case handler(any Context, @Sendable (Outcome<Value>) -> Void)
  /// Settles a promise that is locked in to this one, without a turn in between.
  case follower(Promise<Value>)
}

extension Promise {
  /// Settles the promise unless it is settled, and hands over its reactions.
  ///
  /// - Returns: Whether this call settled it.
  @discardableResult func settle(_ outcome: Outcome<Value>) -> Bool {
    if case .cancelled(let reason) = outcome {
      // A promise that the cancel has already reached has forwarded it. To forward it again at each
      // link of a chain would take quadratic time.
      return status == .pending && cancel(reason)
    }
    guard claim(outcome) else { return false }
    // Followers of followers are settled in this loop, not by recursion.
    var settled = [self]
    while let promise = settled.popLast() {
      promise.flush { follower in if follower.claim(outcome) { settled.append(follower) } }
    }
    return true
  }

  /// Stores the outcome unless there is one; then the caller must flush.
  ///
  /// - Returns: Whether this call stored it.
  func claim(_ outcome: Outcome<Value>) -> Bool {
    state.withLock { state in
      guard state.outcome == nil else { return false }
      state.outcome = outcome
      state.isFlushing = true
      return true
    }
  }

  /// Hands over reactions, in order, until there are none left.
  ///
  /// A reaction that is registered meanwhile, on any thread, is appended and handed over
  /// here, so that it cannot overtake earlier ones. No lock is held while a context is called.
  func flush(_ settleFollower: (Promise) -> Void) {
    while let (outcome, reactions) = nextReactions() {
      for reaction in reactions {
        switch reaction {
        case .handler(let context, let body): context.enqueue { body(outcome) }
        case .follower(let follower): settleFollower(follower)
        }
      }
    }
  }

  private func nextReactions() -> (Outcome<Value>, [Reaction<Value>])? {
    state.withLock { state in
      guard let outcome = state.outcome, !state.reactions.isEmpty else {
        state.isFlushing = false
        return nil
      }
      defer { state.reactions = [] }
      return (outcome, state.reactions)
    }
  }

  /// Registers code that runs on a context when the promise is settled.
  func observe(on context: any Context, _ body: @escaping @Sendable (Outcome<Value>) -> Void) {
    let outcome = state.withLock { state -> Outcome<Value>? in
      if let outcome = state.outcome, !state.isFlushing { return outcome }
      state.reactions.append(.handler(context, body))
      return nil
    }
    if let outcome { context.enqueue { body(outcome) } }
  }

  /// Runs the resolution procedure.
  ///
  /// The caller must be the only one that may still settle the promise; a cancel may interfere.
  ///
  /// - Returns: Whether the promise was settled or locked in by this call.
  /// - Requirement: 2.3
  @discardableResult func resolve(_ resolution: Resolution<Value>) -> Bool {
    switch resolution {
    case .value(let value): settle(.fulfilled(value))
    case .promise(let promise): follow(promise)
    case .thenable(let thenable): assimilate(thenable)
    }
  }

  /// Takes over the outcome of a promise, now or when it is settled.
  private func follow(_ followed: Promise) -> Bool {
    guard followed !== self else { return settle(.rejected(PromiseError.selfResolution)) }
    guard status == .pending else { return false }
    let outcome = followed.state.withLock { state in
      if state.outcome == nil { state.reactions.append(.follower(self)) }
      return state.outcome
    }
    return outcome.map { outcome in settle(outcome) } ?? true
  }

  /// Calls a thenable's `then`, in a separate turn.
  private func assimilate(_ thenable: any Thenable<Value>) -> Bool {
    if let promise = thenable as? Promise { return follow(promise) }
    guard status == .pending else { return false }
    context.enqueue {
      let deferred = Deferred(settling: self)
      do { try thenable.then(deferred) } catch { deferred.reject(error) }
    }
    return true
  }
}

/// The queue on which reactions of promises that were never settled are freed.
package enum Releases {
  fileprivate static let queue = DispatchQueue(label: "promise.releases")
  fileprivate static let open = Atomic(0)

  /// Whether nothing is left to free.
  package static var areDone: Bool { open.load(ordering: .acquiring) == 0 }
}

/// Frees the reactions of a promise that was never settled.
///
/// A handler holds the next promise of its chain, which would otherwise be freed inside the
/// deinitializer of this one, and so on until the stack is used up.
func release(_ reactions: [Reaction<some Any>]) {
  Releases.open.add(1, ordering: .relaxed)
  Releases.queue.async { withExtendedLifetime(reactions) {} }
  // The block above is freed before this one runs, and what that frees is counted already.
  Releases.queue.async { Releases.open.subtract(1, ordering: .releasing) }
}
