import APlusAdapter
import APlusReference
import APlusReferenceAdapter

/// Faults of combinators.
enum CombinatorFaults {
  static let all: [Mutant] = [
    Mutant(
      "combinator-of-nothing-hangs",
      "A combinator that waits for all never settles where there is nothing to wait for.",
      { CombinatorOfNothingHangs() }
    ),
    Mutant(
      "combinator-of-nothing-traps",
      "A combinator takes the first of its members without looking whether there is one.",
      { CombinatorOfNothingTraps() }
    ),
    Mutant(
      "any-is-rejected-by-first-rejection",
      "`any` settles as its first member that settles.",
      { AnyIsRejectedByFirstRejection() }
    ),
  ]
}

private struct CombinatorOfNothingHangs: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    combination.members.isEmpty ? base.makeDeferred().0 : base.combine(combination)
  }
}

private struct CombinatorOfNothingTraps: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    _ = combination.members[0]
    return base.combine(combination)
  }
}

private struct AnyIsRejectedByFirstRejection: ReferenceWrapper, CombiningAdapter {
  let base = ReferenceAdapter()

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    let members = combination.members
    guard combination.combinator == .any, !members.isEmpty else { return base.combine(combination) }
    return base.combine(Combination(combinator: .race, members: members))
  }
}
