/// How one performance of a scenario ended, as far as it may not move.
package enum Sighting: Sendable, Hashable {
  case conforms
  case notApplicable
  case notReached
  /// It violates what its specification does not ask.
  case advised
  case violates(FailureType)
  case error(HarnessError.ErrorType)

  package init(_ verdict: Verdict) {
    self =
      switch verdict.outcome {
      case .conforms: .conforms
      case .notApplicable: .notApplicable
      case .notReached: .notReached
      case .violates where verdict.isAdvice: .advised
      case .violates: .violates(verdict.violations.first?.type ?? .state)
      case .error(let error): .error(error.type)
      }
  }

  /// What reports call it: `conforms`, `aplus.order`.
  package var name: String {
    switch self {
    case .conforms: "conforms"
    case .notApplicable: "n/a"
    case .notReached: "not reached"
    case .advised: "advised"
    case .violates(let type): type.rawValue
    case .error(let type): type.rawValue
    }
  }

  /// Whether the library or the adapter was found at fault.
  package var isFailure: Bool {
    switch self {
    case .conforms, .notApplicable, .notReached, .advised: false
    case .violates, .error: true
    }
  }
}

/// What the performances of a scenario under the same conditions showed.
package struct StageSightings: Sendable, Hashable {
  /// The name of the stage.
  package var stage: String
  /// How often each ending was seen, in the order in which they came up.
  package var counts: [Count]

  /// An ending, and how often it was seen.
  package struct Count: Sendable, Hashable {
    package var sighting: Sighting
    package var times: Int

    package init(_ sighting: Sighting, times: Int) {
      self.sighting = sighting
      self.times = times
    }
  }

  package init(stage: String, counts: [Count]) {
    self.stage = stage
    self.counts = counts
  }

  /// Counts endings.
  package static func counts(of sightings: [Sighting]) -> [Count] {
    var counts: [Count] = []
    for sighting in sightings {
      if let place = counts.firstIndex(where: { $0.sighting == sighting }) {
        counts[place].times += 1
      } else {
        counts.append(Count(sighting, times: 1))
      }
    }
    return counts
  }
}
