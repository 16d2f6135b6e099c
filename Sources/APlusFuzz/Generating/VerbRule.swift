import APlusModel

/// How often generated programs use a verb, and where they may.
///
/// The arguments of its steps follow from the fields of its operation. A verb without a rule is not
/// generated, so that a new one does not change the programs of a seed by mistake.
struct VerbRule: Sendable {
  var weight = 4
  var isAllowed: @Sendable (Draft, Place) -> Bool = { _, _ in true }

  static func of(_ verb: String) -> VerbRule { rules[verb] ?? VerbRule(weight: 0) }

  /// The verbs that generated programs use, apart from those that few libraries have.
  static let verbs = Operation.table.map(\.verb).filter { of($0).weight > 0 && !rare.contains($0) }

  /// The verbs that only programs for libraries with their capability are made to use in pairs.
  static let rare: Set = ["abandon"]

  private static let rules: [String: VerbRule] = [
    "let": VerbRule(weight: 12), "fulfill": VerbRule(weight: 9) { _, place in place.hasSettlers },
    "reject": VerbRule(weight: 7) { _, place in place.hasSettlers },
    "resolve": VerbRule(weight: 9) { _, place in place.hasSettlers },
    "then": VerbRule(weight: 26) { _, place in !place.promises.isEmpty },
    "combine": VerbRule { draft, place in !place.isRepeated && !draft.combinators.isEmpty },
    "call": VerbRule(weight: 6) { _, place in place.hasPair || place.isLater && !place.thenables.isEmpty },
    "mark": VerbRule(weight: 1) { _, place in !place.isRepeated },
    "later": VerbRule(weight: 9) { draft, place in draft.stepsLeft > 0 && place.nesting < 3 && place.times <= 20 },
    "repeat": VerbRule(weight: 5) { draft, place in
      draft.stepsLeft > 0 && !place.isRepeated && place.code != .lane && place.times <= 3
    },
    "lanes": VerbRule(weight: 9) { draft, place in
      draft.lanes > 1 && draft.stepsLeft > 2 && place.isMain && !place.isRepeated
    },
    "wait": VerbRule(weight: 1) { draft, place in
      // A later block runs on the script's thread, and waits for what is marked after it for ever.
      place.code == .lane && !place.isLater && !draft.openGates.isEmpty
    }, "drop": VerbRule(weight: 2) { _, place in place.isMain && !place.isRepeated && place.nesting == 0 },
    "cancel": VerbRule(weight: 7) { _, place in !place.promises.isEmpty },
    "abandon": VerbRule(weight: 7) { draft, place in place.promises.contains { draft.canAbandon($0, at: place) } },
    // They read memory and time, which only the expectations of hand-written cases judge.
    "probe": VerbRule(weight: 0), "measure": VerbRule(weight: 0),
    // Programs are generated about promises.
    "start": VerbRule(weight: 0), "await": VerbRule(weight: 0),
    // A pause would take the time of hundreds of programs.
    "pause": VerbRule(weight: 0),
  ]
}
