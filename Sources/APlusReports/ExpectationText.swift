package import APlusModel

/// What cases expect, in words.
package enum ExpectationText {
  /// Says what one expectation demands.
  package static func sentence(for expectation: Expectation) -> String {
    switch expectation {
    case .runs(let function, let times, let expected, let mark):
      "\(function) runs \(count(times))" + with(expected) + (mark.map { ", after \($0)" } ?? "")
    case .runsAll(let times, let expected):
      "every handler for the outcome runs \(count(times))" + with(expected)
    case .never(let function): "\(function) never runs"
    case .order(let functions): "first runs come in the order \(functions.joined(separator: ", "))"
    case .outcome(let promise, let outcome, let expected):
      "\(promise) is \(outcome.rawValue)" + with(expected)
    case .reads(let subject, let times): "then of \(subject) is read \(count(times))"
    case .calls(let function, let times): "\(function) is called \(count(times))"
    case .receiver(let function, let receiver): "the receiver of \(function) is \(receiver)"
    case .givesPromise(let name): "\(name) is a promise"
    case .freed(let name, let isFreed): "\(name) is \(isFreed ? "" : "not ")freed"
    case .pendingAt(let promise, let mark): "\(promise) is pending at \(mark)"
    case .constant(let promise):
      "to register a handler on \(promise) takes as long, however many wait"
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

  private static func with(_ expected: Expected?) -> String {
    switch expected {
    case nil: ""
    case .value(let value): " with \(text(of: value))"
    case .anyError(let type): " with a \(type)"
    case .cancellation: " with the library's cancellation"
    case .timeout: " with the library's time-out"
    }
  }

  private static func text(of value: Value) -> String {
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
