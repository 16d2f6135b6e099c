import APlusAdapter
import APlusReference
import APlusReferenceAdapter

/// Faults of the combinators that call code.
extension CombinatorFaults {
  static let tasks: [Mutant] = [
    changing(.retry, "retry-gives-up-at-once", "`retry` calls its task once.") {
      base,
      combination in
      base.combine(combination.with(times: 1))
    },
    changing(.retry, "retry-tells-another-reason", "`retry` tells a reason of its own.") {
      base,
      combination in
      base.combine(combination).recover { _ -> Token in throw Reason(.nothing) }
    },
    changing(.retry, "retry-does-not-wait", "`retry` makes its attempts at the same time.") {
      base,
      combination in
      let attempts = (0..<combination.times).map { _ in base.attempt(combination.task) }
      return base.combine(Combination(combinator: .any, members: attempts))
    },
    changing(.finally, "finally-swallows-rejection", "`finally` makes a value of a rejection.") {
      base,
      combination in
      base.combine(combination).recover { _ -> Token in .nothing }
    },
    changing(.finally, "finally-swallows-throw", "What the code of `finally` throws is lost.") {
      base,
      combination in
      let promise = combination.members[0]
      return base.combine(combination).recover { _ -> Promise<Token> in promise }
    },
    changing(.recover, "recover-keeps-reason", "What the handler of `recover` throws is lost.") {
      base,
      combination in
      let promise = combination.members[0]
      return base.combine(combination).recover { _ -> Promise<Token> in promise }
    },
    changing(.sequence, "sequence-starts-all", "A sequence starts all its tasks at once.") {
      base,
      combination in
      let started = combination.members.map { _ in base.attempt(combination.task) }
      return base.combine(Combination(combinator: .all, members: started))
    },
    changing(.sequence, "sequence-performs-one", "A sequence ends with its first task.") {
      base,
      combination in
      base.combine(combination.with(members: Array(combination.members.prefix(1))))
    },
    changing(.sequence, "sequence-passes-failures", "A sequence goes on where a task fails.") {
      base,
      combination in
      let task = combination.task
      let failed = base.makeDeferred()
      let tolerant = combination.with {
        base.attempt(task).recover { reason -> Token in
          failed.1.reject(reason)
          return .nothing
        }
      }
      return base.combine(tolerant).then { _ -> Promise<Token> in failed.0 }
    },
    changing(.delay, "delay-never-ends", "`delay` never settles.") { base, _ in
      base.makeDeferred().0
    },
    changing(.timeout, "timeout-comes-always", "`timeout` rejects also what was in time.") {
      base,
      combination in
      base.combine(combination).then { _ -> Token in throw PromiseError.timedOut }
    },
    changing(.any, "any-of-rejected-hangs", "`any` never settles where all members are rejected.") {
      base,
      combination in
      let never = base.makeDeferred().0
      return combination.members.isEmpty
        ? base.combine(combination)
        : base.combine(combination).recover { _ -> Promise<Token> in never }
    },
  ]

  /// A reference of which one combinator does something else, but not of nothing.
  private static func changing(
    _ combinator: Combinator,
    _ name: String,
    _ fault: String,
    _ combine: @escaping Combine
  ) -> Mutant {
    mutant(name, fault) { base, combination in
      let isMeant = combination.combinator == combinator
      let isOfNothing = combinator == .sequence && combination.members.isEmpty
      return isMeant && !isOfNothing
        ? combine(base, combination)
        : base.combine(combination)
    }
  }
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
    } catch let reason as Reason {
      return makeRejected(with: reason)
    } catch {
      return makeRejected(with: Reason(.nothing))
    }
  }
}

extension Combination where Subject == Promise<Token> {
  /// The same call with other members, another count, or another task.
  fileprivate func with(
    members: [Subject]? = nil,
    times: Int? = nil,
    task: (@Sendable () throws -> Subject)? = nil
  ) -> Combination {
    Combination(
      combinator: combinator,
      members: members ?? self.members,
      milliseconds: milliseconds,
      times: times ?? self.times,
      task: task.map { .promise($0) } ?? self.task,
      handlers: handlers,
      cleanup: cleanup
    )
  }
}
