import APlusModel
import APlusRules

/// The end of a structured scope: it waits for the items, and tells what became of the scope.
struct ScopeEnd: ScopePart {
  let scope: ScopeRecord
  let inner: [ScopeRecord]
  let facts: Facts

  init(_ scope: ScopeRecord, inner: [ScopeRecord], _ facts: Facts) {
    self.scope = scope
    self.inner = inner
    self.facts = facts
  }

  func violations() -> [Violation] {
    guard facts.isDeclared(ScopeProfile.structured) || !scope.made.runs.isEmpty else { return [] }
    guard let run = scope.made.runs.first else { return missing() }
    return again() + early(run) + running(run) + outcome(run)
  }

  private func again() -> [Violation] {
    scope.made.runs.dropFirst().map { run in
      violation(
        rules[.once, .scope], "\(name) ended \(scope.made.runs.count) times", "one end", type: .count, law: .once,
        event: run.begin)
    }
  }

  /// A scope that waits for ever, though all that it waits for has ended.
  private func missing() -> [Violation] {
    guard facts.trace.ending == .quiet, scope.made.finished != .max, deadline(after: scope.made.finished) != .max,
      scope.items.allSatisfy({ $0.ended != .max }), inner.allSatisfy({ $0.made.at != .max })
    else { return [] }
    return [
      violation(
        rules[.liveness, .scope], "\(name) never ended, though its body and all its items have",
        "the scope ends when its last item has", type: .count, law: .liveness)
    ]
  }

  // MARK: When

  /// An end before anything could have ended the scope, or before its items.
  private func early(_ run: FrameRecord) -> [Violation] {
    let at = run.begin
    if scope.made.finishing > at, !scope.causes.contains(where: { $0.begin < at }) {
      return [
        violation(
          rules[.scoping, .scope, .early], "\(name) ended, though its body had not", "the scope is open", type: .state,
          event: at)
      ]
    }
    let left = (scope.items + inner.map(\.made)).first { call in
      call.begin < min(at, scope.made.finishing) && call.end < at && call.ended > at
    }
    guard let left else { return [] }
    let what = left.word == .scope ? "the scope inside it" : "the item of \(left.name)"
    return [
      violation(
        rules[.scoping, .scope, .early], "\(name) ended before \(what) had", "the end waits for all items",
        type: .order, event: at)
    ]
  }

  /// Work that runs after the end.
  private func running(_ run: FrameRecord) -> [Violation] {
    scope.launches.compactMap { work in
      guard let body = work.runs.first, body.end ?? .max > run.begin else { return nil }
      return violation(
        rules[.scoping, .launch, .closed], "the work \(work.name) ran after \(name) had ended",
        "no code of the scope runs after its end", type: .order, event: body.begin)
    }
  }

  // MARK: How

  private func outcome(_ run: FrameRecord) -> [Violation] {
    guard case .handler(let call, _, let slot) = run.frame else { return [] }
    let at = run.begin
    let got = "\(name) ended with \(slot == .onFulfilled ? "a value" : "an error")"
    if let cancel = scope.causes.filter({ $0.kind == .outer && $0.end < at }).min(by: { $0.begin < $1.begin }) {
      guard !isCancellation(run), !mayHaveEnded(before: cancel.begin) else { return [] }
      return [
        violation(
          rules[.scoping, .scope, .outer], "\(got), though the scope around it had been cancelled",
          "the code after it learns of the cancel", event: at)
      ]
    }
    let causes = scope.causes.filter { $0.begin < at }
    if let failure = causes.first(where: { $0.kind == .failed }) {
      guard slot == .onFulfilled, failure.end <= at, causes.count == 1 else { return [] }
      return [
        violation(
          rules[.scoping, .scope, .failed], "\(got), though an item of it failed", "the scope ends with an error",
          type: .value, event: at)
      ]
    }
    guard causes.isEmpty, let ending = scope.made.attempts.first, case .fulfilled(let value) = ending.meaning,
      slot != .onFulfilled || !facts.isSame(call.arguments.first ?? .undefined, value)
    else { return [] }
    let isSpared = scope.items.contains {
      $0.attempts.contains { if case .rejected = $0.meaning { true } else { false } }
    }
    guard !isSpared else { return [] }
    return [
      violation(
        rules[.scoping, .scope, .fulfilled], "\(name) did not end with \(text(value)), though nothing had failed",
        "the scope gives what its body gives", type: .value, event: at)
    ]
  }

  /// Whether the body and all items had ended before an event, so that the end may have come by itself.
  private func mayHaveEnded(before event: Int) -> Bool {
    scope.made.finishing < event && scope.items.allSatisfy { min($0.ended, $0.finishing) < event }
      && inner.allSatisfy { $0.made.at < event }
  }
}
