import APlusModel
import APlusRules

/// Law 7, at every quiescence: what is due has begun before nothing can run any more.
///
/// A handler that begins after a quiescence, although its promise was settled and its `then` had
/// returned before it, was stalled: it ran because something else happened. That happens where a
/// thread goes to sleep while a handler waits, or where only the next call drains a queue. The law
/// does not judge where the host gave up waiting, where handlers may block each other, or handlers
/// that were registered for a context.
struct Stalls {
  let facts: Facts

  func violations(_ explainer: inout Explainer) -> [Violation] {
    guard facts.provenPhases.count > 1, !hasWaits else { return [] }
    return facts.sources.compactMap { violation(on: $0, explainer.obligation(of: $0)) }
  }

  private var hasWaits: Bool { facts.frames.contains { if case .wait = $0.frame { true } else { false } } }

  private func violation(on source: Source, _ obligation: Obligation) -> Violation? {
    guard !facts.isReachedByCancel(source), let settled = obligation.since else { return nil }
    let stalled = facts.registrations(on: source).compactMap { run(of: $0, after: settled) }
    guard let first = stalled.first, case .handler(let call, _, let slot) = first.frame else { return nil }
    let handler = "`\(first.named(call.function))`"
    let others = stalled.count > 1 ? ", and so did \(stalled.count - 1) more" : ""
    let name = facts.name(of: source)
    return Violation(
      law: .liveness, requirement: facts.requirement(ofLost: source, Rule.Outcome(slot)), type: .count,
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
}
