package import APlusModel

/// Which laws a trace exercised, and in which situations it called the library.
///
/// It measures programs, not the library: a table of these shows what a set of programs does not
/// cover yet.
package struct Exercise: Sendable {
  /// One call into the library.
  package struct Situation: Sendable, Hashable {
    package let verb: String
    /// The state of the promise before the call: `pending`, `settled`, `following` or `derived`;
    /// `-` where the call is not made on a promise.
    package let state: String
    /// The kind of user code that made the call, or `main` or `thread` for the script's.
    package let position: String
    /// What handlers showed of the promise: `fulfilled`, `rejected` or `not seen`; `-` without one.
    package let outcome: String
  }

  /// The laws that had something to check.
  package let laws: Set<Law>
  package let situations: Set<Situation>

  /// - Returns: nil where the host did not perform the scenario, so that the trace shows nothing.
  package init?(of trace: Trace, performing scenario: Scenario) {
    guard Fidelity.check(scenario.program, trace) == nil else { return nil }
    let facts = Facts(trace, of: scenario)
    laws = Set(Law.allCases.filter { facts.exercise($0) })
    situations = Set(facts.frames.compactMap(facts.situation))
  }
}

extension Facts {
  fileprivate func exercise(_ law: Law) -> Bool {
    switch law {
    case .fidelity: true
    case .cleanStack, .notBefore, .once, .liveness:
      !registrationOrder.allSatisfy { registrations[$0]?.runs.isEmpty ?? true }
    case .agreement: observations.all.contains { $0.count > 1 }
    case .lockIn:
      attempts.all.contains { attempts in attempts.count > 1 && attempts.contains { adopted(by: $0) != nil } }
    case .settleOnce: attempts.all.contains { $0.count > 1 }
    case .order:
      sources.contains { source in registrations(on: source).count { registrations[$0]?.runs.isEmpty == false } > 1 }
    case .propagation: observations.numbers.contains { creators[$0] != nil }
    case .cancellation: !cancels.isEmpty
    case .unhandled: !reports.isEmpty
    case .delivery: hasChannels
    case .scoping: hasScopes
    case .context: registrationOrder.contains { contextKind(ofRegistration: $0) != nil }
    }
  }

  fileprivate func situation(_ record: FrameRecord) -> Exercise.Situation? {
    let promise: Int?
    switch record.frame {
    case .then(let call, _): promise = call.subject.reference
    case .settle(_, _, let subject, _), .cancel(_, let subject, _): promise = subject.reference
    case .combine, .start, .awaiting, .call, .make: promise = nil
    case .drop, .operation, .wait, .lanes, .handler, .thenable, .accessor, .task, .onCancel: return nil
    }
    return Exercise.Situation(
      verb: record.frame.word, state: promise.map { state(of: $0, at: record.begin) } ?? "-",
      position: position(of: record), outcome: promise.map(outcome) ?? "-")
  }

  private func state(of promise: Int, at moment: Int) -> String {
    if observations[promise]?.first.map({ $0.begin < moment }) == true { return "settled" }
    guard let first = attempts[promise]?.first(where: { $0.begin < moment }) else {
      return creators[promise] == nil ? "pending" : "derived"
    }
    return adopted(by: first) == nil ? "settled" : "following"
  }

  private func outcome(of promise: Int) -> String {
    observations[promise]?.first.map { $0.isFulfilled ? "fulfilled" : "rejected" } ?? "not seen"
  }

  private func position(of record: FrameRecord) -> String {
    var outer = record.outer
    while let index = outer {
      if frames[index].frame.isUserCode { return frames[index].frame.word }
      outer = frames[index].outer
    }
    return record.stack == frames.first?.stack ? "main" : "thread"
  }
}
