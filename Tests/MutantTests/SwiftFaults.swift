/// The table of the Swift mutants, one row each, in the order of `Mutants.all`.
enum SwiftFaults {
  static let all = promises + threads + contexts + cancellation + combinators

  /// The mutants of all chapters that have no table of their own.
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
      breaks: "2.3.2.1",
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
      says: "p was settled before `before`"
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
      breaks: "2.1.2.1",
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
      says: "`h` never ran, expected once"
    ),
    SwiftFault(
      "keeps-only-last-handler",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-a.immediate",
      says: "`h1` never ran, expected once"
    ),
    SwiftFault(
      "keeps-four-handlers",
      breaks: "2.2.6",
      killedBy: "N3-a.immediate.fulfilled.5",
      says: "`h4` never ran although p is settled"
    ),
    SwiftFault(
      "throw-stops-later-handlers",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-b.already",
      says: "`h3` never ran, expected once"
    ),
    SwiftFault(
      "drops-handlers-after-lock-in",
      breaks: "2.2.6",
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
      breaks: "RX-S4",
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
      breaks: "2.2.6",
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
      says: "q1 is fulfilled with D, expected fulfilled with S"
    ),
    SwiftFault(
      "recovered-rejection-stays-rejected",
      breaks: "2.2.7.1",
      killedBy: "2.2.6.2-c.already",
      says: "q1 is rejected with S, expected fulfilled with S"
    ),
    SwiftFault(
      "swallows-throw",
      breaks: "2.2.7.2",
      killedBy: "2.2.7.2-a.error.fulfilled.already",
      says: "q is fulfilled with nothing, expected rejected with r"
    ),
    SwiftFault(
      "passthrough-loses-value",
      breaks: "2.2.7.3",
      killedBy: "2.2.7.3-a.none.already",
      says: "q is fulfilled with nothing, expected fulfilled with S"
    ),
    SwiftFault(
      "passthrough-loses-reason",
      breaks: "2.2.7.4",
      killedBy: "2.2.7.4-a.none.already",
      says: "q is rejected with NoReason: NoReason(), expected rejected with S"
    ),
    SwiftFault(
      "passthrough-forgets-rejection",
      breaks: "2.2.7.4",
      killedBy: "2.2.7.4-a.none.already",
      says: "q is fulfilled with S, expected rejected with S"
    ),
    SwiftFault(
      "second-passthrough-loses-value",
      breaks: "2.2.7.3",
      killedBy: "E8-a.2.fulfilled",
      says: "q# is fulfilled with nothing, expected fulfilled with S"
    ),
    SwiftFault(
      "handler-result-replaces-value",
      breaks: "2.1.2.2",
      killedBy: "C5-a.fulfilled.mark",
      says: "observers of p disagree: fulfilled with S, later fulfilled with O"
    ),
    SwiftFault(
      "handler-throw-poisons-promise",
      breaks: "2.1.2.1",
      killedBy: "C6-a.fulfilled",
      says: "observers of p disagree: fulfilled with S, later rejected with O"
    ),
    SwiftFault(
      "self-resolution-never-settles",
      breaks: "2.3.1",
      killedBy: "2.3.1-a.fulfilled",
      says: "q was never seen to settle, expected rejected with a TypeError"
    ),
    SwiftFault(
      "self-resolution-is-plain-error",
      breaks: "2.3.1",
      killedBy: "2.3.1-a.fulfilled",
      says: "q is rejected with PlainError: PlainError(), expected rejected with a TypeError"
    ),
    SwiftFault(
      "does-not-wait-for-pending-promise",
      breaks: "2.3.2.1",
      killedBy: "2.3.2.1-a.fulfilled",
      says: "q is fulfilled with nothing, expected pending"
    ),
    SwiftFault(
      "forgets-pending-promise",
      breaks: "2.3.2.2",
      killedBy: "2.3.2.2-a.eventual.fulfilled",
      says: "q was never seen to settle, expected fulfilled with S"
    ),
    SwiftFault(
      "adopted-value-lost",
      breaks: "2.3.2.2",
      killedBy: "2.3.2.2-a.already.fulfilled",
      says: "q is fulfilled with nothing, expected fulfilled with S"
    ),
    SwiftFault(
      "adopted-rejection-fulfills",
      breaks: "2.3.2.3",
      killedBy: "2.3.2.3-a.already.fulfilled",
      says: "q is fulfilled with S, expected rejected with S"
    ),
    SwiftFault(
      "adopted-rejection-lost",
      breaks: "2.3.2.3",
      killedBy: "2.3.2.3-a.already.fulfilled",
      says: "q was never seen to settle, expected rejected with S"
    ),
    SwiftFault(
      "thenable-never-called",
      breaks: "2.3.3.3",
      killedBy: "2.3.3.3.1-a.undefined.sync.fulfilled",
      says: "q was never seen to settle, expected fulfilled with undefined"
    ),
    SwiftFault(
      "thenable-called-twice",
      breaks: "2.3.3.3",
      killedBy: "2.3.3.3.3-a.resolve-reject.fulfilled",
      says: "`then` was called 2 times on"
    ),
    SwiftFault(
      "resolver-does-nothing",
      breaks: "2.3.3.3.1",
      killedBy: "2.3.3.3.1-a.undefined.sync.fulfilled",
      says: "q was never seen to settle, expected fulfilled with undefined"
    ),
    SwiftFault(
      "rejecter-does-nothing",
      breaks: "2.3.3.3.2",
      killedBy: "2.3.3.3.2-a.error.sync.fulfilled",
      says: "q was never seen to settle, expected rejected with r"
    ),
    SwiftFault(
      "resolve-after-resolve-counts",
      breaks: "2.3.3.3.3",
      killedBy: "2.3.3.3.3-a.follow-fulfilled-resolve.fulfilled",
      says: "q is fulfilled with O, expected fulfilled with S"
    ),
    SwiftFault(
      "reject-after-resolve-counts",
      breaks: "2.3.3.3.3",
      killedBy: "2.3.3.3.3-a.follow-fulfilled-reject.fulfilled",
      says: "q is rejected with O, expected fulfilled with S"
    ),
    SwiftFault(
      "throw-after-call-counts",
      breaks: "2.3.3.3.4.1",
      killedBy: "2.3.3.3.4.1-a.follow-fulfilled.fulfilled",
      says: "q is rejected with O2, expected fulfilled with S"
    ),
    SwiftFault(
      "thenable-throw-lost",
      breaks: "2.3.3.3.4.2",
      killedBy: "2.3.3.3.4.2-a.nothing.fulfilled",
      says: "q was never seen to settle, expected rejected with S"
    ),
    SwiftFault(
      "self-resolution-through-thenable-hangs",
      breaks: "2.3.1",
      killedBy: "E7-a.sync",
      says: "`bad` never ran although q is settled"
    ),
    SwiftFault(
      "cancel-reaches-parent",
      breaks: "RX-C8",
      killedBy: "RX-C8-a",
      says: "`h2` never ran, expected once"
    ),
    SwiftFault(
      "cancel-reaches-siblings",
      breaks: "RX-C8",
      killedBy: "RX-C8-a",
      says: "`ok` never ran, expected once"
    ),
    SwiftFault(
      "cancel-reaches-followed-promise",
      breaks: "RX-C13",
      killedBy: "RX-C13-a",
      says: "i is rejected with Cancellation: Cancellation(), expected fulfilled with S"
    ),
    SwiftFault(
      "cancel-is-not-forwarded",
      breaks: "RX-C4",
      killedBy: "RX-C13-c",
      says: "`b2` never ran, expected once"
    ),
    SwiftFault(
      "cancel-forgets-settled-promise",
      breaks: "RX-C10",
      killedBy: "RX-C10-a",
      says: "`bad2` never ran, expected once"
    ),
    SwiftFault(
      "cancel-can-be-recovered",
      breaks: "RX-C6",
      killedBy: "RX-C6-a.sync",
      says: "`bad` never ran, expected once"
    ),
    SwiftFault(
      "cancel-overrules-settlement",
      breaks: "RX-C10",
      killedBy: "RX-C10-a",
      says:
        "observers of p disagree: fulfilled with S, later rejected with Cancellation: Cancellation()"
    ),
    SwiftFault(
      "settlement-overrules-cancel",
      breaks: "RX-C15",
      killedBy: "RX-C15-b.fulfill.sync",
      says: "`bad` never ran, expected once"
    ),
    SwiftFault(
      "cancelled-again-replaces-reason",
      breaks: "RX-C15",
      killedBy: "RX-C15-a.sync",
      says: "`bad` got O, expected D"
    ),
    SwiftFault(
      "dependants-of-cancelled-promise-hang",
      breaks: "RX-C3",
      killedBy: "RX-C4-a.sync",
      says: "`b1` never ran, expected once"
    ),
    SwiftFault(
      "accepts-every-settlement",
      breaks: "2.1.2.1",
      killedBy: "C4-a.fulfill.same-turn.fulfilled",
      says: "p is fulfilled with S, expected fulfilled with O"
    ),
    SwiftFault(
      "denies-every-settlement",
      breaks: "2.1.2.1",
      killedBy: "2.1.2.1-b",
      says: "a late settlement changed p, which was settled: fulfilled with D"
    ),
    SwiftFault(
      "accepts-only-fulfillments",
      breaks: "2.1.3.1",
      killedBy: "2.1.3.1-b",
      says: "a late settlement changed p, which was settled: rejected with D"
    ),
  ]
}
