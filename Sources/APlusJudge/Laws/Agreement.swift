import APlusModel
import APlusRules

/// Laws 3, 4, 5 and 8: all observers of a promise see one outcome, namely that of an attempt that
/// could have won, and only after that attempt began.
///
/// - Not before (2.2.2.2): a handler begins after the begin of an attempt that explains it.
/// - Agreement (2.1.2, 2.1.3): all observers see one (outcome, value) pair.
/// - Lock-in (2.3.2): once a resolve has ended, later attempts have no effect.
/// - Propagation (2.2.7, 2.3): a derived promise takes its outcome from its handler or its parent;
///   of what a thenable's code does, the first call of a resolver pair counts (2.3.3.3.3,
///   2.3.3.3.4.1).
struct Agreement {
  let facts: Facts

  func violations(_ explainer: inout Explainer) -> [Violation] {
    var violations: [Violation] = []
    for promise in facts.observations.numbers where facts.isPromise(promise) {
      guard let seen = facts.observations[promise], let first = seen.first else { continue }
      let allowed = explainer.obligation(of: .promise(promise)).explanations
      if let violation = compare(first, with: allowed, promise) { violations.append(violation) }
      if let other = seen.first(where: { !agrees($0, first) }) {
        violations.append(disagreement(promise, first, other))
      }
    }
    return violations + calls() + awaits(&explainer)
  }

  func agrees(_ one: Observation, _ other: Observation) -> Bool {
    one.isFulfilled == other.isFulfilled && facts.isSame(one.value, other.value)
  }

  private func disagreement(_ promise: Int, _ first: Observation, _ other: Observation) -> Violation {
    let state = Rule.Outcome(isFulfilled: first.isFulfilled)
    let isTransition = first.isFulfilled != other.isFulfilled
    let before = phrase(first.isFulfilled, first.value)
    let after = phrase(other.isFulfilled, other.value)
    return Violation(
      law: .agreement,
      requirement: isTransition ? rules[.settleOnce, .handler, state] : rules[.agreement, .handler, state],
      type: isTransition ? .state : .value,
      message: "observers of \(name(promise)) disagree: \(before), later \(after)", expected: before, observed: after,
      event: other.begin)
  }

  private func compare(_ seen: Observation, with allowed: [Explanation], _ promise: Int) -> Violation? {
    let fitting = allowed.filter { facts.fits(seen, $0.outcome) }
    let observed = phrase(seen.isFulfilled, seen.value)
    if let earliest = fitting.map(\.since).min() {
      guard earliest >= seen.begin else { return nil }
      return lateWinner(seen, promise) ?? followed(seen, promise) ?? early(seen, promise, observed)
    }
    if let strayed = strayedEnd(seen, promise, observed) { return strayed }
    if let late = lateWinner(seen, promise) ?? lateCall(seen, promise) ?? followed(seen, promise) { return late }
    guard let expected = allowed.first(where: { $0.outcome != .pending }) ?? allowed.first else { return nil }
    if let unchanged = unchanged(seen, promise) { return unchanged }
    if let early = tooEarly(seen, promise, allowed, expected) { return early }
    if let other = unadopted(seen, promise) { return other }
    let isNeverCalled = expected.outcome == .pending && expected.requirement == rules[.propagation, .thenable, .pending]
    let wanted = isNeverCalled ? "what the thenable's then decides" : text(expected.outcome)
    return Violation(
      law: expected.law,
      requirement: isOfPrototype(seen) ? rules[.propagation, .resolve, .plain] : expected.requirement,
      type: type(expected, seen), message: "\(name(promise)) is \(observed), expected \(wanted)", expected: wanted,
      observed: observed, event: seen.begin)
  }

  /// Whether the library looked for `then` on a value that is no object, and took the exception for
  /// the reason.
  private func isOfPrototype(_ seen: Observation) -> Bool {
    !seen.isFulfilled
      && facts.prototypeReads.values.joined().contains { read in
        if case .threw(let thrown) = facts.frames[read].result { facts.isSame(thrown, seen.value) } else { false }
      }
  }

  /// The violation where any outcome was seen before anything that the promise waits for had
  /// happened.
  private func tooEarly(_ seen: Observation, _ promise: Int, _ allowed: [Explanation], _ expected: Explanation)
    -> Violation?
  {
    let observed = phrase(seen.isFulfilled, seen.value)
    if expected.outcome == .pending, expected.law == .notBefore { return early(seen, promise, observed) }
    guard expected.outcome != .unknown, allowed.allSatisfy({ $0.since > seen.begin }) else { return nil }
    if expected.law == .agreement { return early(seen, promise, observed) }
    let followed = [rules[.propagation, .resolve, .fulfilled], rules[.propagation, .resolve, .rejected]]
    guard followed.contains(expected.requirement) else { return nil }
    return Violation(
      law: .propagation, requirement: rules[.propagation, .resolve, .pending], type: .state,
      message: "\(name(promise)) is \(observed) before what it follows was settled",
      expected: "\(name(promise)) is pending", observed: observed, event: seen.begin)
  }

