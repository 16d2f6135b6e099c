import Testing

/// A fault, a program that shows it, and what the oracle says of the trace.
struct Fault: CustomTestStringConvertible, Sendable {
  let mutant: String
  let program: String
  let says: String

  var testDescription: String { mutant }

  init(_ mutant: String, functions: String, steps: String, says: String) {
    self.mutant = mutant
    program = #"{"functions": {\#(functions)}, "steps": [\#(steps)]}"#
    self.says = says
  }

  private static let fulfilled = #"{"let": "p", "be": {"promise": "fulfilled", "with": "D"}}"#

  static let all = [
    Fault(
      "sync-when-settled",
      functions: #""h": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h"}"#,
      says: "2.2.4: `h` ran inside then on p"
    ),
    Fault(
      "loses-handler-when-settled",
      functions: #""h": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h"}"#,
      says: "2.2.2.1: `h` never ran although p is settled"
    ),
    Fault(
      "throwing-handler-runs-twice",
      functions: #""h": {"ends": [{"throw": "E"}]}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h"}"#,
      says: "2.2.2.3: `h` ran although a handler of the same registration had run"
    ),
    Fault(
      "ignores-returned-value",
      functions: #""h": {"ends": [{"return": "S"}]}, "ok": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h", "as": "q"}, {"then": "q", "ok": "ok"}"#,
      says: "2.3.4: q is fulfilled with D, expected fulfilled with S"
    ),
    Fault(
      "swallows-throw",
      functions: #""h": {"ends": [{"throw": "E"}]}, "ok": {}, "bad": {}"#,
      steps:
        #"\#(fulfilled), {"then": "p", "ok": "h", "as": "q"}, {"then": "q", "ok": "ok", "bad": "bad"}"#,
      says: "2.2.7.2: q is fulfilled with nothing, expected rejected with E"
    ),
    Fault(
      "passthrough-loses-value",
      functions: #""ok": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "as": "q"}, {"then": "q", "ok": "ok"}"#,
      says: "2.2.7.3: q is fulfilled with nothing, expected fulfilled with D"
    ),
    Fault(
      "self-resolution-never-settles",
      functions: #""h": {"ends": [{"return": "q"}]}, "bad": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h", "as": "q"}, {"then": "q", "bad": "bad"}"#,
      says: "2.3.1: `bad` never ran although q is settled"
    ),
    Fault(
      "forgets-pending-promise",
      functions: #""ok": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"let": "x", "be": {"promise": "pending"}}, {"resolve": "p", "with": "x"}, {"then": "p", "ok": "ok"}, {"later": "idle", "do": [{"fulfill": "x", "with": "D"}]}"#,
      says: "2.3.2.2: `ok` never ran although p is settled"
    ),
    Fault(
      "adopted-rejection-fulfills",
      functions: #""ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"promise": "rejected", "with": "E"}}, {"then": "p", "ok": "ok", "bad": "bad"}"#,
      says: "2.3.2.3: p is fulfilled with E, expected rejected with E"
    ),
  ]
}
