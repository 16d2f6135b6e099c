import APlusModel

/// Law 2, 2.2.2.3 and 2.2.3.3: a registration runs at most one handler, at most once.
///
/// A thenable's `then` is read once and called at most once per resolution with it.
struct Once {
  let facts: Facts

  func violations() -> [Violation] { handlers() + thenables() }

  /// The registrations whose handlers ran more than once, which nothing that comes later can mend.
  func handlers() -> [Violation] { facts.registrationOrder.flatMap(handlers) }

  private func handlers(_ number: Int) -> [Violation] {
    guard let registration = facts.registrations[number], registration.runs.count > 1 else {
      return []
    }
    let slots = registration.runs.map { slot($0) }
    return registration.runs.dropFirst().map { index in
      let record = facts.frames[index]
      let slot = slot(index)
      let isOther = slots.first?.slot != slot.slot
      let first = slots.first.map { "`\($0.function)`" } ?? "a handler"
      return Violation(
        law: .once,
        requirement: slot.slot == .onRejected ? "2.2.3.3" : "2.2.2.3",
        type: .count,
        message: isOther
          ? "`\(slot.function)` (\(slot.slot.name)) ran although \(first) of the same registration had run"
          : "`\(slot.function)` (\(slot.slot.name)) was called more than once for one registration",
        expected: "one call of one handler",
        observed: "\(registration.runs.count) calls",
        event: record.begin
      )
    }
  }

  private func slot(_ index: Int) -> (function: String, slot: HandlerSlot) {
    guard case .handler(let call, _, let slot) = facts.frames[index].frame else {
      return ("", .finally)
    }
    return (facts.frames[index].named(call.function), slot)
  }

  private func thenables() -> [Violation] {
    let uses = resolutions()
    let reasons = reasons().filter { uses[$0.key] == nil }
    var violations: [Violation] = []
    for thenable in facts.readsOf.numbers {
      let reads = facts.readsOf[thenable] ?? []
      let allowed = uses[thenable] ?? 0
      guard reads.count > allowed else { continue }
      violations.append(
        reasons[thenable].map { adopted(thenable, "read", reads[0], $0) }
          ?? excess(thenable, "`then` was read", reads.count, allowed, reads[allowed], "2.3.3.1")
      )
    }
    for thenable in facts.pairsOf.numbers {
      let pairs = facts.pairsOf[thenable] ?? []
      let allowed = uses[thenable] ?? 0
      guard pairs.count > allowed, let pair = facts.pairs[pairs[allowed]] else { continue }
      violations.append(
        reasons[thenable].map { adopted(thenable, "called", pair.frame, $0) }
          ?? excess(thenable, "`then` was called", pairs.count, allowed, pair.frame, "2.3.3.3")
      )
    }
    return violations
  }

  /// How often each thenable went into a resolution procedure; a combinator resolves with its members.
  private func resolutions() -> [Int: Int] {
    var uses: [Int: Int] = [:]
    for attempt in facts.attempts.all.joined() {
      if case .resolution(let value) = attempt.meaning, let reference = value.reference {
        uses[reference, default: 0] += 1
      }
    }
    for index in facts.frames.indices {
      switch facts.frames[index].frame {
      case .handler(_, let number, _):
        // Where `then` gave no promise, what its handler returned is resolved with all the same.
        guard case .returned(.reference(let reference)) = facts.frames[index].result,
          number.wrappedValue.flatMap({ facts.registrations[$0] })?.result == nil
        else { break }
        uses[reference, default: 0] += 1
      case .make(_, "resolved", .reference(let reference)?, _):
        // Where it gave no promise, nobody attempted anything on one.
        if case .gives = facts.frames[index].result { break }
        uses[reference, default: 0] += 1
      case .call(_, _, false, .reference(let reference)?): uses[reference, default: 0] += 1
      case .task:
        guard case .returned(.reference(let reference)) = facts.frames[index].result else { break }
        uses[reference, default: 0] += 1
      case .combine(_, _, let members):
        for reference in members.compactMap(\.reference) { uses[reference, default: 0] += 1 }
      default: break
      }
    }
    return uses
  }

  /// The thenables that promises were rejected with, and the requirements that say so: a reason is no resolution.
  private func reasons() -> [Int: String] {
    var reasons: [Int: String] = [:]
    func note(_ value: TracedValue?, _ requirement: String) {
      if let reference = value?.reference, reasons[reference] == nil {
        reasons[reference] = requirement
      }
    }
    for record in facts.frames {
      switch (record.frame, record.result) {
      case (.handler, .threw(let value)): note(value, "2.2.7.2")
      case (.thenable, .threw(let value)): note(value, "2.3.3.3.4.2")
      case (.accessor, .threw(let value)): note(value, "2.3.3.2")
      case (.call(_, _, true, let value), _): note(value, "2.3.3.3.2")
      case (.settle(_, .reject, _, let value), _): note(value, "2.2.3.1")
      case (.make(_, "rejected", let value, _), _): note(value, "2.2.3.1")
      default: break
      }
    }
    return reasons
  }

  private func adopted(
    _ thenable: Int,
    _ what: String,
    _ frame: Int,
    _ requirement: String
  ) -> Violation {
    let name = facts.trace.text(.reference(thenable))
    return Violation(
      law: .once,
      requirement: requirement,
      type: .assimilation,
      message: "the then of \(name) was \(what) although it is a reason, which is not adopted",
      expected: "the promise is rejected with \(name) itself",
      observed: "its then was \(what)",
      event: facts.frames[frame].begin
    )
  }

  private func excess(
    _ thenable: Int,
    _ what: String,
    _ count: Int,
    _ allowed: Int,
    _ frame: Int,
    _ requirement: String
  ) -> Violation {
    let name = facts.trace.text(.reference(thenable))
    return Violation(
      law: .once,
      requirement: requirement,
      type: .assimilation,
      message: "\(what) \(count) times on \(name); at most \(allowed) for its resolutions",
      expected: "at most \(allowed)",
      observed: "\(count)",
      event: facts.frames[frame].begin
    )
  }
}
