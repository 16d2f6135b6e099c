extension Promise {
  /// Takes the outcome of the first member that is settled.
  ///
  /// The losers go on, and cancelling the new promise does not touch any member. A cancelled member
  /// counts as rejected.
  ///
  /// - Parameters:
  ///   - members: The promises to wait for.
  ///   - context: The default context of the new promise.
  /// - Returns: A promise with the outcome of the winner; without members it is rejected with
  ///   ``PromiseError/empty``.
  public static func race(
    _ members: [Promise],
    on context: any Context = ThreadContext.shared
  ) -> Promise {
    let deferred = Deferred<Value>(on: context)
    for member in members {
      member.observe(on: context) { outcome in
        switch outcome.result {
        case .success(let value): deferred.fulfill(value)
        case .failure(let reason): deferred.reject(reason)
        }
      }
    }
    if members.isEmpty {
      deferred.reject(PromiseError.empty)
    }
    return deferred.promise
  }

  /// Takes the value of the first member that is fulfilled.
  ///
  /// The losers go on, and cancelling the new promise does not touch any member. A cancelled member
  /// counts as rejected.
  ///
  /// - Parameters:
  ///   - members: The promises to wait for.
  ///   - context: The default context of the new promise.
  /// - Returns: A promise of that value. If all members are rejected, it is rejected with
  ///   ``PromiseError/allRejected(_:)`` and their reasons in the order of members; without members
  ///   it is rejected with ``PromiseError/empty``.
  public static func any(
    _ members: [Promise],
    on context: any Context = ThreadContext.shared
  ) -> Promise {
    let deferred = Deferred<Value>(on: context)
    let collector = Collector<any Error>(count: members.count)
    for (index, member) in members.enumerated() {
      member.observe(on: context) { outcome in
        switch outcome.result {
        case .success(let value):
          deferred.fulfill(value)
        case .failure(let reason):
          if let reasons = collector.put(reason, at: index) {
            deferred.reject(PromiseError.allRejected(reasons))
          }
        }
      }
    }
    if members.isEmpty {
      deferred.reject(PromiseError.empty)
    }
    return deferred.promise
  }
}
