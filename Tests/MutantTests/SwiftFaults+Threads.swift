/// The rows of the mutants that need threads, many handlers, or a process of their own.
extension SwiftFaults {
  static let threads: [SwiftFault] = [
    SwiftFault(
      "handler-holds-lock",
      breaks: "F3",
      killedBy: "F3-a.then",
      says: "the library got stuck inside then",
      attempts: 5
    ),
    SwiftFault(
      "then-waits-for-handler",
      breaks: "F3",
      killedBy: "F3-c.then",
      says: "the library got stuck inside",
      attempts: 5
    ),
    SwiftFault(
      "registration-in-flush-is-lost",
      breaks: "2.2.6.1",
      killedBy: "2.2.6.1-e.already",
      says: "`h3` never ran although p is settled"
    ),
    SwiftFault(
      "racing-registrations-lose-handlers",
      breaks: "2.2.6",
      killedBy: "T1-c.fulfilled",
      says: "never ran",
      attempts: 40
    ),
    SwiftFault(
      "registration-races-settlement",
      breaks: "2.2.2.1",
      killedBy: "T1-a.fulfilled",
      says: "never ran",
      attempts: 40
    ),
    SwiftFault(
      "racing-settlements-tear-value",
      breaks: "2.1.2.2",
      killedBy: "T2-a",
      says: "a late settlement changed p, which was settled: ",
      attempts: 40
    ),
    SwiftFault(
      "racing-settlements-both-accepted",
      breaks: "2.1.2.1",
      killedBy: "C4-a.fulfill.same-turn.fulfilled",
      says: "p is fulfilled with S, expected fulfilled with O"
    ),
    SwiftFault(
      "keeps-sixteen-handlers",
      breaks: "2.2.6.1",
      killedBy: "N3-a.immediate.fulfilled.17",
      says: "`h16` never ran although p is settled"
    ),
    SwiftFault(
      "handled-rejection-becomes-fulfilment",
      breaks: "2.1.3.1",
      killedBy: "C7-a.already",
      says: "observers of p disagree: rejected with S, later fulfilled with S"
    ),
    SwiftFault(
      "thenable-depth-is-three",
      breaks: "2.3.3.3.1",
      killedBy: "E9-a.4.sync",
      says: "p is fulfilled with nothing, expected what the thenable's then decides"
    ),
    SwiftFault(
      "long-queue-loses-order",
      breaks: "2.2.6.1",
      killedBy: "O2-a.pending",
      says: "`h` ran before an earlier `h`, which was registered on p first"
    ),
    SwiftFault(
      "flush-stops-at-thousand",
      breaks: "2.2.6.1",
      killedBy: "S2-a",
      says: "`h` never ran although p# is settled"
    ),
    SwiftFault(
      "handlers-are-retained",
      breaks: "M1",
      killedBy: "M1-a",
      says: "h is not given back"
    ),
    SwiftFault(
      "follower-of-settled-is-retained",
      breaks: "M2",
      killedBy: "M2-b.fulfilled",
      says: "q is not given back"
    ),
    SwiftFault(
      "waiting-follower-is-retained",
      breaks: "M2",
      killedBy: "M2-c.fulfilled",
      says: "q is not given back"
    ),
    SwiftFault(
      "registration-searches-handlers",
      breaks: "S6",
      killedBy: "S6-a",
      says: "times as long where twice as many waited",
      // What it takes longer is told only where the machine lets it be seen twice.
      attempts: 3
    ),
    SwiftFault(
      "registration-at-settlement-runs-twice",
      breaks: "2.2.2.3",
      killedBy: "T1-a.fulfilled",
      says: "was called more than once for one registration",
      attempts: 40
    ),
    SwiftFault(
      "adoption-races-settlement",
      breaks: "2.3.2.2",
      killedBy: "T5-a.fulfilled",
      says: "never ran",
      attempts: 40
    ),
    SwiftFault(
      "handlers-of-all-promises-are-serial",
      breaks: "F3",
      killedBy: "F9-a",
      says: "the library got stuck inside a wait for `go`",
      attempts: 5
    ),
    SwiftFault(
      "settling-again-ends-process",
      breaks: "2.1.2.1",
      killedBy: "2.1.2.1-b",
      says: "the library crashed inside reject",
      type: "aplus.crash",
      attempts: 5
    ),
  ]
}
