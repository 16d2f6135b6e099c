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
      "sync-when-settled", functions: #""h": {}"#, steps: #"\#(fulfilled), {"then": "p", "ok": "h"}"#,
      says: "2.2.4: `h` ran inside then on p"),
    Fault(
      "loses-handler-when-settled", functions: #""h": {}"#, steps: #"\#(fulfilled), {"then": "p", "ok": "h"}"#,
      says: "2.2.2.1: `h` never ran although p is settled"),
    Fault(
      "throwing-handler-runs-twice", functions: #""h": {"ends": [{"throw": "E"}]}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h"}"#,
      says: "2.2.2.3: `h` ran although a handler of the same registration had run"),
    Fault(
      "ignores-returned-value", functions: #""h": {"ends": [{"return": "S"}]}, "ok": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h", "as": "q"}, {"then": "q", "ok": "ok"}"#,
      says: "2.3.4: q is fulfilled with D, expected fulfilled with S"),
    Fault(
      "swallows-throw", functions: #""h": {"ends": [{"throw": "E"}]}, "ok": {}, "bad": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h", "as": "q"}, {"then": "q", "ok": "ok", "bad": "bad"}"#,
      says: "2.2.7.2: q is fulfilled with nothing, expected rejected with E"),
    Fault(
      "passthrough-loses-value", functions: #""ok": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "as": "q"}, {"then": "q", "ok": "ok"}"#,
      says: "2.2.7.3: q is fulfilled with nothing, expected fulfilled with D"),
    Fault(
      "combinator-of-nothing-hangs", functions: #""ok": {}, "bad": {}"#,
      steps:
        #"{"combine": "all", "of": [], "as": "p"}, {"then": "p", "bad": "bad", "as": "q"}, {"then": "q", "ok": "ok"}"#,
      says: "K1: `ok` never ran although q is settled"),
    Fault(
      "self-resolution-never-settles", functions: #""h": {"ends": [{"return": "q"}]}, "bad": {}"#,
      steps: #"\#(fulfilled), {"then": "p", "ok": "h", "as": "q"}, {"then": "q", "bad": "bad"}"#,
      says: "2.3.1: `bad` never ran although q is settled"),
    Fault(
      "forgets-pending-promise", functions: #""ok": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"let": "x", "be": {"promise": "pending"}}, {"resolve": "p", "with": "x"}, {"then": "p", "ok": "ok"}, {"later": "idle", "do": [{"fulfill": "x", "with": "D"}]}"#,
      says: "2.3.2.2: `ok` never ran although p is settled"),
    Fault(
      "adopted-rejection-fulfills", functions: #""ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"promise": "rejected", "with": "E"}}, {"then": "p", "ok": "ok", "bad": "bad"}"#,
      says: "2.3.2.3: p is fulfilled with E, expected rejected with E"),
    Fault(
      "thenable-never-called", functions: #""t": {"steps": [{"call": "resolve", "with": "D"}]}, "ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"thenable": {"as": "x", "then": "t"}}}, {"then": "p", "ok": "ok", "bad": "bad"}"#,
      says: "2.3.3.3: the then of x was never called although p was resolved with it"),
    Fault(
      "thenable-called-twice", functions: #""t": {"steps": [{"call": "resolve", "with": "D"}]}, "ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"thenable": {"as": "x", "then": "t"}}}, {"then": "p", "ok": "ok", "bad": "bad"}"#,
      says: "2.3.3.3: the then of x was called although nothing is to be resolved with it"),
    Fault(
      "resolver-does-nothing",
      functions:
        #""t": {"steps": [{"call": "resolve", "with": {"thenable": {"as": "y", "then": "u"}}}]}, "u": {}, "ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"thenable": {"as": "x", "then": "t"}}}, {"then": "p", "ok": "ok", "bad": "bad"}"#,
      says: "2.3.3.3.1: the then of y was never called although p was resolved with it"),
    Fault(
      "thenable-throw-lost", functions: #""t": {"ends": [{"throw": "E"}]}, "ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"thenable": {"as": "x", "then": "t"}}}, {"then": "p", "ok": "ok", "bad": "bad"}"#,
      says: "2.3.3.3.4.2: `bad` never ran although p is settled"),
    Fault(
      "self-resolution-through-thenable-hangs",
      functions: #""t": {"steps": [{"call": "resolve", "with": "p"}]}, "ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"thenable": {"as": "x", "then": "t"}}}, {"then": "p", "ok": "ok", "bad": "bad"}"#,
      says: "2.3.1: `bad` never ran although p is settled"),
    Fault(
      "combinator-looks-once", functions: #""ok": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"let": "q", "be": {"promise": "pending"}}, {"combine": "race", "of": ["p", "q"], "as": "r"}, {"then": "r", "ok": "ok"}, {"later": "idle", "do": [{"fulfill": "q", "with": "D"}]}"#,
      says: "K2: `ok` never ran although r is settled"),
    Fault(
      "all-loses-order", functions: #""ok": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"let": "q", "be": {"promise": "pending"}}, {"combine": "all", "of": ["p", "q"], "as": "r"}, {"then": "r", "ok": "ok"}, {"fulfill": "q", "with": "S"}, {"fulfill": "p", "with": "D"}"#,
      says: "K2: r is fulfilled with [S, D], expected fulfilled with [D, S]"),
    Fault(
      "retry-gives-up-at-once", functions: #""t": {"ends": [{"throw": "E"}, {"return": "S"}]}, "ok": {}, "bad": {}"#,
      steps: #"{"combine": "retry", "times": 2, "call": "t", "as": "r"}, {"then": "r", "ok": "ok", "bad": "bad"}"#,
      says: "K3: a handler of r ran before anything had settled it"),
    Fault(
      "retry-goes-on", functions: #""t": {"ends": [{"return": "S"}]}, "ok": {}, "bad": {}"#,
      steps: #"{"combine": "retry", "times": 2, "call": "t", "as": "r"}, {"then": "r", "ok": "ok", "bad": "bad"}"#,
      says: "K3: `retry` made call 2 of `t`, which was not due"),
    Fault(
      "finally-swallows-throw", functions: #""t": {"ends": [{"throw": "E"}]}, "ok": {}, "bad": {}"#,
      steps:
        #"\#(fulfilled), {"combine": "finally", "of": ["p"], "call": "t", "as": "r"}, {"then": "r", "ok": "ok", "bad": "bad"}"#,
      says: "K4: r is fulfilled with D, expected rejected with E"),
    Fault(
      "finally-misses-values", functions: #""t": {}"#,
      steps: #"\#(fulfilled), {"combine": "finally", "of": ["p"], "call": "t", "as": "r"}"#,
      says: "K4: `finally` did not make call 1 of `t`"),
    Fault(
      "recover-handles-values", functions: #""t": {}"#,
      steps: #"\#(fulfilled), {"combine": "recover", "of": ["p"], "call": "t", "as": "r"}"#,
      says: "K5: `recover` made call 1 of `t`, which was not due"),
    Fault(
      "recover-loses-result", functions: #""t": {"ends": [{"return": "S"}]}, "ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "rejected", "with": "E"}}, {"combine": "recover", "of": ["p"], "call": "t", "as": "r"}, {"then": "r", "ok": "ok", "bad": "bad"}"#,
      says: "K5: r is fulfilled with nothing, expected fulfilled with S"),
    Fault(
      "sequence-starts-all", functions: #""t": {"ends": [{"return": {"promise": "pending"}}]}"#,
      steps: #"\#(fulfilled), {"combine": "sequence", "of": ["p", "p"], "call": "t", "as": "r"}"#,
      says: "K6: `sequence` made call 2 of `t`, which was not due"),
    Fault(
      "sequence-performs-one", functions: #""t": {}"#,
      steps: #"\#(fulfilled), {"combine": "sequence", "of": ["p", "p"], "call": "t", "as": "r"}"#,
      says: "K6: `sequence` did not make call 2 of `t`"),
    Fault(
      "delay-never-ends", functions: #""ok": {}, "bad": {}"#,
      steps:
        #"\#(fulfilled), {"combine": "delay", "of": ["p"], "ms": 1, "as": "r"}, {"then": "r", "ok": "ok", "bad": "bad"}"#,
      says: "K7: `ok` never ran although r is settled"),
    Fault(
      "timeout-never-comes", functions: #""ok": {}, "bad": {}"#,
      steps:
        #"{"let": "p", "be": {"promise": "pending"}}, {"combine": "timeout", "of": ["p"], "ms": 1, "as": "r"}, {"then": "r", "ok": "ok", "bad": "bad"}"#,
      says: "K7: `bad` never ran although p is settled"),
    Fault(
      "try-tells-another-reason", functions: #""t": {"ends": [{"throw": "E"}]}, "ok": {}, "bad": {}"#,
      steps: #"{"combine": "try", "of": [], "call": "t", "as": "r"}, {"then": "r", "ok": "ok", "bad": "bad"}"#,
      says: "K8: r is rejected with nothing, expected rejected with E"),
  ]
}
