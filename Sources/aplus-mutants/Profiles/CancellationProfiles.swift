import APlusAdapter

/// Promises without a fault, at least one for each set of claims that a library can make about its
/// cancels.
package enum CancellationProfiles {
  /// The promises of a profile; its details matter only for `downstream`.
  ///
  /// - Parameters:
  ///   - profile: The word of the profile, for example `upstream`.
  ///   - details: The other claims about cancels, for example `linked`.
  /// - Returns: The promises; empty for an unknown profile.
  package static func promises(of profile: String, with details: Set<String>) -> [Mutant] {
    guard profile == "downstream" else { return others.filter { $0.name == profile } }
    return switch (details.contains("linked"), details.contains("handler-reason")) {
    case (false, false): [Mutant.correct]
    case (true, false): linked
    case (false, true): [handlerReason]
    case (true, true): [linkedHandlerReason]
    }
  }

  private static let others = [
    Mutant("upstream", "None: a cancel goes up to the root, and down from there.", Upstream.self),
    Mutant("chain", "None: a cancel goes to the whole chain.", Chain.self),
    Mutant("listener", "None: a cancel stops one subscriber.", Listener.self),
    Mutant("rejection", "None: a cancel is a rejection and nothing else.", Rejection.self),
    Mutant("counted", "None: a cancel goes up when all who wait have cancelled.", Counted.self),
    Mutant("silences", "None: what a cancel reaches stays pending forever.", Silences.self),
    Mutant("token", "None: a cancel ends one registration, and rejects its promise.", TokenPromise.self),
  ]

  /// Two: the first has no threads, the second has them.
  private static let linked = [
    Mutant("linked", "None: a cancel goes on to the followed promise.", LinkedPromise.self),
    Mutant("linked-reference", "None: a cancel goes on to the followed promise.", { LinkedReference() }),
  ]

  private static let handlerReason = Mutant(
    "handler-reason", "None: an error handler gives the reason of a cancelled child.", HandlerReasonPromise.self)

  private static let linkedHandlerReason = Mutant(
    "linked-handler-reason",
    "None: a cancel reaches the followed promise, and an error handler gives the child's reason.",
    LinkedHandlerReasonPromise.self)
}