  private func early(_ seen: Observation, _ promise: Int, _ observed: String) -> Violation {
    Violation(
      law: .notBefore, requirement: rules[.notBefore, .handler, Rule.Outcome(isFulfilled: seen.isFulfilled)],
      type: .state, message: "a handler of \(name(promise)) ran before anything had settled it",
      expected: "\(name(promise)) is pending", observed: observed, event: seen.begin)
  }

  /// The violation where an attempt came too late and its value was seen nevertheless.
  private func lateWinner(_ seen: Observation, _ promise: Int) -> Violation? {
    let isBroken = isBroken(seen, promise)
    let late =
      isBroken
      || facts.dominated(for: promise).contains { attempt in
        guard attempt.begin < seen.begin else { return false }
        // The value alone decides: a late settlement may change the value without the state.
        return switch attempt.meaning {
        case .fulfilled(let value), .resolution(let value), .rejected(let value): facts.isSame(seen.value, value)
        case .cancelled, .broken: false
        }
      }
    guard late else { return nil }
    let winner = facts.candidates(for: promise).first
    let leader = winner.flatMap { facts.adopted(by: $0) }
    let isLocked = leader != nil
    // 2.3.2 is about promises; that a thenable locks in as well is stated in the chapter `once`.
    let isOfThenable = leader.map(facts.isThenable) == true
    let wasFulfilled = if case .rejected? = winner?.meaning { false } else { true }
    let state = Rule.Outcome(isFulfilled: wasFulfilled)
    let settled =
      wasFulfilled == seen.isFulfilled ? rules[.agreement, .handler, state] : rules[.settleOnce, .handler, state]
    let observed = phrase(seen.isFulfilled, seen.value)
    let what = isLocked ? "locked in" : "settled"
    let requirement =
      switch (isBroken, isLocked) {
      case (true, true): rules[.lockIn, .abandon]
      case (true, false): rules[.settleOnce, .abandon]
      case (false, true): rules[.lockIn, .resolve, isOfThenable ? .thenable : .promise]
      case (false, false): settled
      }
    let cause = isBroken ? "the loss of its settler" : "a late settlement"
    return Violation(
      law: isLocked ? .lockIn : .agreement, requirement: requirement, type: .state,
      message: "\(cause) changed \(name(promise)), which was \(what): \(observed)",
      expected: "the first settlement wins", observed: observed, event: seen.begin)
  }

  /// Whether a promise shows a rejection by the library, whose settler was given up too late for that.
  private func isBroken(_ seen: Observation, _ promise: Int) -> Bool {
    !seen.isFulfilled && facts.isLibraryError(seen.value)
      && facts.dominated(for: promise).contains { $0.meaning.isBroken && $0.begin < seen.begin }
  }

  /// The violation where a late settlement changed a promise that this one follows, directly or
  /// through others.
  private func followed(_ seen: Observation, _ promise: Int) -> Violation? {
    var visited: Set<Int> = [promise]
    var waiting = [promise]
    while let node = waiting.popLast() {
      for next in (facts.attempts[node] ?? []).compactMap(\.target) where visited.insert(next).inserted {
        if let late = lateWinner(seen, next) { return late }
        waiting.append(next)
      }
    }
    return nil
  }

  /// The violation where a resolver was called with a thenable or promise, which became the value
  /// instead of being adopted.
  private func unadopted(_ seen: Observation, _ promise: Int) -> Violation? {
    guard seen.isFulfilled, let reference = seen.value.reference, facts.isFollowed(reference) else { return nil }
    let isArgument = pairs(reachedBy: promise).contains { pair in
      facts.candidateCalls(of: pair.number).contains { !$0.rejects && $0.value.reference == reference }
    }
    guard isArgument else { return nil }
    let observed = phrase(true, seen.value)
    if reference == promise {
      return Violation(
        law: .propagation, requirement: rules[.propagation, .resolve, .itself], type: .cycle,
        message: "\(name(promise)) is \(observed), which a resolver was called with",
        expected: text(.rejectedByLibrary), observed: observed, event: seen.begin)
    }
    return Violation(
      law: .propagation, requirement: rules[.propagation, .call, .fulfilled], type: .assimilation,
      message: "\(name(promise)) is \(observed), which a resolver was called with, and does not follow it",
      expected: "\(name(promise)) follows \(facts.trace.text(seen.value))", observed: observed, event: seen.begin)
  }

  /// The violation where a promise has its parent's outcome although its handler returned something
  /// else, or is rejected with what its handler returned.
  private func unchanged(_ seen: Observation, _ promise: Int) -> Violation? {
    // A thenable that was called may have decided on the same outcome.
    guard pairs(reachedBy: promise).isEmpty else { return nil }
    for number in facts.creators[promise] ?? [] {
      guard let registration = facts.registrations[number], let parent = registration.parent,
        let run = registration.runs.first, let returned = returned(facts.frames[run]),
        let source = source(of: seen, parent, returned)
      else { continue }
      let observed = phrase(seen.isFulfilled, seen.value)
      return Violation(
        law: .propagation, requirement: rules[.propagation, .handler, .returned], type: .state,
        message: "\(name(promise)) is \(observed), \(source)", expected: "what the handler returned",
        observed: observed, event: seen.begin)
    }
    return nil
  }

