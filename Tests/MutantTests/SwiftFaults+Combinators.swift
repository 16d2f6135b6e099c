extension SwiftFaults {
  /// The mutants with faulty combinators.
  static let combinators: [SwiftFault] = [
    SwiftFault(
      "combinator-of-nothing-hangs", breaks: "K1", killedBy: "K1-a.all", says: "`ok` never ran",
      // Tasks are combinators without members.
      follows: ["K3", "K8", "Z-combine"]),
    SwiftFault(
      "combinator-of-nothing-traps", breaks: "K1", killedBy: "K1-a.all",
      says: "the library crashed inside the combinator all", type: "aplus.crash",
      // Tasks are combinators without members.
      follows: ["K8", "K3"], attempts: 5),
    SwiftFault(
      "race-of-nothing-traps", breaks: "K1", killedBy: "K1-c", says: "the library crashed inside the combinator race",
      type: "aplus.crash", attempts: 5),
    SwiftFault("any-of-nothing-is-fulfilled", breaks: "K1", killedBy: "K1-b", says: "`bad` never ran"),
    SwiftFault("race-of-nothing-is-fulfilled", breaks: "K1", killedBy: "K1-c", says: "`ok` ran"),
    SwiftFault(
      "combinator-looks-once", breaks: "K2", killedBy: "K2-a.all", says: "`ok` never ran",
      // A time-out, `finally` and combinations are made of the same wait.
      follows: ["K7", "K4", "Z-combine"]),
    SwiftFault("all-waits-for-the-rest", breaks: "K2", killedBy: "K2-b.pending", says: "`bad` never ran"),
    SwiftFault(
      "race-takes-the-first-listed", breaks: "K2", killedBy: "K2-c.fulfilled", says: "`h` got S2, expected S1"),
    SwiftFault("any-is-rejected-by-first-rejection", breaks: "K2", killedBy: "K2-d", says: "`ok` never ran"),
    SwiftFault("all-is-fulfilled-by-first-member", breaks: "K2", killedBy: "K2-e.all", says: "`ok` ran"),
    SwiftFault("all-settled-is-rejected", breaks: "K2", killedBy: "K2-f", says: "`ok` never ran"),
    SwiftFault("any-of-rejected-hangs", breaks: "K2", killedBy: "K2-g", says: "`bad` never ran"),
    SwiftFault(
      "all-loses-order", breaks: "K2", killedBy: "K2-h.all.pending", says: "`ok` got [S2, S1], expected [S1, S2]"),
    SwiftFault(
      "race-is-overwritten", breaks: "K2", killedBy: "K2-i.race.fulfilled",
      says: "observers of r disagree: fulfilled with S1, later fulfilled with S2",
      // The promise that `race` gave is settled twice.
      follows: ["2.1.2.1", "2.1.3.1", "2.1.2.2", "2.1.3.2", "2.2.2.1", "Z-combine", "2.2.7.2"]),
    SwiftFault(
      "all-is-overwritten", breaks: "K2", killedBy: "K2-j.all.rejected",
      says: "observers of r disagree: rejected with E1, later rejected with E2",
      // The promise that `all` gave is settled twice.
      follows: ["2.1.3.1", "2.1.3.2"]),
    SwiftFault("retry-gives-up-at-once", breaks: "K3", killedBy: "K3-a.3", says: "`ok` never ran"),
    SwiftFault("retry-goes-on", breaks: "K3", killedBy: "K3-a.1", says: "`task`"),
    SwiftFault("retry-tells-another-reason", breaks: "K3", killedBy: "K3-b", says: "`bad`"),
    SwiftFault("retry-does-not-wait", breaks: "K3", killedBy: "K3-c.pending", says: "`task`"),
    SwiftFault("finally-swallows-rejection", breaks: "K4", killedBy: "K4-a.rejected", says: "`h` never ran"),
    SwiftFault(
      "finally-misses-values", breaks: "K4", killedBy: "K4-a.fulfilled", says: "`f` never ran",
      // The combinations of chapter zalgo call `finally`, too.
      follows: ["Z-combine"]),
    SwiftFault("finally-swallows-throw", breaks: "K4", killedBy: "K4-b.fulfilled", says: "`bad` never ran"),
    SwiftFault("recover-keeps-reason", breaks: "K5", killedBy: "K5-c", says: "E1"),
    SwiftFault("recover-handles-values", breaks: "K5", killedBy: "K5-a", says: "`f` ran once"),
    SwiftFault(
      "recover-loses-result", breaks: "K5", killedBy: "K5-b.value", says: "expected S",
      // The combinations of chapter zalgo call `recover`, too.
      follows: ["Z-combine"]),
    SwiftFault("sequence-of-nothing-hangs", breaks: "K1", killedBy: "K1-e", says: "`ok` never ran"),
    SwiftFault("sequence-starts-all", breaks: "K6", killedBy: "K6-a", says: "`task`"),
    SwiftFault("sequence-performs-one", breaks: "K6", killedBy: "K6-b", says: "`task`"),
    SwiftFault("sequence-passes-failures", breaks: "K6", killedBy: "K6-c", says: "`task`"),
    SwiftFault(
      "try-swallows-throw", breaks: "K8", killedBy: "K8-b", says: "`bad` never ran",
      // The combinations of chapter zalgo call `try`, too.
      follows: ["Z-combine"]),
    SwiftFault(
      "try-tells-another-reason", breaks: "K8", killedBy: "K8-b", says: "`bad` got",
      // The combinations of chapter zalgo call `try`, too.
      follows: ["Z-combine"]), SwiftFault("try-calls-twice", breaks: "K8", killedBy: "K8-a", says: "`task`"),
    SwiftFault("try-does-not-wait", breaks: "K8", killedBy: "K8-c.fulfilled", says: "r was settled before"),
    SwiftFault("delay-never-ends", breaks: "K7", killedBy: "K7-a.fulfilled.0", says: "`h` never ran"),
    SwiftFault("timeout-never-comes", breaks: "K7", killedBy: "K7-c", says: "`bad` never ran"),
    SwiftFault("timeout-comes-always", breaks: "K7", killedBy: "K7-b.rejected", says: "`h` got"),
  ]
}
