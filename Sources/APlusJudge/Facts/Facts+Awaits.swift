import APlusModel
import APlusRules

/// How an await ended.
enum AwaitEnd {
  /// With the outcome of the promise, as far as its kind tells.
  case outcome
  /// The cancellation of the task ended it.
  case cancelled
  /// Its time limit ended it.
  case timedOut
}

/// What tasks are owed that await a promise.
///
/// An await is a registration on the promise: the code after it is the handler for the outcome. Besides, the cancellation
/// of the task may end it, or a time limit.
extension Facts {
  /// The await that a frame begins; nil for other frames.
  func awaiting(at frame: Int) -> AwaitCall? {
    guard frames.indices.contains(frame), case .awaiting(let call, _) = frames[frame].frame else { return nil }
    return call
  }

  /// The await whose code a frame runs; nil for other frames.
  func awaiting(of record: FrameRecord) -> AwaitCall? {
    guard case .handler(_, let number, _) = record.frame, let number = number.wrappedValue,
      let registration = registrations[number]
    else { return nil }
    return awaiting(at: registration.frame)
  }

  /// The promise that the await of a frame waits for; nil for other frames.
  func awaited(at frame: Int) -> Int? { awaiting(at: frame)?.subject.promise(in: self) }

  /// The awaits, in the order of their begins.
  var awaits: [(frame: Int, call: AwaitCall, registration: RegistrationRecord)] {
    guard !awaitingSteps.isEmpty else { return [] }
    return registrationOrder.compactMap { number in
      guard let registration = registrations[number], let call = awaiting(at: registration.frame) else { return nil }
      return (registration.frame, call, registration)
    }
  }

  /// The cancels of the task that awaits.
  func cancels(of call: AwaitCall) -> [CancelRecord] { cancels.filter { $0.promise == call.task.reference } }

  /// Whether the task was cancelled before it awaited, as the step says.
  func isCancelledBefore(_ call: AwaitCall) -> Bool { awaitingSteps[call.step]?.isCancelled ?? false }

  /// The time limit of the await, in milliseconds.
  func limit(of call: AwaitCall) -> Int? { awaitingSteps[call.step]?.milliseconds }

  /// What ended an await, by the frame of the code after it.
  func end(of call: AwaitCall, by run: FrameRecord) -> AwaitEnd {
    guard case .handler(let user, _, .onRejected) = run.frame, let reason = user.arguments.first?.reference else {
      return .outcome
    }
    let object = trace.objects[reason]
    if object.isCancellation,
      isCancelledBefore(call) || cancels(of: call).contains(where: { frames[$0.frame].begin < run.begin })
    {
      return .cancelled
    }
    return object.isTimeout && limit(of: call) != nil ? .timedOut : .outcome
  }

  /// From which event on a task must leave its await, if it has not left before: the end of the cancel that met it.
  ///
  /// A task that was cancelled earlier may have dealt with that. A cancel that has not ended may not have taken effect.
  func mustLeave(_ call: AwaitCall, at frame: Int, _ registration: RegistrationRecord) -> Int? {
    if isCancelledBefore(call) { return frames[frame].end }
    let run = registration.runs.first.map { frames[$0].begin } ?? .max
    return cancels(of: call).first { cancel in
      frames[cancel.frame].begin > frames[frame].end ?? .max && frames[cancel.frame].begin < run
    }.flatMap { frames[$0.frame].end }
  }

  /// The requirement that a task is resumed which awaits a promise that is settled.
  func requirement(ofLost call: AwaitCall, at frame: Int) -> String {
    let promise = call.subject.promise(in: self)
    if let settled = promise.flatMap(settlement), settled < frames[frame].begin {
      return rules[.liveness, .await, .settled]
    }
    let isBesideCancelled =
      !cancels.isEmpty && awaits.contains { $0.call.subject == call.subject && !cancels(of: $0.call).isEmpty }
    return rules[.liveness, .await, isBesideCancelled ? .cancelled : nil]
  }
}

extension Explainer {
  /// What a promise owes a task that awaits it.
  mutating func obligation(of call: AwaitCall) -> Obligation {
    guard let promise = call.subject.promise(in: facts), !mayEndEarly(call) else { return .none }
    let explanations = explanations(of: promise)
    let seen = facts.observations[promise]?.first
    return Obligation(
      explanations: [], seen: seen, outcomes: Self.outcomes(explanations, seen), since: facts.settlement(of: promise))
  }

  /// Whether something else than the promise may end the await: what is owed then, the law of cancellation asks.
  private func mayEndEarly(_ call: AwaitCall) -> Bool {
    facts.isCancelledBefore(call) || facts.limit(of: call) != nil || !facts.cancels(of: call).isEmpty
  }
}