  /// What user code returned; nil where it threw, or has not ended.
  ///
  /// A typed host reports no value for a function that returns none.
  private func returned(_ record: FrameRecord) -> TracedValue? {
    switch record.result {
    case .returned(let value): value
    case .nothing: record.end == nil ? nil : TracedValue.nothing
    default: nil
    }
  }

  /// Where a promise has its outcome from, as a phrase, if not from what its handler returned; nil
  /// where that is unknown.
  private func source(of seen: Observation, _ parent: Int, _ returned: TracedValue) -> String? {
    if !seen.isFulfilled, facts.isSame(seen.value, returned) { return "which its handler returned, and did not throw" }
    guard let before = facts.observations[parent]?.first, facts.isSame(before.value, seen.value),
      !facts.isSame(seen.value, returned)
    else { return nil }
    // A value without identity may be the same by chance.
    let isParents = seen.value.reference != nil || !seen.isFulfilled && !before.isFulfilled
    return isParents ? "as \(name(parent)) is, and not with what the handler returned" : nil
  }

  /// The violation where a later call of a resolver pair, or a throw after a call, decided the
  /// outcome.
  private func lateCall(_ seen: Observation, _ promise: Int) -> Violation? {
    for pair in pairs(reachedBy: promise) {
      let first = facts.candidateCalls(of: pair.number)
      let firstEnd = first.map(\.end).min() ?? .max
      let later = pair.calls.contains { index in
        let record = facts.frames[index]
        guard case .call(_, _, let rejects, let value) = record.frame, record.begin > firstEnd,
          record.begin < seen.begin
        else { return false }
        return shows(seen, rejects: rejects, value ?? .undefined)
      }
      let end = facts.frames[pair.frame].end ?? .max
      guard !first.contains(where: { shows(seen, rejects: $0.rejects, $0.value) }) else { continue }
      var isOfThrow = false
      if case .threw(let thrown) = facts.frames[pair.frame].result, firstEnd < end, end < seen.begin, !seen.isFulfilled,
        facts.isSame(seen.value, thrown)
      {
        isOfThrow = true
      }
      guard later || isOfThrow else { continue }
      let requirement = isOfThrow ? rules[.propagation, .thenable, .late] : rules[.propagation, .call, .late]
      let what = isOfThrow ? "what `then` threw after a resolver was called" : "a later call of a resolver"
      let observed = phrase(seen.isFulfilled, seen.value)
      return Violation(
        law: .propagation, requirement: requirement, type: .assimilation,
        message: "\(what) settled \(name(promise)): \(observed)", expected: "the first call wins", observed: observed,
        event: seen.begin)
    }
    return nil
  }

  /// Whether an outcome is what a resolver was called with, or the outcome of the promise that it
  /// was called with.
  private func shows(_ seen: Observation, rejects: Bool, _ value: TracedValue) -> Bool {
    if rejects { return !seen.isFulfilled && facts.isSame(seen.value, value) }
    if let reference = value.reference, facts.isFollowed(reference) {
      return facts.observations[reference]?.first.map { agrees($0, seen) } ?? false
    }
    return seen.isFulfilled && facts.isSame(seen.value, value)
  }

  /// The resolver pairs whose first calls a promise's outcome depends on.
  private func pairs(reachedBy promise: Int) -> [PairRecord] {
    var found: [PairRecord] = []
    var visited: Set<Int> = [promise]
    var waiting = [promise]
    while let node = waiting.popLast() {
      var next = (facts.attempts[node] ?? []).compactMap(\.target)
      for number in facts.pairsOf[node] ?? [] {
        if let pair = facts.pairs[number] { found.append(pair) }
        next += facts.candidateCalls(of: number).compactMap(\.value.reference)
      }
      waiting += next.filter { visited.insert($0).inserted }
    }
    return found
  }

  private func type(_ expected: Explanation, _ seen: Observation) -> FailureType {
    if rules.isAbout(.thenable, expected.requirement) { return .assimilation }
    switch expected.outcome {
    case .fulfilled: return seen.isFulfilled ? .value : .state
    case .rejected: return seen.isFulfilled ? .state : .value
    case .rejectedByLibrary: return .cycle
    case .broken: return .state
    case .cancelled: return .cancellation
    case .pending, .unknown: return .state
    }
  }

  private func name(_ promise: Int) -> String { facts.trace.text(.reference(promise)) }

  func phrase(_ isFulfilled: Bool, _ value: TracedValue) -> String {
    "\(isFulfilled ? "fulfilled" : "rejected") with \(facts.trace.text(value))"
  }

  func text(_ outcome: Explanation.Outcome) -> String {
    switch outcome {
    case .fulfilled(let value): phrase(true, value)
    case .rejected(let reason): phrase(false, reason)
    case .rejectedByLibrary: "rejected with a TypeError"
    case .broken: "rejected with an error of the library's"
    case .cancelled: "cancelled"
    case .pending: "pending"
    case .unknown: "any outcome"
    }
  }
}
