extension Promise {
  /// Waits for all members to be fulfilled.
  ///
  ///     Promise.all([one, two, three]).then { values in values.reduce(0, +) }
  ///
  /// The members go on whatever happens to the new promise, and cancelling it does not touch them.
  /// A cancelled member counts as rejected.
  ///
  /// - Parameters:
  ///   - members: The promises to wait for.
  ///   - context: The default context of the new promise.
  /// - Returns: A promise of the values in the order of members, at once fulfilled if there are
  ///   none; rejected with the reason of the first member that is rejected.
  /// - Complexity: O(n) in the number of members.
  public static func all<Element: Sendable>(
    _ members: [Promise<Element>],
    on context: any Context = ThreadContext.shared
  ) -> Promise where Value == [Element] {
    let deferred = Deferred<Value>(on: context)
    let collector = Collector<Element>(count: members.count)
    for (index, member) in members.enumerated() {
      member.observe(on: context) { outcome in
        switch outcome.result {
        case .success(let value):
          if let values = collector.put(value, at: index) {
            deferred.fulfill(values)
          }
        case .failure(let reason):
          deferred.reject(reason)
        }
      }
    }
    if members.isEmpty {
      deferred.fulfill([])
    }
    return deferred.promise
  }

  /// Waits for all members to be settled, whichever way.
  ///
  /// - Parameters:
  ///   - members: The promises to wait for.
  ///   - context: The default context of the new promise.
  /// - Returns: A promise of the results in the order of members, at once fulfilled if there are
  ///   none. It is never rejected, but can be cancelled.
  /// - Complexity: O(n) in the number of members.
  public static func allSettled<Element: Sendable>(
    _ members: [Promise<Element>],
    on context: any Context = ThreadContext.shared
  ) -> Promise where Value == [Result<Element, any Error>] {
    let deferred = Deferred<Value>(on: context)
    let collector = Collector<Result<Element, any Error>>(count: members.count)
    for (index, member) in members.enumerated() {
      member.observe(on: context) { outcome in
        if let results = collector.put(outcome.result, at: index) {
          deferred.fulfill(results)
        }
      }
    }
    if members.isEmpty {
      deferred.fulfill([])
    }
    return deferred.promise
  }
}
