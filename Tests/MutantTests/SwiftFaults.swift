/// The table of the Swift mutants, one row each, in the order of `Mutants.all`.
enum SwiftFaults {
  static let all =
    promises + chaining + threads + contexts + cancellation + combinators + crashes

  /// The mutants that settle wrongly, or call handlers wrongly.
  private static let promises: [SwiftFault] = [
    SwiftFault(
      "fulfilled-becomes-rejected",
      breaks: "2.1.2.1",
      killedBy: "2.1.2.1-b",
      says: "a late settlement changed p, which was settled: rejected with O"
    ),
    SwiftFault(
      "rejected-becomes-fulfilled",
      breaks: "2.1.3.1",
      killedBy: "2.1.3.1-b",
      says: "a late settlement changed p, which was settled: fulfilled with O"
    ),
    SwiftFault(
      "fulfilled-again-replaces-value",
      breaks: "2.1.2.2",
      killedBy: "2.2.2.3-b",
      says: "a late settlement changed p, which was settled: fulfilled with O"
    ),
    SwiftFault(
      "rejected-again-replaces-reason",
      breaks: "2.1.3.2",
      killedBy: "2.2.3.3-b",
      says: "a late settlement changed p, which was settled: rejected with O"
    ),
    SwiftFault(
      "late-reject-tears-value",
      breaks: "2.1.2.2",
      killedBy: "2.1.2.1-d",
      says: "observers of p disagree: fulfilled with D, later fulfilled with O"
    ),
    SwiftFault(
      "late-reject-flips-state",
      breaks: "2.1.2.1",
      killedBy: "2.1.2.1-b",
      says: "observers of p disagree: fulfilled with D, later rejected with O"
    ),
    SwiftFault(
      "late-resolve-replaces-value",
      breaks: "2.1.2.2",
      killedBy: "C1-a.fulfilled.fulfill.same-turn",
      says: "observers of p disagree: fulfilled with S, later fulfilled with O"
    ),
    SwiftFault(
      "pending-promise-does-not-lock-in",
      breaks: "2.3.2",
      killedBy: "C4-a.reject.same-turn.fulfilled",
      says: "a late settlement changed p, which was locked in: rejected with O"
    ),
    SwiftFault(
      "fulfilled-without-value",
      breaks: "2.2.2.1",
      killedBy: "2.2.2.1-a.already",
      says: "p is fulfilled with nothing, expected fulfilled with S"
    ),
    SwiftFault(
      "rejected-without-reason",
      breaks: "2.2.3.1",
      killedBy: "2.2.3.1-a.already",
      says: "p is rejected with NoReason: NoReason(), expected rejected with S"
    ),
    SwiftFault(
      "runs-before-fulfilled",
      breaks: "2.2.2.2",
      killedBy: "2.2.2.2-a",
      says: "a handler of p ran before anything had settled it"
    ),
    SwiftFault(
      "runs-again-when-fulfilled-again",
      breaks: "2.2.2.3",
      killedBy: "2.2.2.3-b",
      says: "`h` (onFulfilled) was called more than once for one registration"
    ),
    SwiftFault(
      "runs-both-handlers",
      breaks: "2.2.2.3",
      killedBy: "2.1.3.1-a.already",
      says: "`ok` (onFulfilled) ran although `bad` of the same registration had run"
    ),
    SwiftFault(
      "late-settlement-runs-other-handler",
      breaks: "2.2.2.3",
      killedBy: "2.1.2.1-b",
      says: "`bad` (onRejected) ran although `ok` of the same registration had run"
    ),
    SwiftFault(
      "fifth-handler-runs-twice",
      breaks: "2.2.2.3",
      killedBy: "N1-a.immediate.fulfilled",
      says: "`h4` (onFulfilled) was called more than once for one registration"
    ),
    SwiftFault(
      "throwing-handler-runs-twice",
      breaks: "2.2.2.3",
      killedBy: "2.2.6.1-b.already",
      says: "`h2` (onFulfilled) was called more than once for one registration"
    ),
    SwiftFault(
      "loses-handler-when-settled",
      breaks: "2.2.2.1",
      killedBy: "2.2.2.1-a.already",
      says: "`h` never ran although p is settled"
    ),
    SwiftFault(
      "keeps-only-last-handler",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-a.immediate",
      says: "`h1` never ran although p is settled"
    ),
    SwiftFault(
      "keeps-four-handlers",
      breaks: "2.2.6.1",
      killedBy: "N3-a.immediate.fulfilled.5",
      says: "`h4` never ran although p is settled"
    ),
    SwiftFault(
      "throw-stops-later-handlers",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-b.already",
      says: "`h3` never ran although p is settled"
    ),
    SwiftFault(
      "drops-handlers-after-lock-in",
      breaks: "2.2.6.1",
      killedBy: "N6-a.same-turn.fulfilled",
      says: "`h2` never ran although p is settled"
    ),
    SwiftFault(
      "sync-when-settled",
      breaks: "2.2.4",
      killedBy: "2.2.4-a.fulfilled.already",
      says: "`h` (onFulfilled) ran inside then on p"
    ),
    SwiftFault(
      "sync-when-settling",
      breaks: "2.2.4",
      killedBy: "2.2.4-a.fulfilled.immediate",
      says: "`h` (onFulfilled) ran inside fulfill of p"
    ),
    SwiftFault(
      "sync-when-rejecting",
      breaks: "2.2.4",
      killedBy: "2.2.4-a.rejected.immediate",
      says: "`h` (onRejected) ran inside reject of p"
    ),
    SwiftFault(
      "sync-inside-handler",
      breaks: "2.2.4",
      killedBy: "2.2.4-d.fulfilled",
      says: "`h2` (onFulfilled) ran inside then on p"
    ),
    SwiftFault(
      "sync-from-fifth-late-handler",
      breaks: "2.2.4",
      killedBy: "Z1-a.ready.5.fulfilled",
      says: "`h4` (onFulfilled) ran inside then on p"
    ),
    SwiftFault(
      "sync-with-many-handlers",
      breaks: "2.2.4",
      killedBy: "Z2-a.5.fulfilled",
      says: "`h0` (onFulfilled) ran inside fulfill of p"
    ),
    SwiftFault(
      "sync-when-settled-in-handler",
      breaks: "2.2.4",
      killedBy: "Z3-a.fulfilled.1.fulfilled",
      says: "`g0` (onFulfilled) ran inside fulfill of r"
    ),
    SwiftFault(
      "settles-recursively-while-flushing",
      breaks: "2.2.4",
      killedBy: "Z3-a.fulfilled.1.fulfilled",
      says: "`g0` (onFulfilled) ran inside fulfill of r"
    ),
    SwiftFault(
      "sync-when-saved-resolver-is-called",
      breaks: "2.2.4",
      killedBy: "Z5-a.idle.1.resolve",
      says: "`h0` (onFulfilled) ran inside resolvePromise of a thenable"
    ),
    SwiftFault(
      "sync-when-resolved-with-settled-promise",
      breaks: "2.2.4",
      killedBy: "Z6-a.sync.1.fulfilled",
      says: "`h0` (onFulfilled) ran inside resolve of p"
    ),
    SwiftFault(
      "sync-when-settled-in-earlier-turn",
      breaks: "2.2.4",
      killedBy: "2.2.4-d.fulfilled",
      says: "`h2` (onFulfilled) ran inside then on p"
    ),
    SwiftFault(
      "sync-when-cancelling",
      breaks: "Z-cancel",
      killedBy: "Z-cancel-a.sync.1",
      says: "`bad0` (onRejected) ran inside cancel of p"
    ),
    SwiftFault(
      "last-in-first-out",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-a.immediate",
      says: "`h2` ran before `h1`, which was registered on p first"
    ),
    SwiftFault(
      "rejections-last-in-first-out",
      breaks: "2.2.6.2",
      killedBy: "2.2.6.2-a.immediate",
      says: "`h2` ran before `h1`, which was registered on p first"
    ),
    SwiftFault(
      "order-is-arbitrary",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-a.immediate",
      says: "`h2` ran before `h1`, which was registered on p first"
    ),
    SwiftFault(
      "order-breaks-beyond-eight",
      breaks: "2.2.6.1",
      killedBy: "O4-a.same-turn.fulfilled",
      says: "`a9` ran before `a8`, which was registered on p first"
    ),
    SwiftFault(
      "late-handler-overtakes",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-a.already",
      says: "`h2` ran before `h1`, which was registered on p first"
    ),
    SwiftFault(
      "overtakes-after-lock-in",
      breaks: "2.2.6.1",
      killedBy: "O3-a.fulfilled",
      says: "`h2` ran before `h1`, which was registered on p first"
    ),
    SwiftFault(
      "handler-of-handler-overtakes",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-e.already",
      says: "`h3` ran before `h2`, which was registered on p first"
    ),
    SwiftFault(
      "queue-is-capped",
      breaks: "2.2.6.1",
      killedBy: "S2-a",
      says: "`h` never ran although p# is settled"
    ),
    SwiftFault(
      "then-returns-same-promise",
      breaks: "2.2.7.1",
      killedBy: "2.2.6.1-c.already",
      says: "q1 is fulfilled with D, expected fulfilled with S"
    ),
    SwiftFault(
      "ignores-returned-value",
      breaks: "2.2.7.1",
      killedBy: "2.2.6.1-c.already",
      says: "q1 is fulfilled with D, as p is, and not with what the handler returned"
    ),
    SwiftFault(
      "recovered-rejection-stays-rejected",
      breaks: "2.2.7.1",
      killedBy: "2.2.6.2-c.already",
      says: "q1 is rejected with S, which its handler returned, and did not throw"
    ),
  ]
}
