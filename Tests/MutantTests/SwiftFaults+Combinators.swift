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
      "any-is-rejected-by-first-rejection",
      breaks: "K2",
      killedBy: "K2-d",
      says: "`ok` never ran"
    ),
  ]
}
