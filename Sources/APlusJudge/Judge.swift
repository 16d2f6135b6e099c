package import APlusSpec
package import APlusTrace

/// Decides whether a recorded trace satisfies a scenario.
///
/// The judge looks only at the trace, so the same trace always gets the same verdict. All laws are checked over
/// every trace; those that the case names decide it, the others are collected.
///
///     let verdict = Judge.judge(scenario, trace)
///     verdict.violations.first?.message   // "`h` (onFulfilled) ran inside then on p"
package enum Judge {
  /// The verdict on one trace.
  ///
  /// - Parameters:
  ///   - scenario: What was to be performed, and what it must show.
  ///   - trace: What a host saw.
  /// - Returns: The verdict, its violations in order of how telling they are. Takes time near-linear in the events.
  package static func judge(_ scenario: Scenario, _ trace: Trace) -> Verdict {
    if let fault = Fidelity.check(scenario.program, trace) {
      let place = fault.event.map { " (event \($0))" } ?? ""
      let error = HarnessError(
        type: .protocolBreach,
        message: "the host did not perform the scenario: \(fault.message)\(place)"
      )
      return Verdict(outcome: .error(error), strength: trace.strength)
    }
    let facts = Facts(trace, of: scenario)
    switch trace.ending {
    case .quiet: return verdict(scenario, facts, stuck: nil)
    case .overrun: return overrun(scenario, facts)
    case .stuck, .deadlocked, .running, .cut:
      if let stuck = stuckViolation(scenario, facts) {
        return verdict(scenario, facts, stuck: stuck)
      }
      // Whatever else might have come, a handler that ran twice did.
      return Verdict(
        outcome: .error(notQuiet(facts)),
        collected: FewOfEachKind(Once(facts: facts).handlers()).violations,
        strength: trace.strength
      )
    }
  }

  /// The verdict on what was seen through to the end, or as far as a call that nothing can end.
  private static func verdict(
    _ scenario: Scenario,
    _ facts: Facts,
    stuck: Violation?
  ) -> Verdict {
    let expectations = stuck == nil ? Expectations(scenario, facts).violations() : []
    let precedence = Precedence(
      facts: facts,
      decides: scenario.decides,
      unmet: Set(expectations.compactMap(\.event))
    )
    let found = [stuck].compactMap(\.self) + precedence.kept(of: laws(facts, scenario))
    let sorted = Consequences(facts: facts, scenario: scenario, found: found).sorted(expectations)
    func isDeciding(_ finding: Violation) -> Bool {
      finding.doesDecide(scenario) || sorted.same.contains(finding)
    }
    let told = FewOfEachKind(found.filter(isDeciding) + sorted.own)
    let passing: Verdict.Outcome =
      sorted.causes.isEmpty ? .conforms : .notReached(because: sorted.causes)
    return Verdict(
      outcome: told.violations.isEmpty ? passing : .violates,
      violations: told.violations,
      collected: FewOfEachKind(found.filter { !isDeciding($0) }).violations,
      untold: told.untold,
      strength: facts.trace.strength,
      concurrentStarts: CleanStack(facts: facts).concurrentStarts(),
      isAdvice: scenario.level == .should
    )
  }

  /// The verdict on a trace that its host ended because the library caused far too many events.
  private static func overrun(_ scenario: Scenario, _ facts: Facts) -> Verdict {
    let excess = Expectations(scenario, facts).excess()
    let told = FewOfEachKind(Once(facts: facts).handlers())
    let count = facts.trace.events.count
    let general = Violation(
      law: nil,
      requirement: scenario.requirement,
      type: .count,
      message: "the library goes on and on: the host stopped after \(count) events",
      expected: "user code is called as often as the program asks",
      observed: "\(count) events and more"
    )
    return Verdict(
      outcome: .violates,
      violations: excess.isEmpty && told.violations.isEmpty
        ? [general] : excess + told.violations,
      untold: told.untold,
      strength: facts.trace.strength
    )
  }

  /// All violations of laws, most telling first.
  private static func laws(_ facts: Facts, _ scenario: Scenario) -> [Violation] {
    var explainer = Explainer(facts)
    let observed = Agreement(facts: facts).violations(&explainer)
    func agreement(of laws: Set<Law>) -> [Violation] {
      observed.filter { $0.law.map(laws.contains) ?? false }
    }
    var violations = Once(facts: facts).violations()
    violations += agreement(of: [.notBefore])
    violations += CleanStack(facts: facts).violations()
    violations += agreement(of: [.agreement])
    violations += agreement(of: [.lockIn])
    violations += SettleOnce(facts: facts).violations()
    violations += Escapes(facts: facts, scenario: scenario).violations(&explainer)
    violations += Cancellation(facts: facts).violations(&explainer)
    violations += agreement(of: [.propagation, .cancellation])
    violations += Contexts(facts: facts).violations()
    violations += Order(facts: facts).violations()
    violations += Liveness(facts: facts).violations(&explainer)
    violations += Stalls(facts: facts).violations()
    return violations
  }

  /// A scenario that got stuck, where its case says that being stuck is the fault, or a call is known to be.
  private static func stuckViolation(_ scenario: Scenario, _ facts: Facts) -> Violation? {
    guard facts.trace.ending.isStuck, scenario.stuckViolates || facts.isDeadlocked else {
      return nil
    }
    let open = facts.openFrames
    return Violation(
      law: nil,
      requirement: scenario.requirement,
      type: .stuck,
      message: "the library got stuck\(open)\(facts.trace.ending.explanation)",
      expected: "every call returns and every handler ends",
      observed: "nothing goes on\(open)\(facts.trace.ending.explanation)",
      event: facts.frames.last { $0.end == nil }?.begin
    )
  }

  private static func notQuiet(_ facts: Facts) -> HarnessError {
    facts.trace.ending.isStuck
      ? HarnessError(
        type: .timeout,
        message: "the scenario got stuck\(facts.openFrames)\(facts.trace.ending.explanation)"
      )
      : HarnessError(type: .crash, message: "the host ended in the middle\(facts.openFrames)")
  }
}

