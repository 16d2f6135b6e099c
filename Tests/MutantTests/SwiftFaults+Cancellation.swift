extension SwiftFaults {
  /// The mutants that break one rule of the profile `downstream` each.
  static let cancellation: [SwiftFault] = [
    SwiftFault(
      "cancel-spares-promise",
      breaks: "RX-C1",
      killedBy: "RX-C1-a.sync",
      says: "`bad` never ran"
    ),
    SwiftFault(
      "cancel-forgets-reason",
      breaks: "RX-C2",
      killedBy: "RX-C2-a.sync",
      says: "expected O"
    ),
    SwiftFault(
      "cancelled-child-gets-own-reason",
      breaks: "RX-C5",
      killedBy: "RX-C5-b",
      says: "expected O"
    ),
    SwiftFault(
      "returned-promise-undoes-cancel",
      breaks: "RX-C7",
      killedBy: "RX-C7-a.fulfilled",
      says: "q is fulfilled with O, though the cancel of p must have reached it"
    ),
    SwiftFault(
      "late-handler-undoes-cancel",
      breaks: "RX-C9",
      killedBy: "RX-C9-a",
      says: "observers of q disagree: rejected with"
    ),
    SwiftFault(
      "cancel-misses-running-handler",
      breaks: "RX-C11",
      killedBy: "RX-C11-a.value",
      says: "q is fulfilled with O, though the cancel of p must have reached it"
    ),
    SwiftFault(
      "second-cancel-is-ignored",
      breaks: "RX-C12",
      killedBy: "RX-C12-a",
      says: "`b2` never ran"
    ),
    SwiftFault(
      "cancel-needs-every-link",
      breaks: "RX-C10",
      killedBy: "RX-C10-d.from-the-end",
      says: "`bad` never ran"
    ),
    SwiftFault(
      "cancel-reaches-later-children",
      breaks: "RX-C10",
      killedBy: "RX-C10-c.async",
      says: "q was cancelled, though it was made after the cancel had ended"
    ),
    SwiftFault(
      "follower-of-cancelled-is-rejected",
      breaks: "RX-C14",
      killedBy: "RX-C14-a.sync",
      says: "`b2` never ran"
    ),
    SwiftFault(
      "then-on-cancelled-recovers",
      breaks: "RX-C16",
      killedBy: "RX-C16-a.sync",
      says: "`bad2` never ran"
    ),
    SwiftFault(
      "task-is-not-told",
      breaks: "RX-C21",
      killedBy: "RX-C21-a",
      says: "`stop` never ran"
    ),
    SwiftFault(
      "combined-cancel-reaches-members",
      breaks: "RX-C17",
      killedBy: "RX-C17-a.all",
      says: "`ok1` never ran"
    ),
    SwiftFault(
      "cancelled-sequence-goes-on",
      breaks: "RX-C20",
      killedBy: "RX-C20-a",
      says: "`bad` never ran"
    ),
    SwiftFault(
      "timeout-is-a-cancel",
      breaks: "RX-C18",
      killedBy: "RX-C18-a",
      says: "`bad` got"
    ),
    SwiftFault(
      "racing-cancel-and-settlement-both-win",
      breaks: "RX-C22",
      killedBy: "RX-C22-a.fulfilled",
      says: "observers of p disagree: ",
      attempts: 40
    ),
  ]
}
