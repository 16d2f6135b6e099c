extension SwiftFaults {
  /// The mutants with faulty combinators.
  static let combinators: [SwiftFault] = [
    SwiftFault(
      "combinator-of-nothing-hangs",
      breaks: "K1",
      killedBy: "K1-a.all",
      says: "`ok` never ran"
    ),
    SwiftFault(
      "combinator-of-nothing-traps",
      breaks: "K1",
      killedBy: "K1-a.all",
      says: "the host was ended by signal",
      attempts: 5
    ),
    SwiftFault(
      "any-of-nothing-is-fulfilled",
      breaks: "K1",
      killedBy: "K1-b",
      says: "`bad` never ran"
    ),
    SwiftFault(
      "race-of-nothing-is-fulfilled",
      breaks: "K1",
      killedBy: "K1-c",
      says: "`ok` ran"
    ),
    SwiftFault(
      "sequence-of-nothing-hangs",
      breaks: "K1",
      killedBy: "K1-e",
      says: "`ok` never ran"
    ),
    SwiftFault(
      "combinator-looks-once",
      breaks: "K2",
      killedBy: "K2-a.all",
      says: "`ok` never ran"
    ),
    SwiftFault(
      "all-waits-for-the-rest",
      breaks: "K2",
      killedBy: "K2-b.pending",
      says: "`bad` never ran"
    ),
    SwiftFault(
      "race-takes-the-first-listed",
      breaks: "K2",
      killedBy: "K2-c.fulfilled",
      says: "`h` got S2, expected S1"
    ),
    SwiftFault(
      "any-is-rejected-by-first-rejection",
      breaks: "K2",
      killedBy: "K2-d",
      says: "`ok` never ran"
    ),
    SwiftFault(
      "all-is-fulfilled-by-first-member",
      breaks: "K2",
      killedBy: "K2-e.all",
      says: "`ok` ran"
    ),
    SwiftFault(
      "all-settled-is-rejected",
      breaks: "K2",
      killedBy: "K2-f",
      says: "`ok` never ran"
    ),
  ]
}
