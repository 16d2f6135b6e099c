import APlusModel

/// An outcome that a promise may have had, and since when.
struct Explanation {
  enum Outcome: Hashable {
    case fulfilled(TracedValue)
    case rejected(TracedValue)
    /// Rejected with an error that the library makes, as for self-resolution.
    case rejectedByLibrary
    /// Rejected with an error that the library makes, as nothing can settle it any more.
    case broken
    case cancelled
    case pending
    /// The judge does not explain the outcome, for example a combinator's: any observation fits.
    case unknown
  }

  let outcome: Outcome
  /// The sequence number from which on handlers may show it.
  let since: Int
  /// The requirement that demands this outcome.
  let requirement: String
  /// The law that a different observation violates.
  let law: Law

  init(_ outcome: Outcome, since: Int, _ requirement: String, _ law: Law = .propagation) {
    self.outcome = outcome
    self.since = since
    self.requirement = requirement
    self.law = law
  }
}

extension [Explanation] {
  /// The explanations without duplicates, each with the earliest `since` of its duplicates.
  ///
  /// A handler that runs twice explains its promise twice, and whatever follows that promise four
  /// times: the explanations of a chain of such promises would exhaust the memory.
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
  /// All of an explanation except `since`.
  fileprivate struct Claim: Hashable {
    let outcome: Outcome
    let requirement: String
    let law: Law
  }

  fileprivate var claim: Claim { Claim(outcome: outcome, requirement: requirement, law: law) }
}
