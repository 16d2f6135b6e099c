import APlusModel

/// Law 7, at every quiescence: what is due has begun before nothing can run any more.
///
/// A handler that begins after a quiescence, although its promise was settled and its `then` had
/// returned before it, was stalled: it ran because something else happened. That happens where a
/// thread goes to sleep while a handler waits, or where only the next call drains a queue. The law
/// does not judge where the host gave up waiting, where handlers may block each other, or handlers
/// that were registered for a context.
struct Stalls {
  let facts: Facts

  func violations() -> [Violation] {
    guard facts.provenPhases.count > 1, !hasWaits else { return [] }
    return facts.registrationsOn.numbers.compactMap(violation)
  }

  private var hasWaits: Bool { facts.frames.contains { if case .wait = $0.frame { true } else { false } } }

  private func violation(on promise: Int) -> Violation? {
    guard facts.reachedByCancel[promise] == nil, let settled = settlement(of: promise) else { return nil }
    let stalled = (facts.registrationsOn[promise] ?? []).compactMap { run(of: $0, after: settled) }
    guard let first = stalled.first, case .handler(let call, _, let slot) = first.frame else { return nil }
    let handler = "`\(first.named(call.function))`"
    let others = stalled.count > 1 ? ", and so did \(stalled.count - 1) more" : ""
    let name = facts.trace.text(.reference(promise))
    return Violation(
      law: .liveness, requirement: slot == .onRejected ? "2.2.3.1" : "2.2.2.1", type: .count,
      message:
        "\(handler) ran only after something else happened: \(name) was settled, and nothing could run any more\(others)",
      expected: "\(handler) runs before nothing can run any more", observed: "it began after that", event: first.begin)
  }

  /// The late run of a registration's handler; nil where it was in time, or never.
  private func run(of number: Int, after settled: Int) -> FrameRecord? {
    guard let registration = facts.registrations[number], facts.context(ofRegistration: number) == nil,
      let returned = facts.frames[registration.frame].end, let index = registration.runs.first
    else { return nil }
    let run = facts.frames[index]
    let phase = facts.provenPhase(after: max(returned, settled))
    return run.begin > phase ? run : nil
  }

  /// When a promise was certainly settled, judging by the calls on it; nil where they do not show
  /// it.
  ///
  /// A handler run proves nothing: it may have come before the settlement.
  private func settlement(of promise: Int) -> Int? {
    let attempts = facts.attempts[promise] ?? []
    let isOnly = attempts.count == 1
    return attempts.compactMap { attempt -> Int? in
      switch (attempt.meaning, attempt.origin) {
      case (.fulfilled, .made), (.rejected, .made): attempt.end
      case (.fulfilled, .settled), (.rejected, .settled): isOnly || attempt.accepted == true ? attempt.end : nil
      default: nil
      }
    }.min()
  }
}
