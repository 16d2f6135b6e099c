package import APlusModel

/// Expectations of cases as English sentences.
package enum ExpectationText {
  /// The demand of an expectation.
  package static func sentence(for expectation: Expectation) -> String {
    switch expectation {
    case .runs(let function, let times, let expected, let mark):
      "\(function) runs \(count(times))" + with(expected) + (mark.map { ", after \($0)" } ?? "")
    case .runsAll(let times, let expected): "every handler for the outcome runs \(count(times))" + with(expected)
    case .never(let function): "\(function) never runs"
    case .order(let functions): "the first runs come in the order \(functions.joined(separator: ", "))"
    case .sequence(let functions):
      "on the script's thread, the first runs come in the order \(functions.joined(separator: ", "))"
    case .outcome(let promise, let outcome, let expected): "\(promise) is \(outcome.rawValue)" + with(expected)
    case .reads(let subject, let times): "then of \(subject) is read \(count(times))"
    case .calls(let function, let times): "\(function) is called \(count(times))"
    case .receiver(let function, let receiver): "the receiver of \(function) is \(receiver)"
    case .arguments(let function, let count): "\(function) gets \(arguments(count))"
    case .distinct(let functions): "\(functions.joined(separator: ", ")) get different objects of the library"
    case .givesPromise(let name): "\(name) is a promise"
    case .freed(let name, let isFreed): "\(name) is \(isFreed ? "" : "not ")freed"
    case .pendingAt(let promise, let mark): "\(promise) is pending at \(mark)"
    case .constant(let promise): "registering a handler on \(promise) takes the same time, however many handlers wait"
    case .unhandled(let reason, let times, let mark):
      "\(text(of: reason)) is reported as unhandled" + (times.map { " \(count($0))" } ?? "")
        + (mark.map { ", after \($0)" } ?? "")
    }
  }

  private static func count(_ times: Int) -> String {
    switch times {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(times) times"
    }
  }

  private static func arguments(_ count: Int) -> String {
    count == 0 ? "no argument" : "\(count) argument\(count == 1 ? "" : "s")"
  }

  private static func with(_ expected: Expected?) -> String { expected.map { " with \(text(of: $0))" } ?? "" }

  private static func text(of expected: Expected) -> String {
    switch expected {
    case .value(let value): text(of: value)
    case .anyError(let type): "a \(type)"
    case .cancellation: "the library's cancellation"
    case .timeout: "the library's time-out"
    case .outcomes(let outcomes):
      "[\(outcomes.map { "\($0.word.rawValue) with \(text(of: $0.content))" }.joined(separator: ", "))]"
    case .errors(let reasons): "an error of [\(reasons.map(text).joined(separator: ", "))]"
    }
  }

  static func text(of value: Value) -> String {
    switch value {
    case .name(let name): name
    case .scalar(let scalar): text(of: scalar)
    case .text(let text): "\"\(text)\""
    case .special(let word): word
    case .error(let type, _): "a \(type)"
    case .list(let values): "[\(values.map(text).joined(separator: ", "))]"
    case .promise(let state, _, _): "a \(state.rawValue) promise"
    case .thenable(let thenable): thenable.name.map { "the thenable \($0)" } ?? "a thenable"
    }
  }

  private static func text(of scalar: Scalar) -> String {
    switch scalar {
    case .null: "null"
    case .undefined: "undefined"
    case .notANumber: "NaN"
    case .negativeZero: "-0"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    }
  }
}

/// The laws of the judge, in one sentence each.
package enum LawText {
  /// The demand of a law.
  package static func sentence(for law: Law) -> String {
    switch law {
    case .fidelity: "The trace is a complete performance of the case; otherwise the host is at fault."
    case .cleanStack: "When a handler begins, no other frame is open on its stack."
    case .once: "A registration runs at most one handler, at most once; a pair of resolvers works once."
    case .notBefore: "A handler begins only after the start of a settlement that explains it."
    case .agreement: "All handlers of a promise see one outcome and one value, those of one settlement."
    case .lockIn: "Once a promise is resolved, later settlements change nothing."
    case .order: "Handlers of one promise begin in the order of the calls to then."
    case .liveness: "When nothing can run any more, every handler that must run has run, and has ended."
    case .propagation: "The promise that then returned gets its handler's result, or the outcome of its parent."
    case .settleOnce: "At most one attempt to settle a promise is reported as accepted."
    case .cancellation: "A cancel reaches what was derived before it, and nothing that was derived after it."
    case .context: "A handler runs on the context that it was given."
    case .delivery: "Each element that a channel takes is received once, or its loss is told; no answer is false."
    case .scoping: "A cancel of a scope reaches each of its items once, and nothing else; its end waits for them."
    case .unhandled: "Only a rejection that nobody handles in time is reported, with its reason, once, after its turn."
    }
  }
}

extension Scenario {
  /// The test of the official JavaScript suite that checks the same, in words; nil outside the
  /// chapter `aplus`.
  ///
  ///     scenario.officialText  // "2.2.2.1 a (already)"
  package var officialText: String? {
    guard chapter == "aplus" else { return nil }
    guard let official else { return "not in the official suite" }
    let variant = official.variant.isEmpty ? "" : " (\(official.variant))"
    return "\(official.requirement) \(official.template)\(variant)"
  }
}
