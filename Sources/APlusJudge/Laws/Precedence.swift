import APlusModel

/// Decides which violations are kept where one event violates several laws.
///
/// **The problem.** One fault often breaks several laws: a handler that runs inside its own `then`
/// is not called from a clean stack, and overtakes those that wait. A reader wants the first of
/// these. But two faults may also meet in one event: handlers run inside a settle, and in reverse
/// order. Then a reader wants both.
///
/// **The answer.** Violations come in the order of `Judge.laws`, the most telling first. One is a
/// consequence if a kept violation of the same event implies it (`follows`). It is dropped, unless
/// the case is about it and not about its cause, and no unmet expectation reports it. So every fault
/// fails the case about it. Violations without an event, such as a handler that never ran, are kept.
/// Violations of different events are not compared here: `Explainer` keeps a fault from being found
/// again below, and `Consequences` relates it to the expectations.
///
/// **To add a law**, choose its line in `Judge.laws`: it can follow only from laws above it. Then
/// decide in `follows` which of the laws below it are consequences. For each, ask whether a library
/// could have both faults, each by itself, in one event. If so, it is none, and both are kept. Write
/// two traces in `PrecedenceTests`: one fault that breaks both laws and has one violation, and two
/// faults in one event that have two.
struct Precedence {
  let facts: Facts
  /// The laws that decide the case.
  let decides: Set<Law>
  /// The events of unmet expectations of the case, which report the violation there.
  let unmet: Set<Int>

  /// The violations that show a fault of their own, in their order.
  ///
  /// - Parameter findings: What the laws found, most telling first.
  /// - Returns: Those of them that are kept. Takes time near-linear in the findings.
  func kept(of findings: [Violation]) -> [Violation] {
    var keptAt: [Int: [Violation]] = [:]
    return findings.filter { finding in
      guard let event = finding.event else { return true }
      let causes = (keptAt[event] ?? []).filter { follows(finding, from: $0) }
      let isNeeded = !unmet.contains(event) && !causes.contains { $0.doesDecide(with: decides) }
      let isKept = causes.isEmpty || isNeeded && finding.doesDecide(with: decides)
      if isKept { keptAt[event, default: []].append(finding) }
      return isKept
    }
  }

  /// Whether a violation adds nothing about its event to an earlier one.
  private func follows(_ finding: Violation, from cause: Violation) -> Bool {
    guard let event = finding.event, let law = finding.law else { return true }
    switch cause.law {
    case .cleanStack:
      // The stack that a handler runs on decides where it runs, but not what it gets.
      return law == .context || law == .order && ranInsideItsOwnThen(event)
    case .once: return law != .cleanStack
    case .agreement, .lockIn, .propagation, .cancellation, .settleOnce: return law != .order
    case .fidelity, .notBefore, .order, .liveness, .context, .unhandled, .delivery, .scoping, nil: return true
    }
  }

  /// Whether the handler that begins with an event ran inside the `then` that registered it.
  private func ranInsideItsOwnThen(_ event: Int) -> Bool {
    guard let (run, registration) = facts.handler(beginningAt: event) else { return false }
    return facts.isInsideItsOwnThen(run, registration)
  }
}

extension Facts {
  /// Whether a handler, by the index of its frame, began while the `then` that registered it was
  /// open on the same stack.
  func isInsideItsOwnThen(_ run: Int, _ registration: RegistrationRecord) -> Bool {
    let then = registration.frame
    return frames[run].outer != nil && frames[then].stack == frames[run].stack
      && frames[run].begin < frames[then].end ?? .max
  }
}
