/// The table of the Swift mutants, one row each, in the order of `Mutants.all`.
enum SwiftFaults {
  static let all = promises + chaining + threads + contexts + cancellation + combinators + crashes

  /// The mutants that settle wrongly, or call handlers wrongly.
  private static let promises: [SwiftFault] = [
    SwiftFault(
      "fulfilled-becomes-rejected", breaks: "2.1.2.1", killedBy: "2.1.2.1-b",
      says: "a late settlement changed p, which was settled: rejected with O",
      // The handler that is owed to the first settlement does not run.
      follows: ["C1"]),
    SwiftFault(
      "rejected-becomes-fulfilled", breaks: "2.1.3.1", killedBy: "2.1.3.1-b",
      says: "a late settlement changed p, which was settled: fulfilled with O",
      // The handler that is owed to the first settlement does not run.
      follows: ["C1"]),
    SwiftFault(
      "fulfilled-again-replaces-value", breaks: "2.1.2.2", killedBy: "2.2.2.3-b",
      says: "a late settlement changed p, which was settled: fulfilled with O",
      // A promise that is locked in is one that may be fulfilled again.
      follows: ["C4"]),
    SwiftFault(
      "rejected-again-replaces-reason", breaks: "2.1.3.2", killedBy: "2.2.3.3-b",
      says: "a late settlement changed p, which was settled: rejected with O"),
    SwiftFault(
      "late-reject-tears-value", breaks: "2.1.2.2", killedBy: "2.1.2.1-d",
      says: "observers of p disagree: fulfilled with D, later fulfilled with O"),
    SwiftFault(
      "late-reject-flips-state", breaks: "2.1.2.1", killedBy: "2.1.2.1-b",
      says: "observers of p disagree: fulfilled with D, later rejected with O",
      // A later rejection replaces the reason of the one that flipped the state, and handlers of the first outcome are lost.
      follows: ["2.1.3.2", "2.2.6.1"]),
    SwiftFault(
      "late-resolve-replaces-value", breaks: "2.1.2.2", killedBy: "C1-a.fulfilled.fulfill.same-turn",
      says: "observers of p disagree: fulfilled with S, later fulfilled with O"),
    SwiftFault(
      "pending-promise-does-not-lock-in", breaks: "2.3.2", killedBy: "C4-a.reject.same-turn.fulfilled",
      says: "a late settlement changed p, which was locked in: rejected with O"),
    SwiftFault(
      "fulfilled-without-value", breaks: "2.2.2.1", killedBy: "2.2.2.1-a.already",
      says: "p is fulfilled with nothing, expected fulfilled with S",
      // A value is seen through handlers alone: without it each promise, wherever its value came from, seems to have lost it.
      follows: ["2.3.2.2", "2.3.3.3.1", "2.3.4", "2.2.7.3", "2.3.3.4", "N5", "E3"]),
    SwiftFault(
      "rejected-without-reason", breaks: "2.2.3.1", killedBy: "2.2.3.1-a.already",
      says: "p is rejected with NoReason: NoReason(), expected rejected with S",
      // A reason is seen through handlers alone: without it each promise, wherever its reason came from, seems to have lost it.
      follows: ["2.3.2.3", "2.3.3.3.2", "2.2.7.4", "2.2.7.2", "2.3.3.3.4.2", "2.2.7.1", "2.3.1", "N5", "E7"]),
    SwiftFault(
      "runs-before-fulfilled", breaks: "2.2.2.2", killedBy: "2.2.2.2-a",
      says: "a handler of p ran before anything had settled it",
      // A handler that runs before its time shows an outcome that its promise does not have yet, of whatever promise, and does not run when it has.
      follows: [
        "2.3.2.1", "2.3.3.3.1", "2.3.3.3.2", "2.1.2.2", "2.3.2.2", "2.3.2.3", "2.3.4", "2.1.2.1", "2.1.3.1", "2.2.7.3",
        "2.2.7.4", "2.3.3.3.4.2", "2.2.6.2", "2.3.1", "2.2.7.2", "RX-C1", "2.2.3.1", "2.3.3.3", "N10", "N5", "E7",
        "Z-cancel",
      ]),
    SwiftFault(
      "runs-again-when-fulfilled-again", breaks: "2.2.2.3", killedBy: "2.2.2.3-b",
      says: "`h` (onFulfilled) was called more than once for one registration"),
    SwiftFault(
      "runs-both-handlers", breaks: "2.2.2.3", killedBy: "2.1.3.1-a.already",
      says: "`ok` (onFulfilled) ran although `bad` of the same registration had run",
      // The second handler shows the other outcome, of whatever promise, and the handlers behind it run for that.
      follows: [
        "2.2.3.3", "2.3.3.3.1", "2.3.3.3.2", "2.1.2.1", "2.1.3.1", "2.3.4", "2.2.2.1", "2.2.3.1", "2.3.3.3.3",
        "2.2.7.3", "2.2.7.4", "RX-S2", "2.3.3.3.4.1", "2.3.2.2", "2.3.2.3", "2.2.6.1", "2.2.6.2", "2.3.1",
        "2.3.3.3.4.2", "RX-C1", "C2", "C3", "E3", "C5", "E4", "C4", "C6", "N5", "E9", "E10", "C1", "2.2.7.1", "N12",
        "E7", "N7",
      ]),
    SwiftFault(
      "late-settlement-runs-other-handler", breaks: "2.2.2.3", killedBy: "2.1.2.1-b",
      says: "`bad` (onRejected) ran although `ok` of the same registration had run",
      // The other handler shows the other outcome, of a promise that has the first, and runs after handlers that were registered later.
      follows: ["2.2.3.3", "2.1.2.1", "2.1.3.1", "2.2.6.2", "C1", "C2"]),
    SwiftFault(
      "fifth-handler-runs-twice", breaks: "2.2.2.3", killedBy: "N1-a.immediate.fulfilled",
      says: "`h4` (onFulfilled) was called more than once for one registration",
      // Handlers of both outcomes, and those that are the same function, wait in one list.
      follows: ["2.2.3.3", "N5"]),
    SwiftFault(
      "throwing-handler-runs-twice", breaks: "2.2.2.3", killedBy: "2.2.6.1-b.already",
      says: "`h2` (onFulfilled) was called more than once for one registration",
      // Handlers of both outcomes are called in the same way.
      follows: ["2.2.3.3"]),
    SwiftFault(
      "loses-handler-when-settled", breaks: "2.2.2.1", killedBy: "2.2.2.1-a.already",
      says: "`h` never ran although p is settled",
      // Whatever is left to a settled promise is lost: handlers of both outcomes, followers, and what links without handlers pass on.
      follows: [
        "2.2.3.1", "2.2.6.1", "2.2.6.2", "2.3.3.3.1", "2.3.3.3.2", "2.2.7.3", "2.2.7.4", "2.3.2.2", "2.3.2.3", "RX-S2",
        "Z-cancel",
      ]),
    SwiftFault(
      "keeps-only-last-handler", breaks: "2.2.6.1", killedBy: "2.2.6.1-a.immediate",
      says: "`h1` never ran although p is settled",
      // Followers and derived promises wait by handlers of the same list, and are lost with them.
      follows: ["2.2.6.2", "2.2.2.1", "2.2.3.1", "2.2.7.3", "2.2.7.4", "2.3.2.2", "2.3.2.3", "N5", "Z-cancel"]),
    SwiftFault(
      "keeps-four-handlers", breaks: "2.2.6.1", killedBy: "N3-a.immediate.fulfilled.5",
      says: "`h4` never ran although p is settled",
      // Handlers of both outcomes, and followers, wait in one list.
      follows: ["2.2.6.2", "2.3.2.2", "2.3.2.3", "N5", "Z-cancel"]),
    SwiftFault(
      "throw-stops-later-handlers", breaks: "2.2.6.1", killedBy: "2.2.6.1-b.already",
      says: "`h3` never ran although p is settled",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "drops-handlers-after-lock-in", breaks: "2.2.6.1", killedBy: "N6-a.same-turn.fulfilled",
      says: "`h2` never ran although p is settled",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2", "2.3.2.2", "2.3.2.3"]),
    SwiftFault(
      "sync-when-settled", breaks: "2.2.4", killedBy: "2.2.4-a.fulfilled.already",
      says: "`h` (onFulfilled) ran inside then on p",
      // What runs at once overtakes the handlers that wait.
      follows: ["2.2.6.1", "2.2.6.2"]),
    SwiftFault(
      "sync-when-settling", breaks: "2.2.4", killedBy: "2.2.4-a.fulfilled.immediate",
      says: "`h` (onFulfilled) ran inside fulfill of p",
      // A cancel settles the promise in the same way.
      follows: ["Z-cancel"]),
    SwiftFault(
      "sync-when-rejecting", breaks: "2.2.4", killedBy: "2.2.4-a.rejected.immediate",
      says: "`h` (onRejected) ran inside reject of p",
      // A cancel settles the promise in the same way.
      follows: ["Z-cancel"]),
    SwiftFault(
      "sync-inside-handler", breaks: "2.2.4", killedBy: "2.2.4-d.fulfilled",
      says: "`h2` (onFulfilled) ran inside then on p",
      // What runs at once overtakes the handlers that wait.
      follows: ["2.2.6.1", "2.2.6.2"]),
    SwiftFault(
      "sync-from-fifth-late-handler", breaks: "2.2.4", killedBy: "Z1-a.ready.5.fulfilled",
      says: "`h4` (onFulfilled) ran inside then on p",
      // What runs at once overtakes the handlers that wait.
      follows: ["2.2.6.1", "2.2.6.2"]),
    SwiftFault(
      "sync-with-many-handlers", breaks: "2.2.4", killedBy: "Z2-a.5.fulfilled",
      says: "`h0` (onFulfilled) ran inside fulfill of p",
      // A cancel settles the promise in the same way.
      follows: ["Z-cancel"]),
    SwiftFault(
      "sync-when-settled-in-handler", breaks: "2.2.4", killedBy: "Z3-a.fulfilled.1.fulfilled",
      says: "`g0` (onFulfilled) ran inside fulfill of r",
      // A cancel settles the promise in the same way.
      follows: ["Z-cancel"]),
    SwiftFault(
      "settles-recursively-while-flushing", breaks: "2.2.4", killedBy: "Z3-a.fulfilled.1.fulfilled",
      says: "`g0` (onFulfilled) ran inside fulfill of r",
      // A cancel settles the promise in the same way.
      follows: ["Z-cancel"]),
    SwiftFault(
      "sync-when-saved-resolver-is-called", breaks: "2.2.4", killedBy: "Z5-a.idle.1.resolve",
      says: "`h0` (onFulfilled) ran inside resolvePromise of a thenable"),
    SwiftFault(
      "sync-when-resolved-with-settled-promise", breaks: "2.2.4", killedBy: "Z6-a.sync.1.fulfilled",
      says: "`h0` (onFulfilled) ran inside resolve of p"),
    SwiftFault(
      "sync-when-settled-in-earlier-turn", breaks: "2.2.4", killedBy: "2.2.4-d.fulfilled",
      says: "`h2` (onFulfilled) ran inside then on p",
      // What runs at once overtakes the handlers that wait.
      follows: ["2.2.6.1", "2.2.6.2"]),
    SwiftFault(
      "sync-when-cancelling", breaks: "Z-cancel", killedBy: "Z-cancel-a.sync.1",
      says: "`bad0` (onRejected) ran inside cancel of p"),
    SwiftFault(
      "last-in-first-out", breaks: "2.2.6.1", killedBy: "2.2.6.1-a.immediate",
      says: "`h2` ran before `h1`, which was registered on p first"),
    SwiftFault(
      "rejections-last-in-first-out", breaks: "2.2.6.2", killedBy: "2.2.6.2-a.immediate",
      says: "`h2` ran before `h1`, which was registered on p first"),
    SwiftFault(
      "order-is-arbitrary", breaks: "2.2.6.1", killedBy: "2.2.6.1-a.immediate",
      says: "`h2` ran before `h1`, which was registered on p first",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "order-breaks-beyond-eight", breaks: "2.2.6.1", killedBy: "O4-a.same-turn.fulfilled",
      says: "`a9` ran before `a8`, which was registered on p first",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "late-handler-overtakes", breaks: "2.2.6.1", killedBy: "2.2.6.1-a.already",
      says: "`h2` ran before `h1`, which was registered on p first",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "overtakes-after-lock-in", breaks: "2.2.6.1", killedBy: "O3-a.fulfilled",
      says: "`h2` ran before `h1`, which was registered on p first",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "handler-of-handler-overtakes", breaks: "2.2.6.1", killedBy: "2.2.6.1-e.already",
      says: "`h3` ran before `h2`, which was registered on p first",
      // Handlers of both outcomes wait in one queue.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "queue-is-capped", breaks: "2.2.6.1", killedBy: "S2-a", says: "`h` never ran although p# is settled",
      // Whatever waits in the queue may be what is dropped: handlers of both outcomes, links without a handler, followers.
      follows: ["2.2.6.2", "2.2.2.1", "2.2.3.1", "RX-C4", "S4"]),
    SwiftFault(
      "then-returns-same-promise", breaks: "2.2.7.1", killedBy: "2.2.6.1-c.already",
      says: "q1 is fulfilled with D, expected fulfilled with S",
      // What a handler gives reaches no promise, so every rule about what it gives is broken.
      follows: [
        "2.3.3.3.1", "2.3.3.3.2", "2.3.3.3.3", "2.3.4", "2.3.3.3.4.1", "2.3.2.2", "2.3.2.3", "2.2.6.1", "2.2.6.2",
        "2.2.7.2", "2.3.1", "2.3.3.3.4.2", "2.3.2.1", "C2", "N8", "C4", "E3", "E4", "N10", "E7", "E9", "Z5", "Z6", "Z7",
        "E10", "N12", "N7",
      ]),
    SwiftFault(
      "ignores-returned-value", breaks: "2.2.7.1", killedBy: "2.2.6.1-c.already",
      says: "q1 is fulfilled with D, as p is, and not with what the handler returned",
      // What the handler returned is not even looked at: a promise or thenable is not followed, and q is settled before it is.
      follows: [
        "2.3.3.3", "2.3.4", "2.3.2.2", "2.3.2.3", "2.3.2.1", "2.3.3.4", "2.3.1", "N10", "2.3.3.3.1", "2.3.3.3.2", "E10",
      ]),
    SwiftFault(
      "recovered-rejection-stays-rejected", breaks: "2.2.7.1", killedBy: "2.2.6.2-c.already",
      says: "q1 is rejected with S, which its handler returned, and did not throw",
      // What the handler returned is a reason, and is not adopted: a promise or thenable is not followed.
      follows: ["2.3.4", "2.3.3.4", "2.2.7.3"]),
  ]
}
