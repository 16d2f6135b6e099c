import APlusModel

/// Law 7: at the last quiescence, everything that had to run has run.
///
/// If every attempt on a promise that could have won leads to an outcome, each registration with a
/// function in the slot for it has begun that function. Every thenable that a promise was resolved
/// with, or a resolver was called with, has had its `then` read and, if callable, called. Pending
/// promises require nothing.
struct Liveness {
  let facts: Facts
  /// Whether an exception went uncaught: it ended the turn in which a promise was to be settled.
  private let isTurnLost: Bool
  /// Whether an exception that no user code threw went uncaught: it ended the library's own work,
  /// and with it whatever was queued.
  private let isQueueLost: Bool
  private let shared: Set<String>

  init(facts: Facts, uncaught: [Violation]) {
    self.facts = facts
    isTurnLost = !uncaught.isEmpty
    isQueueLost = uncaught.contains { $0.law == nil }
    shared = facts.sharedFunctions
  }

  func violations(_ explainer: inout Explainer) -> [Violation] {
    guard facts.trace.ending == .quiet else { return [] }
    var violations: [Violation] = []
    for promise in facts.registrationsOn.numbers {
      let allowed = explainer.explanations(of: promise)
      if let violation = handlers(promise, allowed, explainer) { violations.append(violation) }
    }
    return violations + thenables()
  }

  /// A violation where one of the functions has not run although it is due, whatever the ending.
  func owed(among functions: Set<String>, _ explainer: inout Explainer) -> Violation? {
    for promise in facts.registrationsOn.numbers {
      let allowed = explainer.explanations(of: promise)
      if let violation = handlers(promise, allowed, explainer, among: functions) { return violation }
    }
    return nil
  }

  private func handlers(
    _ promise: Int, _ allowed: [Explanation], _ explainer: Explainer, among functions: Set<String>? = nil
  ) -> Violation? {
    let isSettled = allowed.allSatisfy { explanation in
      switch explanation.outcome {
      case .fulfilled, .rejected, .rejectedByLibrary: true
      case .cancelled, .pending, .unknown: false
      }
    }
    guard isSettled, !allowed.isEmpty else { return nil }
    let seen = facts.observations[promise]?.first
    let possible = [true, false].filter { outcome in allowed.contains { isFulfilled($0) == outcome } }
    let missing = (facts.registrationsOn[promise] ?? []).compactMap { number -> (name: String, isFulfilled: Bool)? in
      guard let registration = facts.registrations[number], registration.runs.isEmpty, !isShared(registration),
        !wasCancelled(registration), !hasThrown(registration), facts.contextKind(ofRegistration: number) != .dead
      else { return nil }
      let outcomes = seen.map { [$0.isFulfilled] } ?? possible
      let owed = outcomes.map { facts.slot(of: registration, isFulfilled: $0) }
      guard let outcome = outcomes.first, case .function(let name)? = owed.first,
        owed.allSatisfy({ if case .function = $0 { true } else { false } }), functions?.contains(name) ?? true
      else { return nil }
      return (facts.frames[registration.frame].named(name), outcome)
    }
    guard let first = missing.first else { return nil }
    let others = missing.count > 1 ? ", nor did \(missing.count - 1) more" : ""
    let derived = allowed.first.flatMap { explanation -> String? in
      guard explanation.law == .propagation else { return nil }
      // What waits for a promise that follows itself shows that this one was not rejected, if
      // nothing else shows whether it was.
      let isCycle = explanation.outcome == .rejectedByLibrary
      return isCycle && !explainer.isSourceObserved(of: promise) ? "2.3.1" : explanation.requirement
    }
    let single = derived ?? (first.isFulfilled ? "2.2.2.1" : "2.2.3.1")
    let several = first.isFulfilled ? "2.2.6.1" : "2.2.6.2"
    let isUnsettled = seen == nil && allowed.allSatisfy { $0.law == .propagation }
    if isTurnLost && isUnsettled || isQueueLost && seen == nil { return nil }
    // Settlements that threw may have had no effect; `Escapes` reports them.
    if seen == nil, let attempts = facts.attempts[promise], attempts.allSatisfy({ $0.end == .max }) { return nil }
    let why = isUnsettled ? unsettled(promise, first.isFulfilled) : " although \(name(promise)) is settled"
    return Violation(
      law: .liveness, requirement: seen == nil ? single : several, type: .count,
      message: "`\(first.name)` never ran\(why)\(others)", expected: "`\(first.name)` runs once",
      observed: "nothing can run any more, and it has not run", promises: [promise])
  }