extension Violation {
  /// Whether it fails a case by itself, whatever the case expects.
  fileprivate func doesDecide(_ scenario: Scenario) -> Bool {
    law.map(scenario.decides.contains) ?? true
  }
}

extension TraceEnding {
  /// Why nothing goes on, where the kernel showed it.
  fileprivate var explanation: String {
    switch self {
    case .deadlocked: ", deadlocked: all threads wait, nothing is due"
    case .running: ", still running: its threads compute"
    case .quiet, .stuck, .overrun, .cut: ""
    }
  }
}

extension Facts {
  /// Whether a call of the library is open although nothing can run any more, as the host or the kernel showed.
  ///
  /// A host that gave up waiting knows less: what is open there may only be slow. User code that waits may be what
  /// holds the call up.
  var isDeadlocked: Bool {
    var isProved = trace.ending == .deadlocked
    if case .phase(let strength)? = trace.events.last?.kind, strength != .bounded {
      isProved = true
    }
    guard isProved else { return false }
    var innermost: [Int: Frame] = [:]
    for record in frames where record.end == nil && !record.isSuspended {
      if case .wait = record.frame { return false }
      innermost[record.stack] = record.frame
    }
    return innermost.values.contains { frame in
      switch frame {
      case .then, .settle, .call, .cancel, .combine: true
      case .make, .drop, .measure, .wait, .lanes, .handler, .thenable, .accessor, .task,
        .onCancel:
        false
      }
    }
  }

  /// The innermost open frame as a phrase; empty where none is open.
  var openFrames: String {
    guard let record = frames.last(where: { $0.end == nil }) else { return "" }
    return " inside \(record.frame.phrase)"
  }
}

extension Frame {
  /// What the frame is, in a word.
  var phrase: String {
    switch self {
    case .make(_, let state, _, _): "the making of a \(state) promise"
    case .settle(_, let verb, _, _): verb.rawValue
    case .then: "then"
    case .call(_, _, let rejects, _): rejects ? "rejectPromise" : "resolvePromise"
    case .cancel: "cancel"
    case .combine(_, let kind, _): kind
    case .drop: "the release of a reference"
    case .measure: "a registration that is timed"
    case .wait(_, let gate): "a wait for `\(gate)`"
    case .lanes: "a wait for other threads"
    case .handler(let call, _, _): "the handler `\(call.function)`"
    case .thenable(let call, _, _): "the thenable's then `\(call.function)`"
    case .accessor: "an accessor of then"
    case .task(let call): "the task `\(call.function)`"
    case .onCancel(let call): "the cancel callback `\(call.function)`"
    }
  }
}
