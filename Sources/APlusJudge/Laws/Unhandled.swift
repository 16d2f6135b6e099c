import APlusModel
import APlusRules

/// Law 12, UH: a rejection is reported as unhandled only if nobody handles it in time, with its
/// reason, once, and not before the turn is over in which it could still get a handler.
///
/// A report names a reason and no promise. So the law counts for each reason the promises that may
/// have been rejected with it and may have had no handler in time: there are at most as many
/// reports. A promise whose outcome the trace leaves open may be the cause of any report. A handler
/// came in time if it was registered while the promise was pending, or in the turn of its rejection;
/// of a later one libraries may know too late.
///
/// That a report is missing is left to the expectations of the cases: a library may not report what
/// was dropped, or report it only once garbage is collected.
struct Unhandled {
  let facts: Facts
  let scenario: Scenario

  /// What may have caused the reports of one reason.
  private struct Cause {
    /// Since when a promise may be rejected with the reason.
    var since: Int
    /// How many such promises may have had no handler in time.
    var open: Int
  }

  func violations(_ explainer: inout Explainer) -> [Violation] {
    guard !facts.reports.isEmpty, isPredictable else { return [] }
    let turns = Turns(facts.trace)
    let followers = followers
    var causes: [TracedValue: Cause] = [:]
    var values: Set<TracedValue> = []
    // Promises whose outcome is open.
    var unknown = 0
    func add(_ reason: TracedValue, since: Int, isOpen: Bool) {
      let known = causes[reason.orUndefined]
      causes[reason.orUndefined] = Cause(
        since: min(known?.since ?? .max, since), open: (known?.open ?? 0) + (isOpen ? 1 : 0))
    }
    for promise in facts.trace.objects.indices where facts.isPromise(promise) {
      if !facts.made.contains(promise), facts.creators[promise] == nil { unknown += 1 }
      for explanation in explainer.explanations(of: promise) {
        switch explanation.outcome {
        case .rejected(let reason):
          let isOpen = !isHandled(promise, since: explanation.since, followers, turns)
          add(reason, since: explanation.since, isOpen: isOpen)
        case .rejectedByLibrary, .broken, .cancelled, .unknown: unknown += 1
        case .fulfilled(let value): values.insert(value.orUndefined)
        case .pending: break
        }
      }
      // A fault in what a handler got is found there, and not again in the report.
      for seen in facts.observations[promise] ?? [] where !seen.isFulfilled {
        add(seen.value, since: .max, isOpen: false)
      }
    }
    for reason in reasonsOfLateThenables { add(reason, since: .max, isOpen: true) }
    var counts: [TracedValue: Int] = [:]
    return facts.reports.compactMap { report in
      guard !isForeign(report.reason) else { return nil }
      let reason = report.reason.orUndefined
      let name = facts.trace.text(report.reason)
      guard let cause = causes[reason] else {
        return unknown > 0 ? nil : unfounded(report, name, isValue: values.contains(reason))
      }
      if unknown == 0, turns.isInside(report.event), turns.areSame(report.event, cause.since) {
        return violation(
          report, .state, rules[.unhandled, .reject, .early],
          "\(name) was reported as unhandled in the turn of its rejection", "a report once the turn is over")
      }
      counts[reason, default: 0] += 1
      let most = cause.open + unknown
      guard counts[reason, default: 0] > most else { return nil }
      guard most > 0 else {
        return violation(
          report, .count, rules[.unhandled, .reject, .handled],
          "\(name) was reported as unhandled, though it is handled", "no report of what is handled in time")
      }
      return violation(
        report, .count, rules[.unhandled, .reject, .again], "\(name) was reported as unhandled once too often",
        "one report for each promise that has no handler")
    }
  }

  private func unfounded(_ report: Report, _ name: String, isValue: Bool) -> Violation {
    violation(
      report, .value, rules[.unhandled, .reject, isValue ? .fulfilled : .rejected],
      isValue
        ? "\(name) was reported as unhandled, though it is a value and no reason"
        : "\(name) was reported as unhandled, though no promise was rejected with it",
      "only reasons of rejected promises are reported")
  }

  private func violation(
    _ report: Report, _ type: FailureType, _ requirement: String, _ message: String, _ expected: String
  ) -> Violation {
    Violation(
      law: .unhandled, requirement: requirement, type: type, message: message, expected: expected, observed: message,
      event: report.event)
  }

