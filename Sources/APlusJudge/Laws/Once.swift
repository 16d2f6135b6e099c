import APlusModel
import APlusRules

/// Law 2, 2.2.2.3 and 2.2.3.3: a registration runs at most one handler, at most once.
///
/// A thenable's `then` is read once and called at most once per resolution with it.
struct Once {
  let facts: Facts

  func violations() -> [Violation] { handlers() + thenables() }

  /// The registrations whose handlers ran more than once, whatever else the trace shows.
  func handlers() -> [Violation] { facts.registrationOrder.flatMap(handlers) }

  private func handlers(_ number: Int) -> [Violation] {
    guard let registration = facts.registrations[number], registration.runs.count > 1 else { return [] }
    if let call = facts.call(startedAt: registration.frame) { return handlers(of: call, registration) }
    if let call = facts.channelCall(startedAt: registration.frame) { return answers(of: call, registration) }
    // What the handlers of scopes may get depends on cancels of other scopes: the law of scopes asks for it.
    if facts.scopeCall(startedAt: registration.frame) != nil { return [] }
    let operation: RuleOperation = facts.awaiting(at: registration.frame) == nil ? .handler : .await
    let slots = registration.runs.map { slot($0) }
    return registration.runs.dropFirst().map { index in
      let record = facts.frames[index]
      let slot = slot(index)
      let isOther = slots.first?.slot != slot.slot
      let first = slots.first.map { "`\($0.function)`" } ?? "a handler"
      return Violation(
        law: .once, requirement: rules[.once, operation, Rule.Outcome(slot.slot)], type: .count,
        message: isOther
          ? "`\(slot.function)` (\(slot.slot.name)) ran although \(first) of the same registration had run"
          : "`\(slot.function)` (\(slot.slot.name)) was called more than once for one registration",
        expected: "one call of one handler", observed: "\(registration.runs.count) calls", event: record.begin)
    }
  }

  /// The answers to a call on a channel after the first, where it has only one.
  private func answers(of call: StartCall, _ registration: RegistrationRecord) -> [Violation] {
    guard let word = call.channelWord, word.hasOneAnswer else { return [] }
    return registration.runs.dropFirst().map { index in
      let record = facts.frames[index]
      return Violation(
        law: .once, requirement: rules[.once, RuleOperation(word), .again], type: .count,
        message: "`\(record.named(call.function))` got a second answer to one \(word.rawValue)", expected: "one answer",
        observed: "\(registration.runs.count) answers", event: record.begin)
    }
  }

  /// The calls of a completion handler after the first.
  private func handlers(of call: StartCall, _ registration: RegistrationRecord) -> [Violation] {
    let runs = registration.runs.map { facts.frames[$0] }
    let slots = registration.runs.map { slot($0).slot }
    return zip(runs, slots).dropFirst().map { record, slot in
      let outcome: Rule.Outcome =
        if case .threw = runs[0].result {
          .threw
        } else if facts.attempts(on: call).contains(where: { $0.meaning.isCancel && $0.begin < record.begin }) {
          .cancelled
        } else if facts.isDeclared(CallProfile.pair), slot != slots[0] { .other } else { Rule.Outcome(slot) }
      let name = record.named(call.function)
      return Violation(
        law: .once, requirement: rules[.once, .start, outcome], type: .count,
        message: "`\(name)` of \(facts.trace.text(call.call)) was called with \(slots[0].argument)"
          + "\(outcome == .threw ? ", threw," : "") and then again, with \(slot.argument)",
        expected: "one call of the handler", observed: "\(runs.count) calls", event: record.begin)
    }
  }

  private func slot(_ index: Int) -> (function: String, slot: HandlerSlot) {
    guard case .handler(let call, _, let slot) = facts.frames[index].frame else { return ("", .finally) }
    return (facts.frames[index].named(call.function), slot)
  }

  private func thenables() -> [Violation] {
    let uses = ThenableUses(facts)
    let reads = facts.readsOf.numbers.compactMap { thenable in
      violation(thenable, "read", facts.readsOf[thenable] ?? [], uses, twice: rules[.once, .accessor])
    }
    let calls = facts.pairsOf.numbers.compactMap { thenable in
      let frames = (facts.pairsOf[thenable] ?? []).compactMap { facts.pairs[$0]?.frame }
      return violation(thenable, "called", frames, uses, twice: rules[.once, .thenable])
    }
    return reads + calls
  }

  /// The violation where a thenable's `then` was read or called more often than promises were
  /// resolved with it.
  private func violation(
    _ thenable: Int, _ what: String, _ frames: [Int], _ uses: ThenableUses, twice requirement: String
  ) -> Violation? {
    let allowed = uses.resolutions[thenable] ?? ThenableUses.Resolutions()
    guard frames.count > allowed.count else { return nil }
    let name = facts.trace.text(.reference(thenable))
    if let requirement = uses.requirement(ofAdopting: thenable, at: frames[0]) {
      return Violation(
        law: .once, requirement: requirement, type: .assimilation,
        message: "the then of \(name) was \(what) although it is a reason, which is not adopted",
        expected: "the promise is rejected with \(name) itself", observed: "its then was \(what)",
        event: facts.frames[frames[0]].begin)
    }
    return Violation(
      law: .once, requirement: allowed.combinator ?? requirement, type: .assimilation,
      message: "`then` was \(what) \(frames.count) times on \(name); at most \(allowed.count) for its resolutions",
      expected: "at most \(allowed.count)", observed: "\(frames.count)",
      event: facts.frames[frames[allowed.count]].begin)
  }
}
