import APlusAdapter
import APlusReference
import Synchronization

/// Faults of combinators.
enum CombinatorFaults {
  static let all = members + overwritten + tasks

  /// Faults of the combinators that combine promises.
  private static let members: [Mutant] = [
    mutant(
      "combinator-of-nothing-hangs", "A combinator that waits for all never settles where there is nothing to wait for."
    ) { base, combination in combination.members.isEmpty ? base.makeDeferred().0 : base.combine(combination) },
    mutant(
      "combinator-of-nothing-traps", "A combinator takes the first of its members without checking that there is one."
    ) { base, combination in
      _ = combination.members[0]
      return base.combine(combination)
    },
    changing(.race, "race-of-nothing-traps", "`race` of nothing ends the process.") { base, combination in
      precondition(!combination.members.isEmpty, "the race has no members")
      return base.combine(combination)
    },
    mutant("any-of-nothing-is-fulfilled", "`any` of nothing is fulfilled.") { base, combination in
      let isEmptyAny = combination.combinator == .any && combination.members.isEmpty
      return isEmptyAny ? base.makeFulfilled(with: .nothing) : base.combine(combination)
    },
    mutant("race-of-nothing-is-fulfilled", "`race` of nothing is fulfilled.") { base, combination in
      let isEmptyRace = combination.combinator == .race && combination.members.isEmpty
      return isEmptyRace ? base.makeFulfilled(with: .nothing) : base.combine(combination)
    },
    mutant("combinator-looks-once", "A combinator settles only where its members are settled already.") {
      base, combination in
      let isWaiting = combination.members.contains { $0.status == .pending }
      return isWaiting ? base.makeDeferred().0 : base.combine(combination)
    },
    mutant("all-waits-for-the-rest", "`all` is rejected only when all of its members are settled.") {
      base, combination in
      guard combination.combinator == .all else { return base.combine(combination) }
      let members = combination.members
      return base.combine(Combination(combinator: .allSettled, members: members)).then { _ in
        base.combine(Combination(combinator: .all, members: members))
      }
    },
    mutant("race-takes-the-first-listed", "`race` returns its first member.") { base, combination in
      let first = combination.members.first
      return combination.combinator == .race ? first ?? base.combine(combination) : base.combine(combination)
    },
    replacing(
      .any, by: .race, "any-is-rejected-by-first-rejection", "`any` takes the outcome of its first member that settles."
    ),
    replacing(
      .all, by: .any, "all-is-fulfilled-by-first-member", "`all` is fulfilled as soon as one of its members is."),
    replacing(
      .allSettled, by: .all, "all-settled-is-rejected", "`allSettled` is rejected by the first member that is."),
    changing(.any, "any-of-rejected-hangs", "`any` never settles where all members are rejected.") {
      base, combination in
      let never = base.makeDeferred().0
      return combination.members.isEmpty
        ? base.combine(combination) : base.combine(combination).recover { _ -> Promise<Token> in never }
    },
    changing(.all, "all-loses-order", "`all` gathers values from the last member to the first.") { base, combination in
      base.combine(Combination(combinator: .all, members: combination.members.reversed()))
    },
    changing(
      .all, "racing-members-count-once", "Two members of `all` that are fulfilled at the same time may count as one."
    ) { base, combination in
      let combined = base.combine(combination)
      guard !combination.members.isEmpty else { return combined }
      let (promise, deferred) = base.makeDeferred()
      let missing = Countdown(combination.members.count)
      for member in combination.members {
        member.then { (_: Token) -> Void in if missing.isOver() { base.resolve(deferred, with: combined) } }
      }
      combined.catch { deferred.reject($0) }
      return promise
    },
  ]

  /// Counts down, but not in one step.
  private final class Countdown: Sendable {
    private let rest: Atomic<Int>

    init(_ count: Int) { rest = Atomic(count) }

    func isOver() -> Bool {
      let less = rest.load(ordering: .acquiring) - 1
      rest.store(less, ordering: .releasing)
      return less == 0
    }
  }

  typealias Combine = @Sendable (ReferenceAdapter, Combination<Promise<Token>>) -> Promise<Token>

  /// A reference whose combinators do something else.
  private static func mutant(_ name: String, _ fault: String, _ combine: @escaping Combine) -> Mutant {
    Mutant(name, fault, { Recombined(combine) })
  }

  /// A reference of which one combinator does something else.
  static func changing(_ combinator: Combinator, _ name: String, _ fault: String, _ combine: @escaping Combine)
    -> Mutant
  {
    mutant(name, fault) { base, combination in
      combination.combinator == combinator ? combine(base, combination) : base.combine(combination)
    }
  }

  /// A reference that performs another combinator instead of one, unless it has no members.
  private static func replacing(_ combinator: Combinator, by other: Combinator, _ name: String, _ fault: String)
    -> Mutant
  {
    changing(combinator, name, fault) { base, combination in
      let members = combination.members
      return members.isEmpty
        ? base.combine(combination) : base.combine(Combination(combinator: other, members: members))
    }
  }

  private struct Recombined: ReferenceWrapper, CombiningAdapter {
    let base = ReferenceAdapter()
    private let change: Combine

    init() { self.init { base, combination in base.combine(combination) } }

    init(_ change: @escaping Combine) { self.change = change }

    func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> { change(base, combination) }
  }
}
