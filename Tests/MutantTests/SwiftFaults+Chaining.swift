extension SwiftFaults {
  /// The mutants whose derived or following promises settle wrongly.
  static let chaining: [SwiftFault] = [
    SwiftFault(
      "swallows-throw", breaks: "2.2.7.2", killedBy: "2.2.7.2-a.error.fulfilled.already",
      says: "q is fulfilled with nothing, expected rejected with r",
      // What was thrown does not reach the links below, which are fulfilled.
      follows: ["2.2.7.4"]),
    SwiftFault(
      "passthrough-loses-value", breaks: "2.2.7.3", killedBy: "2.2.7.3-a.none.already",
      says: "q is fulfilled with nothing, expected fulfilled with S",
      // A chain without handlers passes on what each of its links gives.
      follows: ["E3"]),
    SwiftFault(
      "passthrough-loses-reason", breaks: "2.2.7.4", killedBy: "2.2.7.4-a.none.already",
      says: "q is rejected with NoReason: NoReason(), expected rejected with S"),
    SwiftFault(
      "passthrough-forgets-rejection", breaks: "2.2.7.4", killedBy: "2.2.7.4-a.none.already",
      says: "q is fulfilled with S, expected rejected with S",
      // A chain without handlers passes on what each of its links gives.
      follows: ["E8", "N8"]),
    SwiftFault(
      "second-passthrough-loses-value", breaks: "2.2.7.3", killedBy: "E8-a.2.fulfilled",
      says: "q# is fulfilled with nothing, expected fulfilled with S",
      // A link without a handler loses the reason in the same way.
      follows: ["2.2.7.4"]),
    SwiftFault(
      "handler-result-replaces-value", breaks: "2.1.2.2", killedBy: "C5-a.fulfilled.mark",
      says: "observers of p disagree: fulfilled with S, later fulfilled with O"),
    SwiftFault(
      "handler-throw-poisons-promise", breaks: "2.1.2.1", killedBy: "C6-a.fulfilled",
      says: "observers of p disagree: fulfilled with S, later rejected with O",
      // A rejected promise gets another reason in the same way, and handlers that wait for the first outcome are lost.
      follows: ["2.1.3.2", "2.2.6.1"]),
    SwiftFault(
      "self-resolution-never-settles", breaks: "2.3.1", killedBy: "2.3.1-a.fulfilled",
      says: "`bad` never ran: q never settled"),
    SwiftFault(
      "self-resolution-is-plain-error", breaks: "2.3.1", killedBy: "2.3.1-a.fulfilled",
      says: "q is rejected with PlainError: PlainError(), expected rejected with a TypeError",
      // A thenable that resolves the promise with itself comes to the same rejection.
      follows: ["E7"]),
    SwiftFault(
      "does-not-wait-for-pending-promise", breaks: "2.3.2.1", killedBy: "2.3.2.1-a.fulfilled",
      says: "q is fulfilled with nothing, expected pending",
      // What was fulfilled at once misses the outcome of what it should have waited for.
      follows: ["2.3.2.2", "2.3.2.3", "N10", "2.2.2.2", "2.3.1", "2.2.7.3"]),
    SwiftFault(
      "forgets-pending-promise", breaks: "2.3.2.2", killedBy: "2.3.2.2-a.eventual.fulfilled",
      says: "`ok` never ran: q never settled",
      // A rejection of what was pending is forgotten like its fulfillment.
      follows: ["2.3.2.3", "2.2.7.3", "2.2.7.4"]),
    SwiftFault(
      "adopted-value-lost", breaks: "2.3.2.2", killedBy: "2.3.2.2-a.already.fulfilled",
      says: "q is fulfilled with nothing, expected fulfilled with S",
      // undefined is one of the values that are adopted.
      follows: ["E3", "2.2.7.3"]),
    SwiftFault(
      "adopted-rejection-fulfills", breaks: "2.3.2.3", killedBy: "2.3.2.3-a.already.fulfilled",
      says: "q is fulfilled with S, expected rejected with S",
      // Of several followers each one's error handlers are owed, and none runs.
      follows: ["N10", "N1"]),
    SwiftFault(
      "adopted-rejection-lost", breaks: "2.3.2.3", killedBy: "2.3.2.3-a.already.fulfilled",
      says: "`bad` never ran: q never settled",
      // What passes on the rejection of a follower waits forever.
      follows: ["2.2.7.4"]),
    SwiftFault(
      "thenable-never-called", breaks: "2.3.3.3", killedBy: "2.3.3.3.1-a.undefined.sync.fulfilled",
      says: "the then of thenable #4 was never called although q was resolved with it",
      // A thenable that a resolver was called with is not called either.
      follows: ["C4"]),
    SwiftFault(
      "thenable-called-twice", breaks: "2.3.3.3", killedBy: "2.3.3.3.3-a.resolve-reject.fulfilled",
      says: "`then` was called 2 times on",
      // The thenables of other cases are called twice as well, and so is what they call.
      follows: ["E10", "N7", "Z1"]),
    SwiftFault(
      "resolver-does-nothing", breaks: "2.3.3.3.1", killedBy: "2.3.3.3.1-a.undefined.sync.fulfilled",
      says: "`ok` never ran: q never settled",
      // A lost call leaves the pair open for a later call or throw, and followers wait forever.
      follows: ["2.3.2.2", "2.3.2.3", "2.3.3.3.3", "2.3.1", "2.3.3.3.4.1", "E9", "E7", "2.2.2.1"]),
    SwiftFault(
      "rejecter-does-nothing", breaks: "2.3.3.3.2", killedBy: "2.3.3.3.2-a.error.sync.fulfilled",
      says: "`bad` never ran: q never settled",
      // A lost rejection leaves the pair open for a later call or throw, and followers wait forever.
      follows: ["2.3.3.3.3", "2.3.2.3", "2.3.3.3.4.1", "N7"]),
    SwiftFault(
      "resolve-after-resolve-counts", breaks: "2.3.3.3.3", killedBy: "2.3.3.3.3-a.follow-fulfilled-resolve.fulfilled",
      says: "a later call of a resolver settled q: fulfilled with O",
      // A later call takes effect before what was followed first settles, also a call with a promise.
      follows: ["2.3.2.1", "2.3.3.3.2", "N7"]),
    SwiftFault(
      "reject-after-resolve-counts", breaks: "2.3.3.3.3", killedBy: "2.3.3.3.3-a.follow-fulfilled-reject.fulfilled",
      says: "a later call of a resolver settled q: rejected with O"),
    SwiftFault(
      "throw-after-call-counts", breaks: "2.3.3.3.4.1", killedBy: "2.3.3.3.4.1-a.follow-fulfilled.fulfilled",
      says: "what `then` threw after a resolver was called settled q: rejected with O2"),
    SwiftFault(
      "thenable-throw-lost", breaks: "2.3.3.3.4.2", killedBy: "2.3.3.3.4.2-a.nothing.fulfilled",
      says: "`bad` never ran: q never settled",
      // Whoever follows the promise waits for it, and so forever.
      follows: ["2.3.2.3"]),
    SwiftFault(
      "self-resolution-through-thenable-hangs", breaks: "2.3.1", killedBy: "E7-a.sync",
      says: "`bad` never ran: q never settled"),
    SwiftFault(
      "cancel-reaches-parent", breaks: "RX-C8", killedBy: "RX-C8-a",
      says: "s was cancelled, though no cancel reaches it",
      // The parent's other handlers are owed its value, and do not run.
      follows: ["2.2.2.1", "2.2.3.2"]),
    SwiftFault("cancel-reaches-siblings", breaks: "RX-C8", killedBy: "RX-C8-a", says: "`ok` never ran, expected once"),
    SwiftFault(
      "cancel-reaches-followed-promise", breaks: "RX-C13", killedBy: "RX-C13-a",
      says: "a handler of i ran before anything had settled it",
      // The followed promise is rejected although nothing settled it.
      follows: ["2.2.3.2"]),
    SwiftFault(
      "cancel-is-not-forwarded", breaks: "RX-C4", killedBy: "RX-C13-c", says: "`b2` never ran, expected once",
      // No child is reached, whichever rule it was to be reached by.
      follows: ["RX-C6", "RX-C10", "RX-C13", "RX-C11", "RX-C7", "RX-C14", "RX-C16", "RX-C12", "RX-C5"]),
    SwiftFault(
      "cancel-forgets-settled-promise", breaks: "RX-C10", killedBy: "RX-C10-a", says: "`bad2` never ran, expected once",
      // A cancel while a handler runs, and a second one, are cancels of a settled promise.
      follows: ["RX-C11", "RX-C12"]),
    SwiftFault(
      "cancel-can-be-recovered", breaks: "RX-C6", killedBy: "RX-C6-a.sync", says: "`bad` never ran, expected once",
      // A child that recovers is not cancelled, whichever rule it was to be cancelled by.
      follows: ["RX-C4", "RX-C13", "RX-C7", "RX-C14", "RX-C16", "RX-C5"]),
    SwiftFault(
      "cancel-overrules-settlement", breaks: "RX-C10", killedBy: "RX-C10-a",
      says: "observers of p disagree: fulfilled with S, later rejected with Cancellation: Cancellation()",
      // The outcome that was first is gone: for observers before and after, and for its handlers.
      follows: ["2.2.2.1", "2.2.3.1", "2.1.3.2", "2.1.2.1", "2.2.6.1", "RX-C15", "RX-C12"]),
    SwiftFault(
      "settlement-overrules-cancel", breaks: "RX-C15", killedBy: "RX-C15-b.fulfill.sync",
      says: "`bad` never ran, expected once",
      // The promise is seen to be settled after it was cancelled.
      follows: ["RX-S2", "2.1.3.1", "2.1.3.2"]),
    SwiftFault(
      "cancelled-again-replaces-reason", breaks: "RX-C15", killedBy: "RX-C15-a.sync", says: "`bad` got O, expected D"),
    SwiftFault(
      "dependants-of-cancelled-promise-hang", breaks: "RX-C3", killedBy: "RX-C4-a.sync",
      says: "`b1` never ran, expected once",
      // No handler runs on a cancel, in all cases about cancels.
      follows: [
        "RX-C13", "RX-C6", "RX-C15", "RX-C2", "RX-C10", "RX-C11", "RX-C14", "RX-C4", "RX-C7", "RX-C1", "RX-C16",
        "RX-C12", "RX-C21", "RX-C5", "RX-C8", "RX-C9", "Z-cancel", "F19",
      ]),
    SwiftFault(
      "accepts-every-settlement", breaks: "2.1.2.1", killedBy: "C4-a.fulfill.same-turn.fulfilled",
      says: "p is fulfilled with S, expected fulfilled with O",
      // What is said to have taken effect is expected to be seen.
      follows: ["2.1.3.1", "2.2.2.1", "2.2.3.1", "2.3.4", "2.3.2.2", "2.2.2.2"]),
    SwiftFault(
      "denies-every-settlement", breaks: "2.1.1.1", killedBy: "2.1.2.1-b",
      says: "a late settlement changed p, which was settled: fulfilled with D",
      // A settlement that shows after it was denied is a late one.
      follows: ["2.1.2.1", "2.1.2.2"]),
    SwiftFault(
      "accepts-only-fulfillments", breaks: "2.1.1.1", killedBy: "2.1.3.1-b",
      says: "a late settlement changed p, which was settled: rejected with D",
      // A rejection that shows after it was denied is a late one.
      follows: ["2.1.2.1"]),
  ]
}
