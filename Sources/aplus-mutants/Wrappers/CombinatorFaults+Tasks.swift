import APlusAdapter
import APlusReference

/// Faults of the combinators that call code, or wait for a time.
extension CombinatorFaults {
  static let tasks: [Mutant] = [
    changing(.retry, "retry-gives-up-at-once", "`retry` calls its task once.") { base, combination in
      base.combine(combination.with(times: 1))
    },
    changing(.retry, "retry-goes-on", "`retry` calls its task once more after it has succeeded.") { base, combination in
      let task = combination.task
      return base.combine(combination).then { value -> Promise<Token> in
        base.attempt(task).then { _ -> Token in value }.recover { _ -> Token in value }
      }
    },
    changing(.retry, "retry-tells-another-reason", "`retry` rejects with another reason.") { base, combination in
      base.combine(combination).recover { _ -> Token in throw Reason(.nothing) }
    },
    changing(.retry, "retry-does-not-wait", "`retry` makes its attempts at the same time.") { base, combination in
      let attempts = (0..<combination.times).map { _ in base.attempt(combination.task) }
      return base.combine(Combination(combinator: .any, members: attempts))
    },
    changing(.finally, "finally-swallows-rejection", "`finally` turns a rejection into a value.") { base, combination in
      base.combine(combination).recover { _ -> Token in .nothing }
    },
    changing(.finally, "finally-misses-values", "`finally` runs its code for rejections alone.") { _, combination in
      let cleanup = combination.cleanup
      return combination.members[0].recover { reason -> Token in
        try cleanup?()
        throw reason
      }
    },
    changing(.finally, "finally-swallows-throw", "What the code of `finally` throws is lost.") { base, combination in
      let promise = combination.members[0]
      return base.combine(combination).recover { _ -> Promise<Token> in promise }
    },
    changing(.recover, "recover-keeps-reason", "What the handler of `recover` throws is lost.") { base, combination in
      let promise = combination.members[0]
      return base.combine(combination).recover { _ -> Promise<Token> in promise }
    },
    changing(.recover, "recover-handles-values", "`recover` calls its handler for a value, too.") { base, combination in
      let promise = combination.members[0]
      let rejected = promise.then { _ -> Token in throw Reason(.nothing) }
      return base.combine(combination.with(members: [rejected]))
    },
    changing(.recover, "recover-loses-result", "What the handler of `recover` returns is lost.") { base, combination in
      let promise = combination.members[0]
      return base.combine(combination).then { value -> Token in
        if case .rejected = promise.status { .nothing } else { value }
      }
    },
    changing(.sequence, "sequence-of-nothing-hangs", "A sequence over nothing never settles.") { base, combination in
      combination.members.isEmpty ? base.makeDeferred().0 : base.combine(combination)
    },
    changing(.sequence, "sequence-starts-all", "A sequence starts all its tasks at once.") { base, combination in
      let started = combination.members.map { _ in base.attempt(combination.task) }
      return base.combine(Combination(combinator: .all, members: started))
    },
    changing(.sequence, "sequence-performs-one", "A sequence ends with its first task.") { base, combination in
      base.combine(combination.with(members: Array(combination.members.prefix(1))))
    },
    changing(.sequence, "sequence-passes-failures", "A sequence goes on where a task fails.") { base, combination in
      let task = combination.task
      let tolerant = combination.with { base.attempt(task).recover { _ -> Token in .nothing } }
      return base.combine(tolerant)
    },
    changing(.try, "try-swallows-throw", "What the task of `try` throws is lost.") { base, combination in
      base.combine(combination).recover { _ -> Promise<Token> in base.makeDeferred().0 }
    },
    changing(.try, "try-tells-another-reason", "`try` rejects with another reason.") { base, combination in
      base.combine(combination).recover { _ -> Token in throw Reason(.nothing) }
    },
    changing(.try, "try-calls-twice", "`try` calls its task twice.") { base, combination in
      let first = base.attempt(combination.task)
      return base.combine(combination).recover { _ -> Promise<Token> in first }
    },
    changing(.try, "try-does-not-wait", "`try` does not wait for the promise of its task.") { base, combination in
      guard case .promise? = combination.task else { return base.combine(combination) }
      _ = base.combine(combination)
      return base.makeFulfilled(with: .nothing)
    }, changing(.delay, "delay-never-ends", "`delay` never settles.") { base, _ in base.makeDeferred().0 },
    changing(.timeout, "timeout-never-comes", "`timeout` waits for its promise forever.") { _, combination in
      combination.members[0]
    },
    changing(.timeout, "timeout-comes-always", "`timeout` rejects even if the promise is settled in time.") {
      base, combination in base.combine(combination).finally { throw PromiseError.timedOut }
    },
  ]
}

extension ReferenceAdapter {
  /// Calls the task of a combinator.
  fileprivate func attempt(_ task: CombinationTask<Promise<Token>>?) -> Promise<Token> {
    do {
      switch task {
      case .value(let task)?: return makeFulfilled(with: try task())
      case .promise(let task)?: return try task()
      case nil: return makeFulfilled(with: .nothing)
      }
    } catch let reason as Reason { return makeRejected(with: reason) } catch {
      return makeRejected(with: Reason(.nothing))
    }
  }
}

extension Combination where Subject == Promise<Token> {
  /// The same call with other members, another count, or another task.
  fileprivate func with(members: [Subject]? = nil, times: Int? = nil, task: (@Sendable () throws -> Subject)? = nil)
    -> Combination
  {
    Combination(
      combinator: combinator, members: members ?? self.members, milliseconds: milliseconds, times: times ?? self.times,
      task: task.map { .promise($0) } ?? self.task, handlers: handlers, cleanup: cleanup)
  }
}
