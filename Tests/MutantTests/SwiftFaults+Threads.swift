/// The rows of the mutants that need threads, many handlers, or a process of their own.
extension SwiftFaults {
  static let threads: [SwiftFault] = [
    SwiftFault(
      "handler-holds-lock", breaks: "F3", killedBy: "F3-a.then", says: "the library got stuck inside then",
      // The lock is one for all promises, so that handlers of unrelated ones wait as well.
      follows: ["F9"], attempts: 5),
    SwiftFault(
      "then-waits-for-handler", breaks: "F3", killedBy: "F3-c.then", says: "the library got stuck inside",
      // A handler that waits for what its own `then` gives waits forever.
      follows: ["2.3.1"], attempts: 5),
    SwiftFault(
      "registration-in-flush-is-lost", breaks: "2.2.6.1", killedBy: "2.2.6.1-e.already",
      says: "`h3` never ran although p is settled",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "racing-registrations-lose-handlers", breaks: "2.2.6", killedBy: "T1-c.fulfilled", says: "never ran", attempts: 40
    ),
    SwiftFault(
      "registration-races-settlement", breaks: "2.2.2.1", killedBy: "T1-a.fulfilled", says: "never ran", attempts: 40),
    SwiftFault(
      "racing-settlements-tear-value", breaks: "2.1.2.2", killedBy: "T2-a",
      says: "a late settlement changed p, which was settled: ", attempts: 40),
    SwiftFault(
      "racing-settlements-both-accepted", breaks: "2.1.2.1", killedBy: "C4-a.fulfill.same-turn.fulfilled",
      says: "p is fulfilled with S, expected fulfilled with O",
      // What is said to have taken effect is expected to be seen.
      follows: ["2.2.2.1", "2.2.3.1", "2.3.4", "2.3.2.2"]),
    SwiftFault(
      "keeps-sixteen-handlers", breaks: "2.2.6.1", killedBy: "N3-a.immediate.fulfilled.17",
      says: "`h16` never ran although p is settled",
      // Handlers of both outcomes, and followers, wait in one list.
      follows: ["2.2.6.2", "2.3.2.2", "2.3.2.3", "Z-cancel"]),
    SwiftFault(
      "handled-rejection-becomes-fulfilment", breaks: "2.1.3.1", killedBy: "C7-a.already",
      says: "observers of p disagree: rejected with S, later fulfilled with S",
      // Whoever takes the outcome after a handler of it takes the wrong one: later handlers, and promises that follow.
      follows: ["2.2.6.2", "2.3.2.3", "2.2.7.4", "2.2.3.1", "N10", "N5", "C7"]),
    SwiftFault(
      "thenable-depth-is-three", breaks: "2.3.3.3.1", killedBy: "E9-a.4.sync",
      says: "p is fulfilled with nothing, expected what the thenable's then decides",
      // `then` of a thenable that is taken for a value is never called.
      follows: ["2.3.3.3"]),
    SwiftFault(
      "long-queue-loses-order", breaks: "2.2.6.1", killedBy: "O2-a.pending",
      says: "`h` ran before an earlier `h`, which was registered on p first",
      // Handlers of both outcomes wait in one list.
      follows: ["2.2.6.2"]),
    SwiftFault(
      "flush-stops-at-thousand", breaks: "2.2.6.1", killedBy: "S2-a", says: "`h` never ran although p# is settled",
      // Whatever waits in the queue may be what is dropped: handlers of both outcomes, links without a handler, followers.
      follows: [
        "2.2.6.2", "2.2.7.3", "2.2.7.4", "2.2.2.1", "2.2.3.1", "2.3.2.2", "2.3.2.3", "2.2.7.2", "2.3.4", "RX-C4", "S4",
      ]),
    SwiftFault(
      "handlers-are-retained", breaks: "M1", killedBy: "M1-a", says: "h is not given back",
      // A handler that is kept keeps what it holds, promises among it.
      follows: ["M2", "S5"]),
    SwiftFault(
      "follower-of-settled-is-retained", breaks: "M2", killedBy: "M2-b.fulfilled", says: "q is not given back"),
    SwiftFault("waiting-follower-is-retained", breaks: "M2", killedBy: "M2-c.fulfilled", says: "q is not given back"),
    SwiftFault(
      "registration-searches-handlers", breaks: "S6", killedBy: "S6-a",
      says: "times as long where twice as many waited",
      // Growth is reported only where the machine shows it twice.
      attempts: 3),
    SwiftFault(
      "registration-at-settlement-runs-twice", breaks: "2.2.2.3", killedBy: "T1-a.fulfilled",
      says: "was called more than once for one registration", attempts: 40),
    SwiftFault(
      "adoption-races-settlement", breaks: "2.3.2.2", killedBy: "T5-a.fulfilled", says: "never ran", attempts: 40),
    SwiftFault(
      "handlers-of-all-promises-are-serial", breaks: "F3", killedBy: "F9-a",
      says: "the library got stuck inside a wait for `go`",
      // Handlers of unrelated promises are those that wait.
      follows: ["F9"], attempts: 5),
    SwiftFault(
      "settling-again-ends-process", breaks: "2.1.2.1", killedBy: "2.1.2.1-b",
      says: "the library crashed inside reject", type: "aplus.crash",
      // A rejected promise that is settled again ends it as well.
      follows: ["2.1.3.1"], attempts: 5),
  ]
}
