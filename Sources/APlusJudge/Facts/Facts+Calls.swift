import APlusModel
import APlusRules

/// How a call that took a completion handler may end.
struct CallEnding {
  /// Whether the handler gets a value, and no error.
  let isFulfilled: Bool
  /// The value or the error; nil where it is the library's own.
  let value: TracedValue?
  /// The sequence number from which on the handler may show it.
  let since: Int
}

/// What handlers of calls are owed.
///
/// A call of most kinds ends by itself. An open one ends as the first attempt on it says: a step that finishes it, or a
/// cancel, which ends it as the library declares. Attempts that overlap may both have been first.
extension Facts {
  /// The call that a frame starts; nil for other frames, and for calls about channels and scopes.
  func call(startedAt frame: Int) -> StartCall? {
    guard frames.indices.contains(frame), case .start(let call, _) = frames[frame].frame, call.channelWord == nil,
      call.scopeWord == nil
    else { return nil }
    return call
  }

  /// The call whose handler a frame runs; nil for other frames.
  func call(of record: FrameRecord) -> StartCall? {
    guard case .handler(_, let number, _) = record.frame, let number = number.wrappedValue,
      let registration = registrations[number]
    else { return nil }
    return call(startedAt: registration.frame)
  }

  /// The calls, in the order of their starts.
  var calls: [(frame: Int, call: StartCall, registration: RegistrationRecord)] {
    registrationOrder.compactMap { number in
      guard let registration = registrations[number], let call = call(startedAt: registration.frame) else { return nil }
      return (registration.frame, call, registration)
    }
  }

  /// Attempts to end a call from outside.
  func attempts(on call: StartCall) -> [Attempt] { call.call.reference.map { Array(attempts[$0] ?? []) } ?? [] }

  /// The end of the first cancel of a call; nil where none has ended.
  func cancelled(_ call: StartCall) -> (end: Int, stack: Int)? {
    guard let cancel = cancels.first(where: { $0.promise == call.call.reference }), let end = frames[cancel.frame].end
    else { return nil }
    return (end, frames[cancel.frame].stack)
  }

  func isDeclared(_ claim: Capability) -> Bool { callClaims.contains(claim) }

  /// How the call may end; empty where it may not end, nil where the laws have no opinion.
  func endings(of call: StartCall, at frame: Int) -> [CallEnding]? {
    guard let kind = CallKind(rawValue: call.kind), kind != .sequence else { return nil }
    let begin = frames[frame].begin
    if kind == .cancelled { return [CallEnding(isFulfilled: false, value: nil, since: begin)] }
    let all = attempts(on: call)
    // Of two attempts that do not overlap, the earlier one counts.
    let first = all.filter { attempt in !all.contains { $0.end < attempt.begin } }
    let possible = kind == .open ? first : all.filter(\.meaning.isCancel)
    let given = possible.compactMap(ending)
    guard let succeeds = kind.succeeds else {
      // A cancel that lets the handler run lets it run with the result, too.
      guard isDeclared(CallProfile.mayStillRun), given.contains(where: { $0.value == nil }) else { return given }
      return given + all.filter { !$0.meaning.isCancel }.compactMap(ending)
    }
    return [CallEnding(isFulfilled: succeeds, value: kind == .echo ? call.value : nil, since: begin)] + given
  }

  /// How an attempt ends a call.
  private func ending(_ attempt: Attempt) -> CallEnding? {
    switch attempt.meaning {
    case .fulfilled(let value): CallEnding(isFulfilled: true, value: value, since: attempt.begin)
    case .rejected(let reason): CallEnding(isFulfilled: false, value: reason, since: attempt.begin)
    // Whether a cancel is silent is asked by the law of cancellation.
    case .cancelled: CallEnding(isFulfilled: false, value: nil, since: attempt.begin)
    case .resolution, .broken: nil
    }
  }

  /// What the handler of a call is owed.
  func obligation(of call: StartCall, at frame: Int) -> Obligation {
    let isCancelled = call.kind == CallKind.cancelled.rawValue || attempts(on: call).contains { $0.meaning.isCancel }
    guard let endings = endings(of: call, at: frame), !isCancelled || isDeclared(CallProfile.reportsOnce) else {
      return .none
    }
    let seen = call.call.reference.flatMap { observations[$0]?.first }
    let outcomes = [true, false].filter { outcome in endings.contains { $0.isFulfilled == outcome } }
    return Obligation(explanations: [], seen: seen, outcomes: outcomes, since: nil)
  }

  /// Whether a completion handler threw the value.
  func isThrownByCompletion(_ value: TracedValue) -> Bool {
    calls.contains { _, _, registration in
      registration.runs.contains { if case .threw(let thrown) = frames[$0].result { thrown == value } else { false } }
    }
  }

  /// The requirement that a handler runs which a source owes.
  func requirement(ofLost source: Source, _ outcome: Rule.Outcome) -> String {
    guard case .call(let frame) = source else { return rules[.liveness, .handler, outcome] }
    if let awaited = awaiting(at: frame) { return requirement(ofLost: awaited, at: frame) }
    guard let call = call(startedAt: frame) else { return rules[.liveness, .handler, outcome] }
    if call.kind == CallKind.cancelled.rawValue { return rules[.cancellation, .start, .cancelled] }
    return attempts(on: call).contains { $0.meaning.isCancel }
      ? rules[.cancellation, .start, .pending] : rules[.liveness, .start, outcome]
  }
}

extension Attempt.Meaning {
  var isCancel: Bool { if case .cancelled = self { true } else { false } }

  var isBroken: Bool { if case .broken = self { true } else { false } }
}
