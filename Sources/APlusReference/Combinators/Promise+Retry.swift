extension Promise {
  /// Calls a task until the promise that it returns is fulfilled, or tries run out.
  ///
  ///     let page = Promise.retry(attempts: 3, delay: .seconds(1)) { load(url) }
  ///
  /// Cancelling the new promise stops it from calling the task again; the attempt that is under way
  /// is not touched. An attempt that was cancelled is not repeated.
  ///
  /// - Parameters:
  ///   - attempts: How often to call the task at most, the first call included. With zero or less
  ///     the task is never called, and the promise is rejected with ``PromiseError/empty``.
  ///   - delay: How long to wait between two attempts.
  ///   - context: Where the task is called; also the default context of the new promise.
  ///   - task: Starts a new attempt. An error that it throws counts as a rejected attempt.
  /// - Returns: A promise of the first value, or with the reason of the last attempt.
  public static func retry(
    attempts: Int,
    delay: Duration = .zero,
    on context: any Context = ThreadContext.shared,
    _ task: @escaping @Sendable () throws -> Promise
  ) -> Promise {
    let deferred = Deferred<Value>(on: context)
    guard attempts > 0 else {
      deferred.reject(PromiseError.empty)
      return deferred.promise
    }
    let retry = Retry(deferred: deferred, delay: delay, task: task)
    context.enqueue { retry.attempt(remaining: attempts - 1) }
    return deferred.promise
  }
}

/// A task and the promise of its first success.
private struct Retry<Value: Sendable>: Sendable {
  let deferred: Deferred<Value>
  let delay: Duration
  let task: @Sendable () throws -> Promise<Value>

  /// Calls the task unless the promise was cancelled meanwhile.
  func attempt(remaining: Int) {
    guard deferred.promise.status == .pending else { return }
    let context = deferred.promise.context
    let attempt: Promise<Value>
    do {
      attempt = try task()
    } catch {
      attempt = .rejected(error, on: context)
    }
    attempt.observe(on: context) { outcome in
      switch outcome {
      case .fulfilled(let value):
        deferred.fulfill(value)
      case .rejected where remaining > 0:
        wait(remaining: remaining)
      case .rejected(let reason), .cancelled(let reason):
        deferred.reject(reason)
      }
    }
  }

  private func wait(remaining: Int) {
    let alarm = deferred.promise.context.enqueue(
      { attempt(remaining: remaining - 1) },
      after: delay
    )
    deferred.promise.onCancel { _ in alarm.cancel() }
  }
}
