extension SwiftFaults {
  /// The mutants of the chapter `contexts`.
  static let contexts: [SwiftFault] = [
    SwiftFault(
      "ignores-context", breaks: "CX-1", killedBy: "CX-1-a.fulfilled.sync",
      says: "`a` ran on the library's context #1, though it was registered for c1",
      // A context whose owner is gone is ignored as well.
      follows: ["CX-4"]),
    SwiftFault(
      "late-handler-ignores-context", breaks: "CX-1", killedBy: "CX-1-a.fulfilled.async",
      says: "`b2` ran on the library's context #1, though it was registered for c2",
      // A context whose owner is gone is ignored as well.
      follows: ["CX-4"]),
    SwiftFault(
      "settler-decides-context", breaks: "CX-1", killedBy: "CX-1-b.rejected",
      says: "`b` ran on c1, though it was registered for c2",
      // A handler that runs on the settler's stack runs inside its call.
      follows: ["2.2.4", "CX-2"]),
    SwiftFault(
      "default-context-is-callers", breaks: "CX-2", killedBy: "CX-2-a.fulfilled",
      says: "handlers of p without a context ran on the library's context #1 and on c1"),
    SwiftFault(
      "default-in-inline-handler-is-inline", breaks: "CX-3", killedBy: "CX-3-a.fulfilled",
      says: "`b` (onFulfilled) ran inside then on p",
      // A handler that runs inline without a request does not run from a clean stack.
      follows: ["2.2.4"]),
    SwiftFault(
      "inline-context-is-inherited", breaks: "CX-3", killedBy: "CX-3-d.fulfilled.sync",
      says: "`b` (onFulfilled) ran inside fulfill of p",
      // A handler that runs inline without a request does not run from a clean stack.
      follows: ["2.2.4"]),
    SwiftFault(
      "dropped-handler-blocks-following", breaks: "CX-4", killedBy: "CX-4-a.fulfilled.sync",
      says: "`a2` never ran although p is settled, nor did 3 more",
      // The handlers that it blocks never run.
      follows: ["2.2.6.1", "2.2.6.2", "2.2.2.1"]),
    SwiftFault(
      "late-handler-on-context-overtakes", breaks: "RX-S5", killedBy: "RX-S5-a.fulfilled.sync",
      says: "`c0` ran before `a99`, which was registered on p first",
      // The order on one context is that of the registrations on its promise.
      follows: ["2.2.6.1", "2.2.6.2"]),
    SwiftFault(
      "registration-is-deferred", breaks: "RX-S5", killedBy: "RX-S5-e.fulfilled",
      says: "`b` ran before `a`, which was registered on p first",
      // The order on one context is that of the registrations on its promise.
      follows: ["2.2.6.1", "2.2.6.2"]),
    SwiftFault(
      "inline-handler-holds-lock", breaks: "CX-3", killedBy: "CX-3-c.settle", says: "the library got stuck inside then",
      isStuck: true),
    SwiftFault(
      "inline-handler-loses-inner-one", breaks: "CX-3", killedBy: "CX-3-e.fulfilled.follower.sync",
      says: "`g` never ran although p is settled",
      // The handlers that are lost may be of either outcome.
      follows: ["2.2.2.1", "2.2.3.1", "2.2.6.1", "2.2.6.2"]),
    SwiftFault(
      "contexts-share-one-line", breaks: "CX-5", killedBy: "CX-5-a.waits",
      says: "the library got stuck inside a wait for `go`", isStuck: true),
    SwiftFault(
      "serial-context-overlaps", breaks: "RX-S5", killedBy: "RX-S5-c",
      says: "`b` ran on c1 while the handler `a` was running there"),
  ]
}
