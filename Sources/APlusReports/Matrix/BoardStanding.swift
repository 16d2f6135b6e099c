import APlusModel

/// How a library stands in a requirement or a topic of the board: from best to worst, then without a verdict.
package enum BoardStanding: String, Sendable, Hashable, CaseIterable {
  case conforms
  /// Costs only memory or time.
  case mild
  /// Fails only in ways that the library documents.
  case documented
  /// Fails in some runs only.
  case flaky
  case errored
  case fails
  /// The adapter claims no such feature; the library may have it.
  case notWired
  /// The library or its language lacks the feature.
  case notApplicable
  /// An earlier violation ended every case first.
  case notReached
  case notRun

  /// Those of a cell of a topic.
  static let ofTopics = allCases.filter { $0 != .notReached }
  /// Those of a cell of a requirement.
  static let ofRequirements: [BoardStanding] = [
    .conforms, .fails, .documented, .flaky, .errored, .notApplicable, .notReached, .notRun,
  ]

  /// The sign of the state; no sign has an emoji form.
  var sign: String {
    switch self {
    case .conforms: "✓"
    case .mild: "△"
    case .documented: "≠"
    case .flaky: "≈"
    case .errored: "!"
    case .fails: "✗"
    case .notWired: "○"
    case .notApplicable: "–"
    case .notReached: "·"
    case .notRun: "?"
    }
  }

  /// The state of a topic in a word or two.
  var word: String {
    switch self {
    case .conforms: "meets all"
    case .mild: "keeps memory or slows down"
    case .documented: "differs as documented"
    case .flaky: "fails in some runs"
    case .errored: "crashes or hangs"
    case .fails: "fails"
    case .notWired: "not connected"
    case .notApplicable: "cannot be"
    case .notReached: RunOutcome.notReached.name
    case .notRun: "not run"
    }
  }

  /// What the sign means of a topic.
  var meaning: String {
    switch self {
    case .conforms: "✓ 34: meets all 34 requirements that were checked"
    case .mild: "△ 2/6: misses 2 of 6, but only keeps memory or slows down; every handler runs as it should"
    case .documented: "≠ 3/34: differs in 3 of 34, but only as the library documents; counted apart after another mark"
    case .flaky: "fails in some runs only; how often is not measured"
    case .errored: "some cases crash or hang"
    case .fails: "✗ 3/34: violates 3 of the 34 requirements that were checked"
    case .notWired: "not connected: the adapter has no such feature; the library may have it"
    case .notApplicable: "cannot be: programs in this language have no such feature"
    case .notReached, .notRun: word
    }
  }

  /// What the sign means of a requirement.
  var meaningOfRequirement: String {
    switch self {
    case .conforms: "conforms; 4/8: in 4 of 8 cases, the others are not applicable or \(Self.notReached.word)"
    case .fails: "fails; 3/8: in 3 of 8 cases; without a count: only in cases about other requirements"
    case .documented: "differs, as the library documents"
    case .flaky: "flaky: fails in some runs only"
    case .errored: "no verdict: crash or hang"
    case .notApplicable: "not applicable: the library or its language lacks the feature"
    case .notReached: "\(word): an earlier violation ended each case first"
    case .mild, .notWired, .notRun: word
    }
  }
}
