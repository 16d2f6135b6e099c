/// What came of an attempt to settle a promise.
@usableFromInline enum Claim: Sendable {
  /// It was settled already.
  case lost
  /// It is settled now, and owes nothing.
  case free
  /// It is settled now, and owes reactions: whoever claimed it must flush.
  case owing
}

extension Promise {
  /// Settles the promise unless it is settled, and hands over what it owes.
  ///
  /// - Returns: Whether this call settled it.
  @discardableResult
  @inlinable func settle(_ outcome: Outcome<Value>) -> Bool {
    if case .cancelled(let reason) = outcome {
      // A promise that the cancel has reached already has forwarded it. To do so again at each link
      // of a chain would take quadratic time.
      return status == .pending && cancel(reason)
    }
    let claim = claim(outcome)
    guard claim == .owing else { return claim == .free }
    // Followers of followers are settled in this loop, not by recursion.
    var settled = [self]
    while let promise = settled.popLast() {
      promise.flush { follower in
        if follower.claim(outcome) == .owing {
          settled.append(follower)
        }
      }
    }
    return true
  }

  /// Writes the outcome down.
  @inlinable func claim(_ outcome: Outcome<Value>) -> Claim {
    withState { state in
      guard state.outcome == nil else { return .lost }
      state.outcome = outcome
      state.isFlushing = !state.reactions.isEmpty
      return state.isFlushing ? .owing : .free
    }
  }

  /// Hands over reactions, in order, until there are none left.
  ///
  /// A reaction that is registered meanwhile, on whichever thread, is appended and handed over
  /// here, so that it cannot overtake earlier ones. No lock is held while a context is called.
  @inlinable func flush(_ settleFollower: (Promise) -> Void) {
    while let (outcome, reactions) = nextReactions() {
      for reaction in reactions {
        switch reaction {
        case .handler(let context, let body):
          context.enqueue { body(outcome) }
        case .follower(let follower):
          settleFollower(follower)
        }
      }
    }
  }

  /// Takes what is owed by now; once that is nothing, registrations go to their contexts directly.
  @inlinable func nextReactions() -> (Outcome<Value>, [Reaction<Value>])? {
    withState { state in
      guard let outcome = state.outcome, !state.reactions.isEmpty else {
        state.isFlushing = false
        kinship.isOwing = false
        return nil
      }
      defer { state.reactions = [] }
      return (outcome, state.reactions)
    }
  }

  /// Writes down what is owed once the promise is settled.
  @inlinable func owe(_ reaction: Reaction<Value>, in state: inout State) {
    state.reactions.append(reaction)
    kinship.isOwing = true
  }

  /// Registers code that runs on a context when the promise is settled.
  @inlinable func observe(
    on context: any Context,
    _ body: @escaping @Sendable (Outcome<Value>) -> Void
  ) {
    let outcome = withState { state -> Outcome<Value>? in
      if state.outcome != nil, !state.isFlushing {
        return state.outcome
      }
      owe(.handler(context: context, body: body), in: &state)
      return nil
    }
    if let outcome {
      context.enqueue { body(outcome) }
    }
  }

  /// Runs the resolution procedure.
  ///
  /// The caller must be the only one that may still settle the promise; a cancel may interfere.
  ///
  /// - Returns: Whether the promise was settled or locked in by this call.
  /// - Requirement: 2.3
  @discardableResult
  @inlinable func resolve(_ resolution: Resolution<Value>) -> Bool {
    switch resolution {
    case .value(let value):
      settle(.fulfilled(value))
    case .promise(let promise):
      follow(promise)
    case .thenable(let thenable):
      assimilate(thenable)
    }
  }

  /// Takes over the outcome of a promise, now or when it is settled.
  @inlinable func follow(_ followed: Promise) -> Bool {
    guard followed !== self else {
      return settle(.rejected(PromiseError.selfResolution))
    }
    guard status == .pending else { return false }
    let outcome = followed.withState { state -> Outcome<Value>? in
      if state.outcome == nil {
        followed.owe(.follower(self), in: &state)
      }
      return state.outcome
    }
    return outcome.map { outcome in settle(outcome) } ?? true
  }

  /// Calls a thenable's `then`, in a turn of its own.
  @usableFromInline func assimilate(_ thenable: any Thenable<Value>) -> Bool {
    if let promise = thenable as? Promise {
      return follow(promise)
    }
    guard status == .pending else { return false }
    context.enqueue {
      let deferred = Deferred(settling: self)
      do {
        try thenable.then(Resolve(deferred), Reject(deferred))
      } catch {
        deferred.reject(error)
      }
    }
    return true
  }
}
