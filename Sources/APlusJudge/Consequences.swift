import APlusModel

/// Tells what a case asks and does not get from what another fault already explains.
///
/// Laws look at one step at a time: what a promise shows is held against what its handlers and parents showed.
/// Expectations look at the whole program. So an expectation that is not met either
///
/// - is the same finding as that of a law: then the law's requirement names it, and the case is violated by that; or
/// - follows from a fault before it: then the program never came to what the case asks; or
/// - stands for a fault that no law sees: then it is the case's own.
struct Consequences {
  /// Expectations that are not met, sorted by what stands behind them.
  struct Sorted {
    /// Those that stand for a fault of their own.
    var own: [Violation] = []
    /// What the laws found that is the same as an expectation: it decides the case.
    var same: Set<Violation> = []
    /// The requirements whose violations kept the program from what the others ask.
    var causes: [String] = []
  }

  let facts: Facts
  let scenario: Scenario
  /// What the laws found.
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
      // The case asks for the very requirement that was violated on the way: that is its verdict.
      let asked = before.filter { $0.requirement == scenario.requirement }
      if !asked.isEmpty {
        sorted.same.formUnion(asked)
      } else if before.isEmpty {
        sorted.own.append(expectation)
      } else {
        for cause in before.map(\.requirement) where causes.insert(cause).inserted {
          sorted.causes.append(cause)
        }
      }
    }
    return sorted
  }

  /// Whether a law says of a promise what an expectation says.
  private func isSame(
    _ finding: Violation,
    _ expectation: Violation,
    on promises: Set<Int>
  ) -> Bool {
    guard !promises.isDisjoint(with: self.promises(of: finding)) else { return false }
    guard expectation.event != nil else { return finding.law == .liveness }
    switch finding.law {
    case .agreement, .lockIn, .propagation, .notBefore, .cancellation:
      return expectation.type != .order && expectation.type != .zalgo
        && finding.event ?? .max <= expectation.event ?? 0
    case .once: return expectation.type == .count
    case .order: return expectation.type == .order
    case .cleanStack: return expectation.type == .zalgo
    case .liveness, .settleOnce, .context, .fidelity, nil: return false
    }
  }

  /// Whether a finding is about something that an expectation's promises hang on.
  private func precedes(
    _ finding: Violation,
    _ expectation: Violation,
    _ above: Set<Int>
  ) -> Bool {
    if isUnbound { return finding.requirement != scenario.requirement }
    // An exception that goes uncaught ends the turn in which the rest was to happen.
    if facts.isUncaught(finding) { return expectation.event == nil }
    switch finding.law {
    case .liveness, nil:
      // Code that did not run kept whatever hangs on it from happening.
      return expectation.event == nil || !above.isDisjoint(with: promises(of: finding))
    case .agreement, .lockIn, .propagation, .notBefore, .once, .cancellation:
      return expectation.type != .zalgo && !above.isDisjoint(with: promises(of: finding))
    case .cleanStack, .settleOnce, .order, .context, .fidelity: return false
    }
  }

  /// The promises that a finding is about: those of the handler that its event begins, where it names none.
  private func promises(of finding: Violation) -> [Int] {
    if !finding.promises.isEmpty { return finding.promises }
    guard let event = finding.event, let run = facts.frame(beginningAt: event),
      let number = facts.frames[run].frame.registration,
      let parent = facts.registrations[number]?.parent
    else { return [] }
    return [parent]
  }

  /// The promises that the outcome of others hangs on, without these.
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
    for attempt in facts.attempts[node] ?? [] {
      if case .resolution(let value) = attempt.meaning, let followed = value.reference {
        sources.append(followed)
      }
    }
    for pair in facts.pairsOf[node] ?? [] {
      sources += facts.candidateCalls(of: pair).compactMap(\.value.reference)
    }
    return sources
  }
}