  /// Why a handler of a promise without observations did not run.
  ///
  /// That the promise never settled shows only where another handler waits for the other outcome.
  private func unsettled(_ promise: Int, _ isFulfilled: Bool) -> String {
    let isSeenEitherWay = (facts.registrationsOn[promise] ?? []).contains { number in
      guard let registration = facts.registrations[number] else { return false }
      if case .function = facts.slot(of: registration, isFulfilled: !isFulfilled) { return true }
      return false
    }
    return isSeenEitherWay
      ? ": \(name(promise)) never settled"
      : ": \(name(promise)) never settled, or was \(isFulfilled ? "rejected" : "fulfilled") instead"
  }

  private func isFulfilled(_ explanation: Explanation) -> Bool {
    if case .fulfilled = explanation.outcome { true } else { false }
  }

  /// Whether a function of the registration is shared: its runs do not name their registration.
  private func isShared(_ registration: RegistrationRecord) -> Bool {
    [true, false].contains { isFulfilled in
      guard case .function(let name) = facts.slot(of: registration, isFulfilled: isFulfilled) else { return false }
      return shared.contains(name)
    }
  }

  private func wasCancelled(_ registration: RegistrationRecord) -> Bool {
    registration.result.map { facts.reachedByCancel[$0] != nil } ?? false
  }

  /// Whether `then` threw and so may have registered nothing; `Escapes` reports that.
  private func hasThrown(_ registration: RegistrationRecord) -> Bool {
    if case .threw = facts.frames[registration.frame].result { true } else { false }
  }

  private func thenables() -> [Violation] {
    let direct = facts.attempts.numbers.compactMap { promise -> Violation? in
      guard let attempts = facts.attempts[promise], attempts.count == 1,
        case .resolution(let value)? = attempts.first?.meaning, isNeverCalled(value),
        facts.reachedByCancel[promise] == nil
      else { return nil }
      return neverCalled(value, "2.3.3.3", "\(name(promise)) was resolved", promises: [promise])
    }
    return direct.isEmpty ? passedOn() : direct
  }

  /// The thenables that a resolver was called with, unless a combinator may have made the pair or a
  /// cancel may have reached it.
  private func passedOn() -> [Violation] {
    guard !facts.hasCombinations, facts.cancels.isEmpty else { return [] }
    return facts.pairsOf.numbers.flatMap { facts.pairsOf[$0]?.prefix(1) ?? [] }.compactMap { pair in
      let calls = facts.candidateCalls(of: pair)
      guard calls.count == 1, let call = calls.first, !call.rejects, isNeverCalled(call.value) else { return nil }
      return neverCalled(call.value, "2.3.3.3.1", "a resolver was called", event: call.begin)
    }
  }

  private func isNeverCalled(_ value: TracedValue) -> Bool {
    guard let thenable = value.reference, facts.isThenable(thenable), facts.isFollowed(thenable) else { return false }
    return facts.pairsOf[thenable] == nil && facts.accessorOutcome(of: thenable) == nil
  }

  private func neverCalled(
    _ value: TracedValue, _ requirement: String, _ what: String, event: Int? = nil, promises: [Int] = []
  ) -> Violation {
    Violation(
      law: .liveness, requirement: requirement, type: .assimilation,
      message: "the then of \(facts.trace.text(value)) was never called although \(what) with it",
      expected: "its then is called", observed: "nothing can run any more, and it was not called", event: event,
      promises: promises)
  }

  private func name(_ promise: Int) -> String { facts.trace.text(.reference(promise)) }
}
