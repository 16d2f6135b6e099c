import APlusModel
import APlusRules

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
    return facts.sources.compactMap { handlers($0, explainer.obligation(of: $0), explainer) }
      + sharedHandlers(&explainer) + thenables()
  }

  /// A violation where one of the functions has not run although it is due, whatever the ending.
  func owed(among functions: Set<String>, _ explainer: inout Explainer) -> Violation? {
    for source in facts.sources {
      let obligation = explainer.obligation(of: source)
      if let violation = handlers(source, obligation, explainer, among: functions) { return violation }
    }
    return nil
  }

  private func handlers(
    _ source: Source, _ obligation: Obligation, _ explainer: Explainer, among functions: Set<String>? = nil
  ) -> Violation? {
    let missing = facts.registrations(on: source).compactMap { number -> (name: String, isFulfilled: Bool)? in
      guard let registration = facts.registrations[number], registration.runs.isEmpty, !isShared(registration),
        let owed = handler(owedTo: registration, obligation)
      else { return nil }
      guard functions?.contains(owed.name) ?? true else { return nil }
      return (facts.frames[registration.frame].named(owed.name), owed.isFulfilled)
    }
    guard let first = missing.first else { return nil }
    let others = missing.count > 1 ? ", nor did \(missing.count - 1) more" : ""
    let (allowed, isSeen) = (obligation.explanations, obligation.seen != nil)
    let outcome = Rule.Outcome(isFulfilled: first.isFulfilled)
    let single = derived(source, allowed, explainer) ?? facts.requirement(ofLost: source, outcome)
    let isUnsettled = !isSeen && allowed.allSatisfy { $0.law == .propagation }
    if isTurnLost && isUnsettled || isQueueLost && !isSeen { return nil }
    // Settlements that threw may have had no effect; `Escapes` reports them.
    let attempts = facts.attempts(on: source)
    if !isSeen, !attempts.isEmpty, attempts.allSatisfy({ $0.end == .max }) { return nil }
    if case .call(let frame) = source {
      if facts.awaiting(at: frame) != nil {
        return Violation(
          law: .liveness, requirement: single, type: .count,
          message: "`\(first.name)`, the code after an await, never ran although \(facts.name(of: source)) is settled",
          expected: "the task is resumed", observed: "nothing can run any more, and it was not resumed")
      }
      return Violation(
        law: .liveness, requirement: single, type: .count,
        message: "`\(first.name)` of \(facts.name(of: source)) was never called",
        expected: "one call of `\(first.name)`", observed: "nothing can run any more, and it was not called")
    }
    let why = isUnsettled ? unsettled(source, first.isFulfilled) : " although \(facts.name(of: source)) is settled"
    return Violation(
      law: .liveness, requirement: isSeen ? rules[.order, .handler, outcome] : single, type: .count,
      message: "`\(first.name)` never ran\(why)\(others)", expected: "`\(first.name)` runs once",
      observed: "nothing can run any more, and it has not run", promises: [source.promise].compactMap(\.self))
  }

  /// The handler that a registration is owed; nil where it is owed none.
  private func handler(owedTo registration: RegistrationRecord, _ obligation: Obligation) -> (
    name: String, isFulfilled: Bool
  )? {
    let number = facts.frames[registration.frame].frame.registration
    guard !wasCancelled(registration), !hasThrown(registration),
      number.map({ facts.contextKind(ofRegistration: $0) }) != .dead
    else { return nil }
    return obligation.handler(owedTo: registration, facts)
  }

  /// Handlers that several calls share, and that ran less often than the calls are owed: the runs name none of them.
  private func sharedHandlers(_ explainer: inout Explainer) -> [Violation] {
    guard !shared.isEmpty, !isTurnLost, !isQueueLost else { return [] }
    var owed: [String: Int] = [:]
    for source in facts.sources where source.promise == nil {
      let obligation = explainer.obligation(of: source)
      for number in facts.registrations(on: source) {
        guard let registration = facts.registrations[number], let due = handler(owedTo: registration, obligation),
          shared.contains(due.name)
        else { continue }
        owed[due.name, default: 0] += 1
      }
    }
    return owed.sorted { $0.key < $1.key }.compactMap { name, count in
      let runs = facts.frames.count { record in
        guard case .handler(let call, _, _) = record.frame, record.frame.registration == nil else { return false }
        return call.function == name
      }
      guard runs < count else { return nil }
      return Violation(
        law: .liveness, requirement: rules[.liveness, .start, .shared], type: .count,
        message: "`\(name)`, which serves several, ran \(runs) of \(count) times",
        expected: "`\(name)` runs \(count) times",
        observed: "nothing can run any more, and it has run \(runs == 1 ? "once" : "\(runs) times")")
    }
  }

  /// Why a handler of a source without observations did not run.
  ///
  /// That the promise never settled shows only where another handler waits for the other outcome.
  private func unsettled(_ source: Source, _ isFulfilled: Bool) -> String {
    let isSeenEitherWay = facts.registrations(on: source).contains { number in
      guard let registration = facts.registrations[number] else { return false }
      if case .function = facts.slot(of: registration, isFulfilled: !isFulfilled) { return true }
      return false
    }
    let never = ": \(facts.name(of: source)) never settled"
    return isSeenEitherWay ? never : "\(never), or was \(isFulfilled ? "rejected" : "fulfilled") instead"
  }

  /// The requirement that gives a source its outcome, if another promise does.
  private func derived(_ source: Source, _ allowed: [Explanation], _ explainer: Explainer) -> String? {
    guard let explanation = allowed.first, explanation.law == .propagation else { return nil }
    // What waits for a promise that follows itself shows that this one was not rejected, if nothing
    // else shows whether it was.
    let isCycle = explanation.outcome == .rejectedByLibrary
    let isSourceObserved = source.promise.map(explainer.isSourceObserved) ?? false
    return isCycle && !isSourceObserved ? rules[.propagation, .resolve, .itself] : explanation.requirement
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
      guard let attempts = facts.attempts[promise], attempts.count(where: { !$0.meaning.isBroken }) == 1,
        case .resolution(let value)? = attempts.first?.meaning, isNeverCalled(value),
        facts.reachedByCancel[promise] == nil
      else { return nil }
      return neverCalled(value, rules[.liveness, .resolve], "\(name(promise)) was resolved", promises: [promise])
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
      return neverCalled(call.value, rules[.liveness, .call], "a resolver was called", event: call.begin)
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
