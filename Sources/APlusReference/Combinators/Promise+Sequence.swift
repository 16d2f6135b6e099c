extension Promise {
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
  /// - Returns: A promise of what the tasks gave, in order, fulfilled if there are no members;
  ///   rejected with the reason of the first member or task that is rejected, after which no task
  ///   starts.
  /// - Complexity: O(n) in the number of members.
  public static func sequence<Element: Sendable, Output: Sendable>(
    _ members: [Promise<Element>],
    on context: any Context = ThreadContext.shared,
    _ task: @escaping @Sendable (Element) throws -> Promise<Output>
  ) -> Promise where Value == [Output] {
    sequence(members, on: context, gather: { $0 }, task)
  }

  /// Performs a task for the value of one member after another, and makes one value of theirs.
  package static func sequence<Element: Sendable, Output: Sendable>(
    _ members: [Promise<Element>],
    on context: any Context,
    gather: @escaping @Sendable ([Output]) -> Value,
    _ task: @escaping @Sendable (Element) throws -> Promise<Output>
  ) -> Promise {
    let deferred = Deferred<Value>(on: context)
    guard !members.isEmpty else {
      deferred.fulfill(gather([]))
      return deferred.promise
    }
    let succession = Succession(
      deferred: deferred,
      members: members,
      outputs: Collector(count: members.count),
      task: task,
      gather: gather
    )
    succession.wait(for: 0)
    return deferred.promise
  }
}

/// Tasks in a row, and the promise of what they give.
private struct Succession<Element: Sendable, Output: Sendable, Value: Sendable>: Sendable {
  let deferred: Deferred<Value>
  let members: [Promise<Element>]
  let outputs: Collector<Output>
  let task: @Sendable (Element) throws -> Promise<Output>
  let gather: @Sendable ([Output]) -> Value

  /// Waits for the value of a member, to perform the task with it.
  func wait(for index: Int) {
    members[index].observe(on: deferred.promise.context) { outcome in
      switch outcome.result {
      case .success(let element): perform(with: element, at: index)
      case .failure(let reason): deferred.reject(reason)
      }
    }
  }

  /// Calls the task unless the promise was cancelled meanwhile.
  private func perform(with element: Element, at index: Int) {
    guard deferred.promise.status == .pending else { return }
    let running: Promise<Output>
    do {
      running = try task(element)
    } catch {
      deferred.reject(error)
      return
    }
    deferred.promise.onCancel { reason in
      // What has ended is left alone: a cancel would go on to what was made from it.
      if running.status == .pending { running.cancel(reason) }
    }
    running.observe(on: deferred.promise.context) { outcome in
      switch outcome.result {
      case .success(let output): keep(output, at: index)
      case .failure(let reason): deferred.reject(reason)
      }
    }
  }

  private func keep(_ output: Output, at index: Int) {
    if let all = outputs.put(output, at: index) {
      deferred.fulfill(gather(all))
    } else {
      wait(for: index + 1)
    }
  }
}
