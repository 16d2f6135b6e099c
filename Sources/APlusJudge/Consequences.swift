import APlusModel

/// Distinguishes unmet expectations that show a fault of their own from those that another fault
/// explains.
///
/// **The problem.** Laws check one step at a time: they compare what a promise shows with what its
/// handlers and parents showed. Expectations cover the whole program. If a value is lost in the
/// first of ten links, one law is violated, and so are the expectations of the nine links below. The
/// case about the tenth link then says nothing about its own requirement.
///
/// **The answer.** An unmet expectation
///
/// - states the same as a law's violation (`isSame`): that violation, with the law's requirement,
///   decides the case; or
/// - follows from an earlier fault (`precedes`): the program never reached the point of the case,
///   which then has no verdict (`notReached`), unless the earlier violation is of the case's own requirement; or
/// - shows a fault that no law sees: it is the case's own violation.
///
/// An earlier fault must be upstream: on a promise that the expectation's promise takes its outcome
/// from, through parents, promises that it follows, and resolver pairs (`sources`).
///
/// **To add a law**, give it a line in two switches. In `isSame`, name the type of expectation that
/// says the same as the law about the same promise, such as `order` for `Order`. In `precedes`, say
/// whether its violation changes or loses an outcome on which others depend; a wrong order does not.
/// If in doubt return false in `precedes`: a case that names one fault too many is mended when it is
/// seen, but a case that is never reached hides the fault that it is for. Write two traces in
/// `ConsequenceTests`: one where the violation excuses the case, and one where the same violation on
/// an unrelated promise does not.
///
/// **To add a way in which one promise depends on another**, add it to `sources`.
struct Consequences {
  /// Unmet expectations, sorted by their cause.
  struct Sorted {
    /// Expectations that show a fault of their own.
    var own: [Violation] = []
    /// Violations of laws that state the same as an unmet expectation: they decide the case.
    var same: Set<Violation> = []
    /// The requirements whose violations kept the program from reaching the other expectations.
    var causes: [String] = []
  }

  let facts: Facts
  let scenario: Scenario
  /// The breakdown, if there is one, and the violations of laws.
  let found: [Violation]
  private let isUnbound: Bool

  init(facts: Facts, scenario: Scenario, found: [Violation]) {
    self.facts = facts
    self.scenario = scenario
    self.found = found
    isUnbound =
      facts.trace.objects.contains { $0.names.contains("UNBOUND") }
      || facts.trace.events.contains { if case .unbound = $0.kind { true } else { false } }
  }

  func sorted(_ expectations: [Violation]) -> Sorted {
    var sorted = Sorted()
    var causes: Set<String> = []
    for expectation in expectations {
      let promises = Set(self.promises(of: expectation))
      let same = found.filter { isSame($0, expectation, on: promises) }
      guard same.isEmpty else {
        sorted.same.formUnion(same)
        continue
      }
      let above = upstream(of: promises)
      let before = found.filter { precedes($0, expectation, above) }
      // The requirement violated on the way is the case's own: that violation decides the case.
      let own = before.filter { $0.requirement == scenario.requirement }
      if !own.isEmpty {
        sorted.same.formUnion(own)
      } else if before.isEmpty {
        sorted.own.append(expectation)
      } else {
        for cause in before.map(\.requirement) where causes.insert(cause).inserted { sorted.causes.append(cause) }
      }
    }
    return sorted
  }

  /// Whether a law's violation states the same about a promise as an unmet expectation.
  private func isSame(_ finding: Violation, _ expectation: Violation, on promises: Set<Int>) -> Bool {
    // A report is an event of its own, and names no promise.
    if finding.law == .unhandled { return expectation.event != nil && expectation.event == finding.event }
    guard !promises.isDisjoint(with: self.promises(of: finding)) else { return false }
    guard expectation.event != nil else { return finding.law == .liveness }
    switch finding.law {
    case .agreement, .lockIn, .propagation, .notBefore, .cancellation:
      return expectation.type != .order && expectation.type != .zalgo && finding.event ?? .max <= expectation.event ?? 0
    case .once: return expectation.type == .count
    case .order: return expectation.type == .order
    case .cleanStack: return expectation.type == .zalgo
    case .liveness, .settleOnce, .context, .unhandled, .delivery, .scoping, .fidelity, nil: return false
    }
  }

  /// Whether a violation is about something that an expectation's promises depend on.
  private func precedes(_ finding: Violation, _ expectation: Violation, _ above: Set<Int>) -> Bool {
    if isUnbound { return finding.requirement != scenario.requirement }
    // An uncaught exception ends the turn in which the rest was to happen.
    if facts.isUncaught(finding) { return expectation.event == nil }
    switch finding.law {
    case .liveness, nil:
      // Whatever depends on code that did not run cannot have happened.
      return expectation.event == nil || !above.isDisjoint(with: promises(of: finding))
    case .agreement, .lockIn, .propagation, .notBefore, .once, .cancellation:
      return expectation.type != .zalgo && !above.isDisjoint(with: promises(of: finding))
    case .cleanStack, .settleOnce, .order, .context, .unhandled, .delivery, .scoping, .fidelity: return false
    }
  }

  /// The promises that a violation names or, where it names none, the parent of the handler that
  /// its event begins.
  private func promises(of finding: Violation) -> [Int] {
    if !finding.promises.isEmpty { return finding.promises }
    guard let event = finding.event, let run = facts.frame(beginningAt: event),
      let number = facts.frames[run].frame.registration, let parent = facts.registrations[number]?.parent
    else { return [] }
    return [parent]
  }

  /// The promises that the outcomes of these depend on, without these themselves.
  private func upstream(of promises: Set<Int>) -> Set<Int> {
    var above: Set<Int> = []
    var waiting = Array(promises)
    while let node = waiting.popLast() {
      for next in sources(of: node) where above.insert(next).inserted { waiting.append(next) }
    }
    return above.subtracting(promises)
  }

  private func sources(of node: Int) -> [Int] {
    var sources: [Int] = []
    for number in facts.creators[node] ?? [] {
      if let parent = facts.registrations[number]?.parent { sources.append(parent) }
    }
    sources += (facts.attempts[node] ?? []).compactMap(\.target)
    for pair in facts.pairsOf[node] ?? [] { sources += facts.candidateCalls(of: pair).compactMap(\.value.reference) }
    return sources
  }
}
