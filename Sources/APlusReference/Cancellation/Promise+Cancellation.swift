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
  /// - Parameter reason: The reason, kept as it is.
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

  /// Registers code that runs if the promise is cancelled, and only then.
  ///
  /// This is how work learns that nobody waits for it any more:
  ///
  ///     let promise = Promise { deferred in
  ///       let request = fetch(url) { page in deferred.fulfill(page) }
  ///       deferred.promise.onCancel { _ in request.stop() }
  ///     }
  ///
  /// - Parameters:
  ///   - context: Where to run it; the promise's own context if none is given.
  ///   - body: The code; it gets the reason. It runs asynchronously, also when the promise is
  ///     already cancelled.
  /// - Returns: The promise itself.
  @discardableResult
  public func onCancel(
    on context: (any Context)? = nil,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Promise {
    observe(on: context ?? self.context) { outcome in
      if case .cancelled(let reason) = outcome {
        body(reason)
      }
    }
    return self
  }
}

extension Promise {
  /// Makes a pending promise that a cancel of this one reaches.
  @inlinable func makeDescendant<NewValue: Sendable>(
    on context: any Context
  ) -> Promise<NewValue> {
    let lineage = kinship.makeLineage()
    let descendant = Promise<NewValue>(pendingOn: context, in: lineage)
    // This promise lives, so that its lineage has no heir yet and takes the descendant itself.
    _ = lineage.accept(descendant)
    return descendant
  }
}

extension Promise: Descendant {
  /// Settles this promise alone; the caller takes care of those below.
  @usableFromInline func receiveCancel(_ reason: any Error, next: inout [any Descendant]) -> Bool {
    let claim = claim(.cancelled(reason))
    next.append(contentsOf: kinship.lineage?.members ?? [])
    if claim == .owing {
      flush { follower in next.append(follower) }
    }
    return claim != .lost
  }

  /// Remembers the lineage so that it can inherit from this promise.
  @usableFromInline func join(_ lineage: Lineage?) {
    kinship.join(lineage)
  }
}
