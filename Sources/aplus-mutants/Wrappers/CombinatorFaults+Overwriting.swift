import APlusAdapter
import APlusReference

/// Faults of combinators that go on after they have settled.
extension CombinatorFaults {
  static let overwritten: [Mutant] = [
    Mutant(
      "race-is-overwritten", "Members that settle after `race` or `any` has settled change its outcome.",
      { Overwriting([.race, .any]) }),
    Mutant(
      "all-is-overwritten", "Members that settle after `all` has been rejected change its outcome.",
      { Overwriting([.all]) }),
  ]

  /// A reference in which handlers of some combined promises go to the member that settled last.
  private struct Overwriting: ReferenceWrapper, CombiningAdapter {
    let base = ReferenceAdapter()
    private let kinds: Set<Combinator>
    private let last = Notes<Promise<Token>>()

    init() { self.init([]) }

    init(_ kinds: Set<Combinator>) { self.kinds = kinds }

    func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
      let combined = base.combine(combination)
      guard kinds.contains(combination.combinator) else { return combined }
      for member in combination.members {
        member.finally { [last] in if combined.status != .pending { last[combined] = member } }
      }
      return combined
    }

    func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
      base.then(last[promise] ?? promise, handlers)
    }
  }
}
