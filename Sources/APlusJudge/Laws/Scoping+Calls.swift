import APlusModel
import APlusRules

/// What calls on a scope do besides: completion callbacks, work, and whether the scope holds an item.
struct ScopeCalls: ScopePart {
  let scope: ScopeRecord
  let inner: [ScopeRecord]
  let facts: Facts

  init(_ scope: ScopeRecord, inner: [ScopeRecord], _ facts: Facts) {
    self.scope = scope
    self.inner = inner
    self.facts = facts
  }

  func violations() -> [Violation] {
    scope.notifications.flatMap(notification) + order() + scope.launches.flatMap(work) + scope.looks.compactMap(look)
  }

  // MARK: Completion callbacks

  private func notification(_ call: ScopeCall) -> [Violation] {
    if call.runs.count > 1 {
      return [
        violation(
          rules[.once, .notify], "the completion callback \(call.name) of \(name) ran \(call.runs.count) times",
          "it runs once, at the first cancel", type: .count, law: .once, event: call.runs[1].begin)
      ]
    }
    if let run = call.runs.first, !scope.causes.contains(where: { $0.begin < run.begin }) {
      return [
        violation(
          rules[.scoping, .notify, .early],
          "the completion callback \(call.name) ran, though nothing had cancelled \(name)",
          "it runs at the first cancel", event: run.begin)
      ]
    }
    guard let (cause, deadline) = certainCause(for: call), call.at > deadline else { return [] }
    let when = call.begin > cause.end ? "had been cancelled before" : "was cancelled"
    return [
      violation(
        rules[.liveness, .notify],
        "the completion callback \(call.name) \(call.runs.isEmpty ? "never ran" : "ran late"), though \(name) \(when)",
        "it runs at the first cancel, or at once if that has been", type: .count, law: .liveness,
        event: call.runs.first?.begin)
    ]
  }

  /// Completion callbacks that run on the other side of the items than the library declares.
  private func order() -> [Violation] {
    let isBefore = facts.isDeclared(ScopeProfile.notifiesBefore)
    guard isBefore || facts.isDeclared(ScopeProfile.notifiesAfter), scope.causes.count == 1,
      let cause = scope.causes.first
    else { return [] }
    func reached(_ calls: [ScopeCall]) -> [ScopeCall] { calls.filter { $0.end < cause.begin && $0.at != .max } }
    let items = reached(scope.items).filter { $0.at > cause.begin }
    return reached(scope.notifications).compactMap { callback in
      guard let item = items.first(where: { isBefore ? $0.at < callback.at : $0.at > callback.at }) else { return nil }
      let side = isBefore ? "after" : "before"
      return violation(
        rules[.order, .notify], "the completion callback \(callback.name) ran \(side) the cancel of \(item.name)",
        "completion callbacks run \(isBefore ? "before" : "after") the items are cancelled", type: .order, law: .order,
        event: callback.at)
    }
  }

  // MARK: Work

  private func work(_ call: ScopeCall) -> [Violation] {
    if call.runs.count > 1 {
      return [
        violation(
          rules[.once, .launch], "the work \(call.name) began \(call.runs.count) times", "work begins once",
          type: .count, law: .once, event: call.runs[1].begin)
      ]
    }
    if let run = call.runs.first {
      // The cancel of a structured scope may be a request, which its body or its task meets later.
      let isStructured = facts.isDeclared(ScopeProfile.structured) || !facts.isDeclared(ScopeProfile.weak)
      guard scope.causes.contains(where: { (isStructured ? facts.provenPhase(after: $0.end) : $0.end) < call.begin })
      else { return [] }
      return [
        violation(
          rules[.scoping, .launch, .late], "the work \(call.name) began, though \(name) had been cancelled before",
          "work that is started in a cancelled scope does not begin", event: run.begin)
      ]
    }
    let deadline = deadline(after: call.end)
    guard call.end != .max, deadline != .max, scope.made.finishing > deadline,
      !scope.causes.contains(where: { $0.begin < deadline })
    else { return [] }
    return [
      violation(
        rules[.liveness, .launch], "the work \(call.name) never began, though \(name) was open", "the work begins",
        type: .count, law: .liveness)
    ]
  }

  // MARK: Whether it holds an item

  private func look(_ call: ScopeCall) -> Violation? {
    guard let run = call.runs.first, case .handler(_, _, let slot) = run.frame else { return nil }
    let holds = slot == .onFulfilled
    let isUntouched = !scope.causes.contains { $0.begin < call.end }
    let member = scope.items.first { item in
      item.end < call.begin && item.finishing > call.end && (item.dropped ?? .max) > call.end
    }
    if !holds, isUntouched, let member {
      return violation(
        rules[.scoping, .holds, .lost],
        "\(call.name) was told that \(name) holds nothing, though it has the item of" + " \(member.name)",
        "the scope holds the item", type: .state, event: run.begin)
    }
    let hasNone = scope.items.allSatisfy { $0.begin > call.end || $0.finished < call.begin }
    guard holds, hasNone, inner.allSatisfy({ $0.made.begin > call.end }) else { return nil }
    return violation(
      rules[.scoping, .holds, .late], "\(call.name) was told that \(name) holds an item, though all have completed",
      "a completed item has left", type: .state, event: run.begin)
  }
}
