package import APlusModel

/// Decides whether a recorded trace satisfies a scenario.
///
/// The judge looks only at the trace, so the same trace always gets the same verdict. It checks all
/// laws on every trace. Violations of the laws that the case names decide it; others are
/// incidental.
///
///     let verdict = Judge.judge(scenario, trace)
///     verdict.violations.first?.message   // "`h` (onFulfilled) ran inside then on p"
package enum Judge {
  /// The verdict on one trace.
  ///
  /// - Parameters:
  ///   - scenario: The program to perform, and what its trace must show.
  ///   - trace: What a host recorded.
  /// - Returns: The verdict, with the most telling violations first. Takes time near-linear in the
  ///   events.
  package static func judge(_ scenario: Scenario, _ trace: Trace) -> Verdict {
    if let fault = Fidelity.check(scenario.program, trace) {
      let place = fault.event.map { " (event \($0))" } ?? ""
      let error = HarnessError(
        type: .protocolViolation, message: "the host did not perform the scenario: \(fault.message)\(place)")
      return Verdict(outcome: .error(error), strength: trace.strength)
    }
    let facts = Facts(trace, of: scenario)
    switch trace.ending {
    case .quiet: return verdict(scenario, facts, breakdown: nil)
    case .overrun: return overrun(scenario, facts)
    case .stuck, .deadlocked, .running, .crashed, .cut:
      let breakdown = Breakdown(facts: facts, scenario: scenario)
      if let violation = breakdown.violation() { return verdict(scenario, facts, breakdown: violation) }
      // No later event could have undone that a handler ran twice.
      return Verdict(
        outcome: .error(breakdown.error), incidental: ViolationSample(Once(facts: facts).handlers()).violations,
        strength: trace.strength)
    }
  }

  /// The verdict on a trace that is complete, or that ends where the library got stuck or crashed.
  private static func verdict(_ scenario: Scenario, _ facts: Facts, breakdown: Violation?) -> Verdict {
    let expectations = breakdown == nil ? Expectations(scenario, facts).violations() : []
    let precedence = Precedence(facts: facts, decides: scenario.decides, unmet: Set(expectations.compactMap(\.event)))
    // What a case asks of reports is no sign that promises ended otherwise than the laws expect.
    let isDistorted = !expectations.isEmpty && !scenario.decides.contains(.unhandled)
    let found = [breakdown].compactMap(\.self) + precedence.kept(of: laws(facts, scenario, isDistorted: isDistorted))
    let sorted = Consequences(facts: facts, scenario: scenario, found: found).sorted(expectations)
    func isNamed(_ finding: Violation) -> Bool {
      finding.doesDecide(with: scenario.decides) || sorted.same.contains(finding)
    }
    // Where no law that the case names is violated, violations of its requirement decide it.
    let isOpen = sorted.own.isEmpty && !found.contains(where: isNamed)
    func isDeciding(_ finding: Violation) -> Bool {
      isOpen ? finding.requirement == scenario.requirement : isNamed(finding)
    }
    let deciding = found.filter(isDeciding)
    // Beside a violation, what is only advised would be taken for one.
    let isAdvised = scenario.level == .should
    let sample = ViolationSample(isAdvised && !deciding.isEmpty ? deciding : deciding + sorted.own)
    let passing: Verdict.Outcome = sorted.causes.isEmpty ? .conforms : .notReached(because: sorted.causes)
    return Verdict(
      outcome: sample.violations.isEmpty ? passing : .violates, violations: sample.violations,
      incidental: ViolationSample(found.filter { !isDeciding($0) }).violations, omitted: sample.omitted,
      strength: facts.trace.strength, concurrentStarts: CleanStack(facts: facts).concurrentStarts(),
      isAdvice: isAdvised && deciding.isEmpty)
  }

  /// The verdict on a trace that the host ended because the library caused far too many events.
  private static func overrun(_ scenario: Scenario, _ facts: Facts) -> Verdict {
    let excess = Expectations(scenario, facts).excess()
    let sample = ViolationSample(Once(facts: facts).handlers())
    let count = facts.trace.events.count
    let general = Violation(
      law: nil, requirement: scenario.requirement, type: .count,
      message: "the library goes on and on: the host stopped after \(count) events",
      expected: "user code is called as often as the program says", observed: "\(count) events and more")
    return Verdict(
      outcome: .violates,
      violations: excess.isEmpty && sample.violations.isEmpty ? [general] : excess + sample.violations,
      omitted: sample.omitted, strength: facts.trace.strength,
      isAdvice: scenario.level == .should && sample.violations.isEmpty)
  }

  /// All violations of laws, most telling first.
  ///
  /// Where promises ended otherwise than they should, their reports differ, too.
  private static func laws(_ facts: Facts, _ scenario: Scenario, isDistorted: Bool) -> [Violation] {
    var explainer = Explainer(facts)
    let observed = Agreement(facts: facts).violations(&explainer)
    func agreement(of laws: Set<Law>) -> [Violation] { observed.filter { $0.law.map(laws.contains) ?? false } }
    var violations = Once(facts: facts).violations()
    violations += agreement(of: [.notBefore])
    violations += CleanStack(facts: facts).violations()
    violations += agreement(of: [.agreement])
    violations += agreement(of: [.lockIn])
    violations += SettleOnce(facts: facts).violations()
    let escapes = Escapes(facts: facts, scenario: scenario).violations(&explainer)
    violations += escapes
    violations += Cancellation(facts: facts).violations(&explainer)
    violations += agreement(of: [.propagation, .cancellation])
    violations += Contexts(facts: facts).violations()
    violations += Delivery(facts: facts).violations()
    violations += Scoping(facts: facts).violations()
    violations += Order(facts: facts).violations()
    let uncaught = escapes.filter { facts.isUncaught($0) }
    violations += Liveness(facts: facts, uncaught: uncaught).violations(&explainer)
    violations += Stalls(facts: facts).violations(&explainer)
    if !isDistorted, !violations.contains(where: \.isAboutOutcomes) {
      violations += Unhandled(facts: facts, scenario: scenario).violations(&explainer)
    }
    return violations
  }
}

extension Violation {
  /// Whether it shows that a promise ended otherwise than it should, and not only when or where a handler ran.
  fileprivate var isAboutOutcomes: Bool {
    switch law {
    case .cleanStack, .order, .context, .settleOnce, .fidelity, .unhandled, .delivery, .scoping: false
    case .once, .notBefore, .agreement, .lockIn, .liveness, .propagation, .cancellation, nil: true
    }
  }

  /// Whether it decides a case that these laws decide, whatever the case expects.
  func doesDecide(with laws: Set<Law>) -> Bool { law.map(laws.contains) ?? true }
}
