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
      let allowed = uses[thenable] ?? Uses()
      guard reads.count > allowed.count else { continue }
      violations.append(
        adopted(thenable, "read", reads[0], reasons[thenable])
          ?? excess(
            thenable,
            "`then` was read",
            reads.count,
            allowed.count,
            reads[allowed.count],
            allowed.combinator ?? "2.3.3.1"
          )
      )
    }
    for thenable in facts.pairsOf.numbers {
      let pairs = facts.pairsOf[thenable] ?? []
      let allowed = uses[thenable] ?? Uses()
      guard pairs.count > allowed.count, let pair = facts.pairs[pairs[allowed.count]] else {
        continue
      }
      violations.append(
        adopted(thenable, "called", pair.frame, reasons[thenable])
          ?? excess(
            thenable,
            "`then` was called",
            pairs.count,
            allowed.count,
            pair.frame,
            allowed.combinator ?? "2.3.3.3"
          )
      )
    }
    return violations
  }

  /// The requirement that a call of a thenable's `then` breaks because the thenable is a reason; nil where it may be
  /// called.
  func requirement(ofAdopting pair: PairRecord) -> String? {
    guard let thenable = pair.thenable, resolutions()[thenable] == nil,
      let uses = reasons()[thenable]
    else { return nil }
    return requirement(of: uses, adoptedAt: pair.frame, thenable)
  }

  /// How often a thenable went into a resolution procedure.
  private struct Uses {
    var count = 0
    /// The requirement of the combinator, where it went into nothing else.
    var combinator: String?
  }

  /// How often each thenable went into a resolution procedure; a combinator resolves with its members.
  private func resolutions() -> [Int: Uses] {
    var uses: [Int: Uses] = [:]
    func note(_ reference: Int, by combinator: String? = nil) {
      let before = uses[reference]
      uses[reference] = Uses(
        count: (before?.count ?? 0) + 1,
        combinator: before == nil || before?.combinator != nil ? combinator : nil
      )
    }
    for attempt in facts.attempts.all.joined() {
      if case .resolution(let value) = attempt.meaning { value.reference.map { note($0) } }
    }
    for index in facts.frames.indices {
      switch facts.frames[index].frame {
      case .handler(_, let number, _):
        // Where `then` gave no promise, what its handler returned is resolved with all the same.
        guard case .returned(.reference(let reference)) = facts.frames[index].result,
          number.wrappedValue.flatMap({ facts.registrations[$0] })?.result == nil
        else { break }
        note(reference)
      case .make(_, "resolved", .reference(let reference)?, _):
        // Where it gave no promise, nobody attempted anything on one.
        if case .gives = facts.frames[index].result { break }
        note(reference)
      case .call(_, _, false, .reference(let reference)?): note(reference)
      case .task:
        guard case .returned(.reference(let reference)) = facts.frames[index].result else { break }
        note(reference)
      case .combine(_, let kind, let members):
        let requirement = Escapes.requirement(ofCombinator: kind, members)
        for reference in members.compactMap(\.reference) { note(reference, by: requirement) }
      default: break
      }
    }
    return uses
  }

  /// What made a thenable a reason.
  private struct Rejection {
    let requirement: String
    /// The promise that it rejects; nil where it is not known.
    let promise: Int?
    /// The index of the frame that did it.
    let frame: Int
  }

  /// The thenables that promises are rejected with: a reason is no resolution.
  private func reasons() -> [Int: [Rejection]] {
    var reasons: [Int: [Rejection]] = [:]
    func note(_ value: TracedValue?, _ requirement: String, _ promise: Int?, _ frame: Int) {
      guard let reference = value?.reference else { return }
      reasons[reference, default: []].append(
        Rejection(requirement: requirement, promise: promise, frame: frame)
      )
    }
    for index in facts.frames.indices {
      let record = facts.frames[index]
      switch (record.frame, record.result) {
      case (.handler(_, let number, _), .threw(let value)):
        let registration = number.wrappedValue.flatMap { facts.registrations[$0] }
        note(value, "2.2.7.2", registration?.result, index)
      case (.thenable, .threw(let value)): note(value, "2.3.3.3.4.2", nil, index)
      case (.accessor, .threw(let value)): note(value, "2.3.3.2", nil, index)
      case (.call(_, _, true, let value), _): note(value, "2.3.3.3.2", nil, index)
      case (.settle(_, .reject, let subject, let value), _):
        note(value, "2.2.3.1", subject.reference, index)
      case (.make(_, "rejected", let value, _), let result):
        let promise: Int? = if case .gives(let given) = result { given.reference } else { nil }
        note(value, "2.2.3.1", promise, index)
      default: break
      }
    }
    for thenable in reasons.keys { passOn(&reasons[thenable, default: []]) }
    return reasons
  }

  /// Adds the promises that a reason passes on to, where they are registered without a handler for it.
  private func passOn(_ rejections: inout [Rejection]) {
    var rejected = Set(rejections.compactMap(\.promise))
    for number in facts.registrationOrder {
      guard let registration = facts.registrations[number], let result = registration.result,
        let parent = registration.parent, rejected.contains(parent), !registration.isAlias
      else { continue }
      if case .function = facts.slot(of: registration, isFulfilled: false) { continue }
      guard rejected.insert(result).inserted else { continue }
      rejections.append(
        Rejection(requirement: "2.2.7.4", promise: result, frame: registration.frame)
      )
    }
  }

  /// The requirement of the rejection that adopts: the one inside whose call the thenable was asked, else that of the
  /// first promise that was seen to be anything but rejected with it, else of the first that nobody has seen.
  private func requirement(
    of rejections: [Rejection],
    adoptedAt frame: Int,
    _ thenable: Int
  ) -> String? {
    let asked = facts.frames[frame]
    let around = rejections.last { rejection in
      let record = facts.frames[rejection.frame]
      return record.begin < asked.begin && asked.begin < record.end ?? .max
        && record.stack == asked.stack && !record.frame.isUserCode
    }
    if let around { return around.requirement }
    func isSeen(_ rejection: Rejection, right: Bool) -> Bool {
      guard let seen = rejection.promise.flatMap({ facts.observations[$0]?.first }) else {
        return false
      }
      return (!seen.isFulfilled && facts.isSame(seen.value, .reference(thenable))) == right
    }
    let wrong = rejections.first { isSeen($0, right: false) }
    let unseen = rejections.first { !isSeen($0, right: true) }
    return (wrong ?? unseen ?? rejections.first)?.requirement
  }

  private func adopted(
    _ thenable: Int,
    _ what: String,
    _ frame: Int,
    _ rejections: [Rejection]?
  ) -> Violation? {
    guard let rejections,
      let requirement = requirement(of: rejections, adoptedAt: frame, thenable)
    else { return nil }
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
