import APlusModel

/// An outcome that a promise may have had, and since when.
struct Explanation {
  /// What a promise may have come to.
  enum Outcome: Hashable {
    case fulfilled(TracedValue)
    case rejected(TracedValue)
    /// A reason that the library makes: self-resolution.
    case rejectedByLibrary
    case cancelled
    case pending
    /// Not explained by this judge, such as a combinator's outcome: any observation fits.
    case unknown
  }

  let outcome: Outcome
  /// The sequence number from which it may have been observed.
  let since: Int
  /// The requirement that says so.
  let requirement: String
  /// The law that a different observation violates.
  let law: Law
}

extension [Explanation] {
  /// The explanations, each once, as early as any of them that says the same.
  ///
  /// A handler that runs twice explains its promise twice, and so what follows that promise four times: a chain of such
  /// promises would have more explanations than there is memory.
  var distinct: [Explanation] {
    guard count > 1 else { return self }
    var kept: [Explanation] = []
    var places: [Explanation.Claim: Int] = [:]
    for explanation in self {
      if let place = places[explanation.claim] {
        if explanation.since < kept[place].since { kept[place] = explanation }
      } else {
        places[explanation.claim] = kept.count
        kept.append(explanation)
      }
    }
    return kept
  }
}

extension Explanation {
  /// What it says, whenever that may be observed.
  fileprivate struct Claim: Hashable {
    let outcome: Outcome
    let requirement: String
    let law: Law
  }

  fileprivate var claim: Claim {
    Claim(outcome: outcome, requirement: requirement, law: law)
  }
}
