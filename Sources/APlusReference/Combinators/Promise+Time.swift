extension Promise {
  /// Holds a value back for a time.
  ///
  /// A rejection is not held back. Cancelling the new promise calls the wait off.
  ///
  ///     save(document).delay(for: .milliseconds(300)).then { hideBanner() }
  ///
  /// - Parameter delay: The time from the fulfilment on, measured by the promise's context; the
  ///   value never comes earlier. Zero and less mean no wait.
  /// - Returns: A new promise with the outcome of this one.
  public func delay(for delay: Duration) -> Promise {
    let context = context
    let delayed: Promise = makeDescendant(on: context)
    observe(on: context) { outcome in
      guard case .fulfilled = outcome else {
        delayed.settle(outcome)
        return
      }
      delayed.settle(outcome, after: delay)
    }
    return delayed
  }

  /// Rejects unless the promise is settled in time.
  ///
  /// Running out of time is a rejection with ``PromiseError/timedOut``, not a cancel, and does not
  /// touch this promise.
  ///
  /// - Parameter limit: The time from now on, measured by the promise's context. With zero or less
  ///   only a promise that is settled already makes it.
  /// - Returns: A new promise with the outcome of this one or the timeout, whichever comes first.
  public func timeout(after limit: Duration) -> Promise {
    let limited = derive(on: nil) { result in .value(try result.get()) }
    limited.settle(.rejected(PromiseError.timedOut), after: limit)
    return limited
  }

  /// Settles the promise when a time has passed, unless something else settles it before.
  private func settle(_ outcome: Outcome<Value>, after delay: Duration) {
    let alarm = context.enqueue({ self.settle(outcome) }, after: delay)
    observe(on: context) { _ in alarm.cancel() }
  }
}
