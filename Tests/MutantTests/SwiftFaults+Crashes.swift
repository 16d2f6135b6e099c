extension SwiftFaults {
  /// The mutants that end the process, or stop it forever, inside a call of the library.
  static let crashes: [SwiftFault] = [
    SwiftFault(
      "then-traps", breaks: "2.2.7", killedBy: "2.2.2.1-a.already", says: "the library crashed inside then",
      type: "aplus.crash", attempts: 5),
    SwiftFault(
      "reentrant-then-traps", breaks: "2.2.7", killedBy: "2.2.6.1-e.already",
      says: "the library crashed inside then, called by handler `h1`", type: "aplus.crash", attempts: 5),
    SwiftFault(
      "then-in-handler-deadlocks", breaks: "2.2.7", killedBy: "2.2.6.1-e.already",
      says: "the library got stuck inside then, deadlocked", type: "aplus.stuck", attempts: 5),
    SwiftFault(
      "chain-settles-by-recursion", breaks: "S4", killedBy: "S4-a", says: "the library crashed inside fulfill",
      type: "aplus.crash", attempts: 5),
  ]
}
