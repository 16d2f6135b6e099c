import APlusModel
import APlusRules

/// Law 10, cancellation by intervals, for libraries whose cancels go downstream, or end one
/// registration.
///
/// Where they go downstream, a descendant whose `then` ended before the cancel began must be reached
/// if it was pending; one whose `then` overlaps the cancel may be; one whose `then` began after the
/// cancel had ended must not. Where a cancel races a settlement, each descendant may or may not be
/// cancelled, unless the promise itself was cancelled: then all of them are.
///
/// Where they end a registration, its handler does not begin after the cancel has ended.
struct Cancellation {
  let facts: Facts
  private let shared: Set<String>

  init(facts: Facts) {
    self.facts = facts
    shared = facts.cancels.isEmpty ? [] : facts.sharedFunctions
  }

  func violations(_ explainer: inout Explainer) -> [Violation] {
    let calls = calls() + awaits(&explainer)
    guard !facts.cancels.isEmpty, let profile = facts.profile else { return calls }
    if profile.goesDown { return calls + missed() + strayed(&explainer) }
    return profile.subject == .registration ? calls + belated() : calls
  }

  // MARK: Must not run

  /// Handlers that began after a cancel of their registration had ended.
  ///
  /// Another thread may have been about to call the handler when the cancel came, so only handlers
  /// on the stack of the cancel count.
  private func belated() -> [Violation] {
    facts.cancels.compactMap { cancel in
      guard let creators = facts.creators[cancel.promise], creators.count == 1,
        let registration = facts.registrations[creators[0]], !registration.isAlias
      else { return nil }
      let end = facts.interval(of: cancel).end
      let stack = facts.frames[cancel.frame].stack
      let run = registration.runs.first { facts.frames[$0].begin > end && facts.frames[$0].stack == stack }
      guard let run, let function = facts.frames[run].frame.call?.function else { return nil }
      return violation(
        rules[.cancellation, .handler, .late],
        "`\(facts.frames[run].named(function))` ran, though the cancel of \(name(cancel.promise)) had ended before",
        expected: "the handler of a cancelled registration does not run", observed: "it ran",
        event: facts.frames[run].begin)
    }
  }

  // MARK: Must be reached

  /// One step of the walk down from a cancelled promise.
  private struct Visit {
    let promise: Int
    /// The registration that made it; nil for the promise that `cancel` was called on.
    let registration: Int?
    /// Whether its parent was cancelled.
    let isParentCancelled: Bool
  }

  /// Takes time linear in the descendants for each cancel that finds new ones; a subtree is walked
  /// once.
  private func missed() -> [Violation] {
    var certainty = Certainty(facts)
    var violations: [Violation] = []
    var settled: Set<Int> = []
    let ended = facts.cancels.filter { facts.interval(of: $0).end < .max }
    for cancel in ended.sorted(by: { $0.frame < $1.frame }) {
      var waiting = [Visit(promise: cancel.promise, registration: nil, isParentCancelled: false)]
      // A faulty `then` may give a promise that is above, or the promise itself.
      var visited: Set<Int> = []
      while let visit = waiting.popLast() {
        guard !settled.contains(visit.promise), visit.isParentCancelled || visited.insert(visit.promise).inserted else {
          continue
        }
        let promise = visit.promise
        let (begin, end) = facts.interval(of: cancel)
        // What was seen to be settled before is not cancelled now, even if its reason is a cancel's.
        let isLate = facts.observations[promise]?.first.map { $0.begin < begin } ?? false
        let isCancelled =
          visit.isParentCancelled
          || !isLate && (certainty.wasCancelled(promise) || certainty.isPending(promise, until: end))
        if isCancelled {
          // Everything below is cancelled as well, whatever other cancels do: one visit is enough.
          settled.insert(promise)
          if let violation = check(visit, cancel, certainty) {
            violations.append(violation)
            continue
          }
        }
        waiting += children(of: promise, reachedBy: cancel, isCancelled)
      }
    }
    return violations
  }

  private func children(of promise: Int, reachedBy cancel: CancelRecord, _ isCancelled: Bool) -> [Visit] {
    (facts.registrationsOn[promise] ?? []).compactMap { number in
      guard let registration = facts.registrations[number], let child = registration.result,
        facts.creators[child]?.count == 1, facts.contextKind(ofRegistration: number) != .dead
      else { return nil }
      let end = facts.frames[registration.frame].end ?? .max
      guard isCancelled || end < facts.interval(of: cancel).begin else { return nil }
      return Visit(promise: child, registration: number, isParentCancelled: isCancelled)
    }
  }

