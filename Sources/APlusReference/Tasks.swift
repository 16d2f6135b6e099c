extension Promise {
  /// Delays a value; a rejection is not delayed.
  ///
  /// Cancelling the new promise calls the wait off.
  ///
  ///     save(document).delay(for: .milliseconds(300)).then { hideBanner() }
  ///
  /// - Parameter delay: The time after the fulfillment; the value never comes earlier.
  /// - Returns: A new promise with the outcome of this one.
  public func delay(for delay: Duration) -> Promise {
    let delayed: Promise = makeChild()
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
  /// - Parameter limit: The time from now on. With zero or less, only a promise that is already
  ///   settled is in time.
  /// - Returns: A new promise with the outcome of this one or the timeout, whichever comes first.
  public func timeout(after limit: Duration) -> Promise {
    let limited = derive(on: nil) { result in .value(try result.get()) }
    limited.settle(.rejected(PromiseError.timedOut), after: limit)
    return limited
  }

  /// Settles the promise after a delay, unless something else settles it before.
  private func settle(_ outcome: Outcome<Value>, after delay: Duration) {
    let alarm = context.enqueue({ self.settle(outcome) }, after: delay)
    observe(on: context) { _ in alarm.cancel() }
  }

  /// Calls a task until the promise that it returns is fulfilled, or the attempts run out.
  ///
  ///     let page = Promise.retry(attempts: 3, delay: .seconds(1)) { load(url) }
  ///
  /// Cancelling the new promise stops it from calling the task again; the attempt that is under way
  /// is not touched. An attempt that was cancelled is not repeated.
  ///
  /// - Parameters:
  ///   - attempts: How often to call the task at most, including the first call. With zero or less
  ///     the task is never called, and the promise is rejected with ``PromiseError/empty``.
  ///   - delay: How long to wait between two attempts.
  ///   - context: Where the task is called; also the default context of the new promise.
  ///   - task: Starts a new attempt. An error that it throws counts as a rejected attempt.
  /// - Returns: A promise of the first value, or with the reason of the last attempt.
  public static func retry(
    attempts: Int, delay: Duration = .zero, on context: any Context = QueueContext.shared,
    _ task: @escaping @Sendable () throws -> Promise
  ) -> Promise {
    let deferred = Deferred<Value>(on: context)
    if attempts > 0 {
      let retry = Retry(deferred: deferred, delay: delay, task: task)
      context.enqueue { retry.attempt(remaining: attempts - 1) }
    } else {
      deferred.reject(PromiseError.empty)
    }
    return deferred.promise
  }

  /// Performs a task for the value of one member after another.
  ///
  ///     let pages = Promise.sequence(addresses) { address in load(address) }
  ///
  /// A task starts when the one before it and its own member are fulfilled. Cancelling the new
  /// promise cancels the task that is running, and no further one starts; members are not touched.
  ///
  /// - Parameters:
  ///   - members: Promises of what the task is given, in order.
  ///   - context: Where the task is called; also the default context of the new promise.
  ///   - task: Starts the work for one value. An error that it throws counts as a rejection.
  /// - Returns: A promise of the values of the tasks, in order, fulfilled at once if there are no
  ///   members; rejected with the reason of the first member or task that is rejected, after which
  ///   no task starts.
  public static func sequence<Element: Sendable, Output: Sendable>(
    _ members: [Promise<Element>], on context: any Context = QueueContext.shared,
    _ task: @escaping @Sendable (Element) throws -> Promise<Output>
  ) -> Promise where Value == [Output] {
    let deferred = Deferred<Value>(on: context)
    let outputs = Collector<Output>(count: members.count)
    if members.isEmpty { deferred.fulfill([]) }
    Succession(deferred: deferred, members: members[...], outputs: outputs, task: task).goOn()
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
    do { attempt = try task() } catch { attempt = .rejected(error, on: context) }
    attempt.observe(on: context) { outcome in
      switch outcome {
      case .fulfilled(let value): deferred.fulfill(value)
      case .rejected where remaining > 0: wait(remaining: remaining)
      case .rejected(let reason), .cancelled(let reason): deferred.reject(reason)
      }
    }
  }

  private func wait(remaining: Int) {
    let alarm = deferred.promise.context.enqueue({ attempt(remaining: remaining - 1) }, after: delay)
    deferred.promise.onCancel { _ in alarm.cancel() }
  }
}

/// The tasks of a sequence that have not ended, and the promise of all their values.
private struct Succession<Element: Sendable, Output: Sendable>: Sendable {
  let deferred: Deferred<[Output]>
  var members: ArraySlice<Promise<Element>>
  let outputs: Collector<Output>
  let task: @Sendable (Element) throws -> Promise<Output>

  /// Performs the next task once its member is fulfilled.
  func goOn() {
    members.first?.observe(on: deferred.promise.context) { outcome in
      switch outcome.result {
      case .success(let element): perform(with: element)
      case .failure(let reason): deferred.reject(reason)
      }
    }
  }

  /// Calls the task unless the promise was cancelled meanwhile.
  private func perform(with element: Element) {
    guard deferred.promise.status == .pending else { return }
    let running: Promise<Output>
    do { running = try task(element) } catch {
      deferred.reject(error)
      return
    }
    deferred.promise.onCancel { reason in
      // A task that has ended is left alone: a cancel would reach the promises made from it.
      if running.status == .pending { running.cancel(reason) }
    }
    running.observe(on: deferred.promise.context) { outcome in
      switch outcome.result {
      case .success(let output): keep(output)
      case .failure(let reason): deferred.reject(reason)
      }
    }
  }

  private func keep(_ output: Output) {
    if let all = outputs.put(output, at: members.startIndex) { deferred.fulfill(all) }
    var rest = self
    rest.members.removeFirst()
    rest.goOn()
  }
}
