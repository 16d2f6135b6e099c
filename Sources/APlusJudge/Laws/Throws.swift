import APlusSpec
import APlusTrace

/// What throws where the specification leaves no room for it.
///
/// - `then` must return a promise (2.2.7), so that it may not throw instead.
/// - Calls of a pair after the first are ignored (2.3.3.3.3), and so they may not throw.
/// - What a handler throws is the child's reason (2.2.7.2). An exception that is handled there, and leaves the
///   library uncaught as well, would end the process.
///
/// Of a settle through the library's own door the specification says nothing: a second one may throw, as those
/// of many libraries do. A rejection that nobody handles may be told in any way.
struct Throws {
  let facts: Facts

  func violations() -> [Violation] {
    let thrown = facts.frames.indices.compactMap { index -> Violation? in
      guard case .threw(let value) = facts.frames[index].result else { return nil }
      return violation(of: facts.frames[index], thatThrew: value)
    }
    return thrown + uncaught()
  }

  private func violation(of record: FrameRecord, thatThrew value: TracedValue) -> Violation? {
    switch record.frame {
    case .then(let call, _):
      let name = facts.trace.text(call.subject)
      return violation(
        nil,
        "2.2.7",
        "`then` on \(name) threw \(facts.trace.text(value))",
        expected: "`then` returns a promise",
        observed: "it threw",
        event: record.begin
      )
    case .call(_, let number, let rejects, _) where isLaterCall(record, of: number):
      return violation(
        .once,
        "2.3.3.3.3",
        "a later call of \(rejects ? "rejectPromise" : "resolvePromise") threw \(facts.trace.text(value))",
        expected: "calls after the first are ignored",
        observed: "it threw",
        event: record.begin
      )
    case .call, .make, .settle, .cancel, .combine, .drop, .measure, .wait, .lanes, .handler,
      .thenable, .accessor, .task, .onCancel:
      return nil
    }
  }

  /// Whether another call of the pair had ended before this one began.
  private func isLaterCall(_ record: FrameRecord, of number: Int) -> Bool {
    guard let first = facts.pairs[number]?.calls.first else { return false }
    return facts.frames[first].end ?? .max < record.begin
  }

  private func uncaught() -> [Violation] {
    facts.trace.events.compactMap { event in
      guard case .uncaught(let value) = event.kind,
        let run = handledThrow(of: value, before: event.sequence),
        case .handler(let call, _, _) = run.frame
      else { return nil }
      return violation(
        .propagation,
        "2.2.7.2",
        "what `\(run.named(call.function))` threw left the library uncaught as well",
        expected: "it is the reason of the promise that `then` returned, and nothing more",
        observed: "uncaught \(facts.trace.text(value))",
        event: event.sequence
      )
    }
  }

  /// The handler that threw a value, where an error handler had been registered on its promise.
  private func handledThrow(of value: TracedValue, before sequence: Int) -> FrameRecord? {
    for number in facts.registrationOrder {
      guard let registration = facts.registrations[number], let result = registration.result,
        isHandled(result, before: sequence)
      else { continue }
      for run in registration.runs {
        let record = facts.frames[run]
        guard let end = record.end, end < sequence, case .threw(let thrown) = record.result,
          facts.isSame(thrown, value)
        else { continue }
        return record
      }
    }
    return nil
  }

  private func isHandled(_ promise: Int, before sequence: Int) -> Bool {
    (facts.registrationsOn[promise] ?? []).contains { number in
      guard let registration = facts.registrations[number],
        case .function = facts.slot(of: registration, isFulfilled: false)
      else { return false }
      return facts.frames[registration.frame].begin < sequence
    }
  }

  private func violation(
    _ law: Law?,
    _ requirement: String,
    _ message: String,
    expected: String,
    observed: String,
    event: Int
  ) -> Violation {
    Violation(
      law: law,
      requirement: requirement,
      type: .state,
      message: message,
      expected: expected,
      observed: observed,
      event: event
    )
  }
}
