extension SwiftFaults {
  /// The mutants whose derived or following promises settle wrongly.
  static let chaining: [SwiftFault] = [
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
      says: "`bad` never ran: q never settled"
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
      says: "`ok` never ran: q never settled"
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
      says: "`bad` never ran: q never settled"
    ),
    SwiftFault(
      "thenable-never-called",
      breaks: "2.3.3.3",
      killedBy: "2.3.3.3.1-a.undefined.sync.fulfilled",
      says: "the then of thenable #4 was never called although q was resolved with it"
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
      says: "`ok` never ran: q never settled"
    ),
    SwiftFault(
      "rejecter-does-nothing",
      breaks: "2.3.3.3.2",
      killedBy: "2.3.3.3.2-a.error.sync.fulfilled",
      says: "`bad` never ran: q never settled"
    ),
    SwiftFault(
      "resolve-after-resolve-counts",
      breaks: "2.3.3.3.3",
      killedBy: "2.3.3.3.3-a.follow-fulfilled-resolve.fulfilled",
      says: "a later call of a resolver settled q: fulfilled with O"
    ),
    SwiftFault(
      "reject-after-resolve-counts",
      breaks: "2.3.3.3.3",
      killedBy: "2.3.3.3.3-a.follow-fulfilled-reject.fulfilled",
      says: "a later call of a resolver settled q: rejected with O"
    ),
    SwiftFault(
      "throw-after-call-counts",
      breaks: "2.3.3.3.4.1",
      killedBy: "2.3.3.3.4.1-a.follow-fulfilled.fulfilled",
      says: "what `then` threw after a resolver was called settled q: rejected with O2"
    ),
    SwiftFault(
      "thenable-throw-lost",
      breaks: "2.3.3.3.4.2",
      killedBy: "2.3.3.3.4.2-a.nothing.fulfilled",
      says: "`bad` never ran: q never settled"
    ),
    SwiftFault(
      "self-resolution-through-thenable-hangs",
      breaks: "2.3.1",
      killedBy: "E7-a.sync",
      says: "`bad` never ran: q never settled"
    ),
    SwiftFault(
      "cancel-reaches-parent",
      breaks: "RX-C8",
      killedBy: "RX-C8-a",
      says: "s was cancelled, though no cancel reaches it"
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
      says: "a handler of i ran before anything had settled it"
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
