import APlusModel
import APlusRules

/// Law 15: a cancel of a scope reaches each of its items once, and nothing else; the end of a structured scope waits for
/// its items.
///
/// A cancel takes effect between its begin and the next moment at which nothing can run any more. So the law holds for
/// scopes that many threads use, and for libraries that cancel from a queue.
struct Scoping {
  let facts: Facts

  func violations() -> [Violation] {
    guard facts.hasScopes else { return [] }
    let scopes = facts.scopes
    return scopes.flatMap { scope in ScopeReach(scope, facts).violations() }
      + scopes.indices.flatMap { place in
        let inner = scopes.filter { $0.outer == place }
        return ScopeCalls(scopes[place], inner: inner, facts).violations()
          + ScopeEnd(scopes[place], inner: inner, facts).violations()
      }
  }
}

/// A part of the law, for one scope.
protocol ScopePart {
  var facts: Facts { get }
  var scope: ScopeRecord { get }
}

extension ScopePart {
  var name: String { facts.trace.text(.reference(scope.reference)) }

  func isCancellation(_ run: FrameRecord) -> Bool { facts.isCancellation(run) }

  /// When what begins before an event must have taken effect: when nothing can run any more; `Int.max` where that never
  /// was.
  ///
  /// A trace that ends quietly shows it at its end, whatever its evidence.
  func deadline(after event: Int) -> Int {
    let proven = facts.provenPhase(after: event)
    guard proven == .max, facts.trace.ending == .quiet, let last = facts.phases.last, last > event else {
      return proven
    }
    return last
  }

  /// The first cause that has certainly happened, the nearest kind before the others.
  func certainCause(for call: ScopeCall) -> (cause: ScopeCause, deadline: Int)? {
    let causes = scope.causes.filter { $0.item != call.begin }
    for kind in [ScopeCause.Kind.cancelled, .dropped, .failed, .outer] {
      let found = causes.filter { $0.kind == kind && $0.end != .max }.min { $0.end < $1.end }
      guard let found, call.end != .max else { continue }
      let deadline = deadline(after: max(found.end, call.end))
      if deadline != .max { return (found, deadline) }
    }
    return nil
  }

  func text(_ value: TracedValue) -> String { facts.trace.text(value) }

  func violation(
    _ requirement: String, _ message: String, _ expected: String, type: FailureType = .cancellation,
    law: Law = .scoping, event: Int? = nil
  ) -> Violation {
    Violation(
      law: law, requirement: requirement, type: type, message: message, expected: expected, observed: message,
      event: event)
  }
}

/// What cancels of a scope reach: each item once, and nothing else.
private struct ScopeReach: ScopePart {
  let scope: ScopeRecord
  let facts: Facts

  init(_ scope: ScopeRecord, _ facts: Facts) {
    self.scope = scope
    self.facts = facts
  }

  func violations() -> [Violation] { scope.items.flatMap { item in again(item) + missed(item) + stray(item) } }

  /// Cancels that reach an item a second time, or one that has completed.
  private func again(_ item: ScopeCall) -> [Violation] {
    guard item.runs.count > 1 else { return [] }
    let cancels = item.runs.filter(isCancellation)
    if cancels.count > 1 {
      return [
        violation(
          rules[.once, .add, .cancelled], "a cancel reached the item of \(item.name) \(cancels.count) times",
          "one cancel of each item", type: .count, law: .once, event: cancels[1].begin)
      ]
    }
    let last = item.runs[1]
    // A cancel that meets the completion may still reach the item.
    guard isCancellation(last), !scope.causes.contains(where: { $0.begin < item.finished }) else { return [] }
    return [
      violation(
        rules[.once, .add, .late], "a cancel of \(name) reached the item of \(item.name), which had completed",
        "a completed item has left", type: .count, law: .once, event: last.begin)
    ]
  }

  /// Items that a cancel should have reached.
  private func missed(_ item: ScopeCall) -> [Violation] {
    guard let (cause, deadline) = certainCause(for: item), item.finishing > deadline else { return [] }
    // Nothing but the program may hold it; and what has ended takes no items.
    if let dropped = item.dropped, dropped < deadline { return [] }
    if scope.made.at < item.begin || item.begin > scope.made.finishing, !item.runs.contains(where: isCancellation) {
      return []
    }
    if let run = item.runs.first, run.begin < deadline { return [] }
    let isLate = item.begin > cause.end
    let isMeeting = item.end > cause.begin
    let isBesideCompleted = scope.items.contains { $0.finished < cause.begin }
    let (outcome, what): (Rule.Outcome, String) =
      switch cause.kind {
      case .cancelled where isLate: (.late, "though \(name) had been cancelled before it was added")
      case .cancelled where isMeeting: (.running, "which was added while \(name) was cancelled")
      case .cancelled where isBesideCompleted: (.fulfilled, "though \(name) was cancelled: another item had completed")
      case .cancelled: (.cancelled, "though \(name) was cancelled")
      case .dropped: (.dropped, "though \(name) was released")
      case .failed: (.failed, "though another item of \(name) failed")
      case .outer: (.outer, "though the scope around \(name) was cancelled")
      }
    let when = item.runs.isEmpty ? "no cancel reached" : "a cancel reached only after something else had happened"
    return [
      violation(
        rules[.scoping, .add, outcome], "\(when) the item of \(item.name), \(what)", "the cancel reaches it at once",
        event: item.runs.first?.begin)
    ]
  }

  /// Cancels of items that nothing has cancelled.
  private func stray(_ item: ScopeCall) -> [Violation] {
    guard let run = item.runs.first(where: isCancellation),
      !scope.causes.contains(where: { $0.begin < run.begin && $0.item != item.begin })
    else { return [] }
    let siblings = scope.items.filter { $0.begin != item.begin }
    let isBesideFailure = siblings.contains { sibling in
      sibling.runs.contains { $0.begin < run.begin && $0.frame.isFailure && !isCancellation($0) }
    }
    return [
      violation(
        rules[.scoping, .add, isBesideFailure ? .other : .untouched],
        "a cancel reached the item of \(item.name), though nothing had cancelled \(name)",
        isBesideFailure ? "a failure leaves the other items alone" : "a cancel goes down, never up or sideways",
        event: run.begin)
    ]
  }
}
