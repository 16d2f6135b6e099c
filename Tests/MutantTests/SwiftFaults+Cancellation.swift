extension SwiftFaults {
  /// The mutants that break one rule of the profile `downstream` each.
  static let cancellation: [SwiftFault] = [
    SwiftFault(
      "cancel-spares-promise", breaks: "RX-C1", killedBy: "RX-C1-a.sync", says: "`bad` never ran",
      // A promise that stays pending calls no handler on a cancel, in all cases about cancels.
      follows: [
        "RX-C3", "RX-C13", "RX-C15", "RX-C2", "RX-S2", "RX-C6", "RX-C14", "RX-C7", "RX-C16", "RX-C10", "RX-C21",
        "RX-C5", "RX-C8", "RX-C9", "Z-cancel", "F19",
      ]),
    SwiftFault(
      "cancel-forgets-reason", breaks: "RX-C2", killedBy: "RX-C2-a.sync", says: "expected O",
      // The reason is also that of the first of several cancels, and of the children.
      follows: ["RX-C15", "RX-C5"]),
    SwiftFault(
      "cancelled-child-gets-own-reason", breaks: "RX-C5", killedBy: "RX-C5-b", says: "expected O",
      // The reason of the cancel is not that of the children.
      follows: ["RX-C2"]),
    SwiftFault(
      "returned-promise-undoes-cancel", breaks: "RX-C7", killedBy: "RX-C7-a.fulfilled",
      says: "q is fulfilled with O, though the cancel of p must have reached it",
      // The child was to be cancelled with its parent, also while the handler runs.
      follows: ["RX-C11"]),
    SwiftFault(
      "late-handler-undoes-cancel", breaks: "RX-C9", killedBy: "RX-C9-a",
      says: "observers of q disagree: rejected with",
      // The child is seen to be fulfilled after it was cancelled.
      follows: ["2.1.3.1", "RX-C11"]),
    SwiftFault(
      "cancel-misses-running-handler", breaks: "RX-C11", killedBy: "RX-C11-a.value",
      says: "q is fulfilled with O, though the cancel of p must have reached it"),
    SwiftFault("second-cancel-is-ignored", breaks: "RX-C12", killedBy: "RX-C12-a", says: "`b2` never ran"),
    SwiftFault("cancel-needs-every-link", breaks: "RX-C10", killedBy: "RX-C10-d.from-the-end", says: "`bad` never ran"),
    SwiftFault(
      "cancel-reaches-later-children", breaks: "RX-C10", killedBy: "RX-C10-c.async",
      says: "q was cancelled, though it was made after the cancel had ended"),
    SwiftFault(
      "follower-of-cancelled-is-rejected", breaks: "RX-C14", killedBy: "RX-C14-a.sync", says: "`b2` never ran"),
    SwiftFault("then-on-cancelled-recovers", breaks: "RX-C16", killedBy: "RX-C16-a.sync", says: "`bad2` never ran"),
    SwiftFault(
      "task-is-not-told", breaks: "RX-C21", killedBy: "RX-C21-a", says: "`stop` never ran",
      // The handler that does not run is the only one in most cases about cancels.
      follows: [
        "RX-C3", "RX-C4", "RX-C13", "RX-C6", "RX-C15", "RX-C2", "RX-C10", "RX-C11", "RX-C14", "RX-C7", "RX-C1",
        "RX-C16", "RX-C5", "RX-C8", "RX-C9", "Z-cancel", "F19",
      ]),
    SwiftFault(
      "combined-cancel-reaches-members", breaks: "RX-C17", killedBy: "RX-C17-a.all", says: "`ok1` never ran",
      // Members are rejected before the program settles them, and then ignore that settlement.
      follows: ["2.1.1.1", "2.2.3.2"]),
    SwiftFault("cancelled-sequence-goes-on", breaks: "RX-C20", killedBy: "RX-C20-a", says: "`bad` never ran"),
    SwiftFault(
      "timeout-is-a-cancel", breaks: "RX-C18", killedBy: "RX-C18-a", says: "`bad` got",
      // A time-out of a sequence ends it like a cancel.
      follows: ["RX-C20"]),
    SwiftFault(
      "racing-cancel-and-settlement-both-win", breaks: "RX-C22", killedBy: "RX-C22-a.fulfilled",
      says: "observers of p disagree: ", attempts: 40),
  ]
}