  /// Whether the trace shows all promises and who handles them, so that each report can be explained.
  ///
  /// Combinators, functions of a kind, and registrations that are not recorded make promises of which
  /// it shows nothing. And what the host dropped, or keeps weakly for a probe, can get no handler any
  /// more, so that a report may come at any time.
  private var isPredictable: Bool {
    let stack = facts.trace.events.first?.stack
    return facts.trace.ending == .quiet && !facts.hasCombinations && facts.cancels.isEmpty && facts.contexts.isEmpty
      && scenario.program.functions.values.allSatisfy { $0.kind == nil }
      && facts.registrations.all.allSatisfy { $0.parent != nil && $0.result != nil && !$0.isAlias }
      && facts.frames.allSatisfy { record in
        switch record.frame {
        case .drop, .operation, .wait, .lanes: false
        case .make, .settle, .cancel, .then, .start, .awaiting, .call, .combine, .handler, .thenable, .accessor, .task,
          .onCancel:
          !record.isSuspended && record.stack == stack
        }
      } && !facts.trace.events.contains { if case .gone = $0.kind { true } else { false } }
  }

  /// An error of the library is no reason that the program knows.
  private func isForeign(_ reason: TracedValue) -> Bool {
    reason.reference.map { facts.trace.objects[$0].isForeign } ?? false
  }

  /// The reasons of thenables, where one of them was resolved with too late.
  ///
  /// A library need not ask such a thenable, but may, with a promise of its own.
  private var reasonsOfLateThenables: [TracedValue] {
    let isLate = facts.attempts.all.contains { attempts in
      attempts.count > 1 && attempts.contains { $0.target.map(facts.isThenable) ?? false }
    }
    guard isLate else { return [] }
    return facts.frames.flatMap { record -> [TracedValue] in
      switch (record.frame, record.result) {
      case (.call(_, _, true, let reason), _): [reason ?? .undefined]
      case (.thenable, .threw(let reason)), (.accessor, .threw(let reason)): [reason]
      case (.call, _), (.thenable, _), (.accessor, _): []
      case (.make, _), (.settle, _), (.cancel, _), (.then, _), (.start, _), (.awaiting, _), (.combine, _), (.drop, _):
        []
      case (.operation, _), (.wait, _), (.lanes, _), (.handler, _), (.task, _), (.onCancel, _): []
      }
    }
  }

  /// By promise: when another one certainly began to follow it.
  ///
  /// A promise with several attempts may follow none of them.
  private var followers: [Int: [Int]] {
    var followers: [Int: [Int]] = [:]
    for promise in facts.attempts.numbers {
      guard let attempts = facts.attempts[promise], attempts.count == 1, let followed = attempts[0].target,
        followed != promise
      else { continue }
      followers[followed, default: []].append(attempts[0].begin)
    }
    return followers
  }

  /// Whether a promise certainly had a handler or a follower in time.
  private func isHandled(_ promise: Int, since: Int, _ followers: [Int: [Int]], _ turns: Turns) -> Bool {
    func isInTime(_ event: Int) -> Bool { event < since || turns.areSame(event, since) }
    let registrations = facts.registrationsOn[promise] ?? []
    return registrations.contains { number in
      facts.registrations[number].map { isInTime(facts.frames[$0.frame].begin) } ?? false
    } || followers[promise, default: []].contains(where: isInTime)
  }
}

/// The turns of a trace of one thread: its script, each later block, and each call of user code from
/// a clean stack.
private struct Turns {
  /// By event.
  private var turns: [Int] = [0]
  /// By turn, its last event that is no report.
  private var ends: [Int] = [0]

  init(_ trace: Trace) {
    turns.reserveCapacity(trace.events.count + 1)
    var depth = 0
    var round = 0
    var isUserCode = false
    for event in trace.events {
      let isClean = depth == 0
      // After user code, only the script of another round goes on without an event that says so.
      var isNew = event.round != round
      switch event.kind {
      case .begin(_, let frame):
        isNew = isNew || isClean && (frame.isUserCode || isUserCode)
        if isNew { isUserCode = frame.isUserCode }
        depth += 1
      case .end: depth -= 1
      case .block, .due, .phase:
        isNew = true
        isUserCode = false
      default: break
      }
      if isNew { ends.append(0) }
      round = event.round
      turns.append(ends.count - 1)
      if case .unhandled = event.kind { continue }
      ends[ends.count - 1] = event.sequence
    }
  }

  /// Whether two events are of one turn; false for numbers of no event.
  func areSame(_ one: Int, _ other: Int) -> Bool {
    turns.indices.contains(one) && turns.indices.contains(other) && turns[one] == turns[other]
  }

  /// Whether the turn of an event goes on after it.
  func isInside(_ event: Int) -> Bool { ends[turns[event]] > event }
}

extension TracedValue {
  /// The value; where a call has none, that which user code gets.
  fileprivate var orUndefined: TracedValue { self == .nothing ? .undefined : self }
}