  /// The violation where a promise that must be cancelled is not.
  private func check(_ visit: Visit, _ cancel: CancelRecord, _ certainty: Certainty) -> Violation? {
    let promise = visit.promise
    let reached = "the cancel of \(name(cancel.promise))"
    let wrong = facts.observations[promise]?.first {
      $0.isFulfilled || !certainty.isCancelReason($0.value, of: promise)
    }
    if let wrong {
      let state = wrong.isFulfilled ? "fulfilled" : "rejected"
      let seen = "\(state) with \(facts.trace.text(wrong.value))"
      return violation(
        isLateSettlement(wrong, of: promise, after: cancel)
          ? rules[.cancellation, wrong.isFulfilled ? .fulfill : .reject, .late] : requirement(visit, cancel),
        "\(name(promise)) is \(seen), though \(reached) must have reached it",
        expected: "\(name(promise)) is cancelled", observed: seen, event: wrong.begin)
    }
    guard facts.trace.ending == .quiet, let silent = silentHandler(of: promise, cancel) else { return nil }
    return violation(
      visit.registration == nil ? rules[.cancellation, .handler, .cancelled] : requirement(visit, cancel),
      "`\(silent)` never ran, though \(reached) must have reached \(name(promise))", expected: "`\(silent)` runs once",
      observed: "nothing can run any more, and it has not run")
  }

  /// The name of an error handler that must run on a cancelled promise and has not.
  private func silentHandler(of promise: Int, _ cancel: CancelRecord) -> String? {
    for number in facts.registrationsOn[promise] ?? [] {
      guard let registration = facts.registrations[number], registration.runs.isEmpty,
        case .function(let function) = facts.slot(of: registration, isFulfilled: false), !shared.contains(function),
        facts.contextKind(ofRegistration: number) != .dead
      else { continue }
      // A handler whose own promise was cancelled before need not run.
      let since = registration.result.flatMap { facts.reachedByCancel[$0] } ?? .max
      guard since >= facts.interval(of: cancel).begin else { continue }
      return facts.frames[registration.frame].named(function)
    }
    return nil
  }

  private func requirement(_ visit: Visit, _ cancel: CancelRecord) -> String {
    guard let number = visit.registration else { return rules[.cancellation, .cancel, .cancelled] }
    let (begin, end) = facts.interval(of: cancel)
    let runs = facts.registrations[number]?.runs ?? []
    if visit.isParentCancelled {
      let isLate = facts.registrations[number].map { facts.frames[$0.frame].begin > end } ?? false
      if isLate { return rules[.cancellation, .then, .late] }
      return rules[.cancellation, .then, runs.contains(where: returnsPromise) ? .promise : .cancelled]
    }
    let isRunning = runs.contains { run in facts.frames[run].begin < end && facts.frames[run].end ?? .max > begin }
    return rules[.cancellation, .then, isRunning ? .running : .settled]
  }

  private func returnsPromise(_ run: Int) -> Bool {
    if case .returned(let value) = facts.frames[run].result {
      value.reference.map(facts.isFollowed) ?? false
    } else {
      false
    }
  }

  /// Whether a promise shows a settlement that came after its cancel.
  private func isLateSettlement(_ seen: Observation, of promise: Int, after cancel: CancelRecord) -> Bool {
    guard promise == cancel.promise else { return false }
    let (_, end) = facts.interval(of: cancel)
    return (facts.attempts[promise] ?? []).contains { attempt in
      guard attempt.begin > end else { return false }
      return switch attempt.meaning {
      case .fulfilled(let value): seen.isFulfilled && facts.isSame(seen.value, value)
      case .rejected(let reason): !seen.isFulfilled && facts.isSame(seen.value, reason)
      case .resolution, .cancelled, .broken: false
      }
    }
  }

  // MARK: Must not be reached

  /// Promises that were cancelled although no cancel reaches them.
  private func strayed(_ explainer: inout Explainer) -> [Violation] {
    var violations: [Violation] = []
    for promise in facts.observations.numbers {
      guard let seen = facts.observations[promise]?.first, !seen.isFulfilled, facts.reachedByCancel[promise] == nil,
        facts.isCancelReason(seen.value)
      else { continue }
      let allowed = explainer.explanations(of: promise)
      guard !allowed.contains(where: { facts.fits(seen, $0.outcome) }) else { continue }
      let isLate = hasReachedAncestor(promise)
      violations.append(
        violation(
          isLate ? rules[.cancellation, .then, .settled] : rules[.cancellation, .cancel, .untouched],
          isLate
            ? "\(name(promise)) was cancelled, though it was made after the cancel had ended"
            : "\(name(promise)) was cancelled, though no cancel reaches it",
          expected: "\(name(promise)) is not cancelled", observed: "rejected with \(facts.trace.text(seen.value))",
          event: seen.begin))
    }
    return violations
  }

  private func hasReachedAncestor(_ promise: Int) -> Bool {
    let parents = (facts.creators[promise] ?? []).compactMap { facts.registrations[$0]?.parent }
    return parents.contains { facts.reachedByCancel[$0] != nil }
  }

  private func violation(
    _ requirement: String, _ message: String, expected: String, observed: String, event: Int? = nil
  ) -> Violation {
    Violation(
      law: .cancellation, requirement: requirement, type: .cancellation, message: message, expected: expected,
      observed: observed, event: event)
  }

  private func name(_ promise: Int) -> String { facts.trace.text(.reference(promise)) }
}
