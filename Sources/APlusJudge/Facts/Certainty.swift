import APlusModel

/// What is certain about a promise at a cancel, whatever the schedule was.
struct Certainty {
  let facts: Facts
  /// The answers for `moment` so far, by promise.
  private var pending: [Int: Bool] = [:]
  private var moment = 0

  init(_ facts: Facts) { self.facts = facts }

  /// Whether nothing but cancels can have settled the promise before a moment; false where that is
  /// uncertain.
  ///
  /// A caller that walks from parents to children gets each answer in constant time, because the
  /// parent's answer is known by then.
  mutating func isPending(_ promise: Int, until moment: Int) -> Bool {
    if moment != self.moment {
      pending = [:]
      self.moment = moment
    }
    let isPending = find(promise)
    pending[promise] = isPending
    return isPending
  }

  private func find(_ promise: Int) -> Bool {
    var waiting = [promise]
    var visited: Set<Int> = []
    while let promise = waiting.popLast() {
      // A promise that follows itself is rejected, and others in its cycle may be.
      guard visited.insert(promise).inserted else { return false }
      switch pending[promise] {
      case true?: continue
      case false?: return false
      case nil: break
      }
      for attempt in facts.attempts[promise] ?? [] where attempt.begin < moment {
        switch attempt.meaning {
        case .cancelled: continue
        case .fulfilled, .rejected, .broken: return false
        case .resolution(let value):
          guard let followed = value.promise(in: facts) else { return false }
          waiting.append(followed)
        }
      }
      guard !facts.made.contains(promise) else { continue }
      guard let creators = facts.creators[promise], creators.count == 1,
        let registration = facts.registrations[creators[0]], let parent = registration.parent
      else { return false }
      // Once a handler has begun, only its end decides the promise.
      guard registration.runs.isEmpty else { continue }
      if let seen = facts.observations[parent]?.first {
        let slot = facts.slot(of: registration, isFulfilled: seen.isFulfilled)
        guard case .function = slot else { return false }
      } else {
        waiting.append(parent)
      }
    }
    return true
  }

  /// Whether the promise was seen to be cancelled, and only a cancel can have caused that.
  func wasCancelled(_ promise: Int) -> Bool {
    guard let seen = facts.observations[promise]?.first, !seen.isFulfilled, facts.isCancelReason(seen.value) else {
      return false
    }
    // A combinator's promise may have been rejected because a member was cancelled.
    if facts.combined.contains(promise), facts.cancels.contains(where: { $0.promise != promise }) { return false }
    return !(facts.attempts[promise] ?? []).contains { attempt in
      switch attempt.meaning {
      case .rejected(let reason): facts.isSame(reason, seen.value)
      case .resolution: facts.adopted(by: attempt) != nil
      case .broken: true
      case .fulfilled, .cancelled: false
      }
    }
  }

  /// Whether a promise that a cancel reached may be rejected with the reason.
  ///
  /// That is the reason of a cancel or, in libraries where the promise's own error handler decides,
  /// what that handler returned or threw.
  func isCancelReason(_ reason: TracedValue, of promise: Int) -> Bool {
    if facts.isCancelReason(reason) { return true }
    let runs = (facts.creators[promise] ?? []).flatMap { facts.registrations[$0]?.runs ?? [] }
    return runs.contains { run in
      guard case .handler(_, _, .onRejected) = facts.frames[run].frame else { return false }
      return switch facts.frames[run].result {
      case .returned(let value), .threw(let value): facts.isSame(value, reason)
      case .nothing, .gives, .accepted, .measured: false
      }
    }
  }
}
