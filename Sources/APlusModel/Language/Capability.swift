import APlusJSON

/// Something that only some implementations or languages can do.
///
/// Manifests, cases and reports share this vocabulary. A capability may carry a detail after a
/// colon: `cancellation:downstream`.
package struct Capability: Sendable, Hashable, Comparable, CustomStringConvertible {
  package var name: String
  package var detail: String?

  package init(_ name: String, detail: String? = nil) {
    self.name = name
    self.detail = detail
  }

  /// Reads `name` or `name:detail`; each detail of a list, `combinators:all,race`, is a capability.
  package static func parse(_ text: String) -> [Capability] {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return [] }
    guard parts.count == 2 else { return [Capability(name)] }
    return parts[1].split(separator: ",").map { Capability(name, detail: String($0)) }
  }

  package var description: String { detail.map { "\(name):\($0)" } ?? name }

  package static func < (left: Capability, right: Capability) -> Bool { left.description < right.description }

  /// Whether the name exists, and the detail too if the details of the name are a closed list.
  package var isKnown: Bool {
    if Self.withoutCases.contains(name) { return true }
    guard Self.vocabulary.contains(name) else { return false }
    guard let detail, let known = Self.details[name] else { return true }
    return known.contains(detail)
  }

  /// A suffix for a message about an unknown capability: the nearest known one, or empty.
  package var suggestion: String {
    let words = Self.vocabulary.union(Self.details.flatMap { name, details in details.map { "\(name):\($0)" } })
    return words.sorted().nearest(to: description).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The details of each capability that has a closed list of them.
  private static let details: [String: Set<String>] = {
    var details: [String: Set<String>] = [
      "cancellation": Set(cancellationProfiles + adoptionOfCancels + ["reason", "handler-reason", "rejects"]),
      "contexts": Set(Program.ContextKind.allCases.map(\.rawValue)), "kinds": Set(LanguageKind.languages.map(\.key)),
      "adopting-resolve": Set(adopters), "abandon": ["pending"],
      "lists": Set(MemberList.Form.allCases.compactMap { $0.capability?.detail }),
      "results": Set([allSettledResults, anyResults, ownResults].compactMap(\.detail)),
    ]
    details.merge(CallProfile.details) { $1 }
    details.merge(AwaitProfile.details) { $1 }
    details.merge(ChannelProfile.details) { $1 }
    details.merge(ScopeProfile.details) { $1 }
    for limit in Limit.allCases.map(\.capability) {
      if let detail = limit.detail { details[limit.name, default: []].insert(detail) }
    }
    return details
  }()

  /// The details of `adopting-resolve`: the settler, and the function for ready-made promises.
  ///
  /// A claim without a detail is a claim of both.
  package static let adopters = ["resolve", "resolved"]

  /// The names whose claim without a detail is a claim of all details.
  fileprivate static let wholes: Set<String> = ["collect", "adopting-resolve", "abandon"]

  /// How far a cancellation reaches; the profiles exclude each other.
  ///
  /// A library that claims none of them is not tested for it.
  package static let cancellationProfiles = CancelProfile.table.map(\.word)

  /// A promise whose settler was given up stays pending.
  package static let abandonedStaysPending = Capability("abandon", detail: "pending")

  /// User code runs when a closure is freed, at once.
  package static let destructors = Capability("destructors")

  /// A cancel rejects the promise that it is called on, so that its error handlers run.
  ///
  /// Some profiles say so themselves; libraries of others may claim it.
  package static let rejectingCancel = Capability("cancellation", detail: "rejects")

  /// Whether cancelling a follower leaves the promise that it follows alone, or also reaches that.
  ///
  /// A library that claims neither counts as `one-way`.
  package static let adoptionOfCancels = ["one-way", "linked"]

  /// A cancel of a follower leaves the promise that it follows alone.
  package static let oneWayCancel = Capability("cancellation", detail: "one-way")

  /// Two claims that contradict each other; nil if there are none.
  package static func contradiction(in claims: [Capability]) -> (Capability, Capability)? {
    for words in [cancellationProfiles, adoptionOfCancels] {
      let found = claims.filter { $0.name == "cancellation" && words.contains($0.detail ?? "") }
      if let first = found.first, let other = found.first(where: { $0 != first }) { return (first, other) }
    }
    return nil
  }

  /// The capability of a library that has promises.
  package static let promises = Capability("promises")

  /// The capability of a library or language that reports rejections which nobody handles.
  package static let unhandled = Capability("unhandled")

  /// The trace shows the outcomes in what `allSettled` gives.
  package static let allSettledResults = Capability("results", detail: "allSettled")

  /// The trace shows the reasons in the error of `any`.
  package static let anyResults = Capability("results", detail: "any")

  /// A list that a combinator gives can be changed, so that each call gives one of its own.
  package static let ownResults = Capability("results", detail: "own")

  /// What the smoke programs find out, whether the adapter claims it or not.
  package static let observable = [unhandled, ambientContexts]

  /// The capability of a library whose handlers run in the ambient context of their registration.
  package static let ambientContexts = Capability("contexts", detail: Program.ContextKind.ambient.rawValue)

  /// The host can register within an ambient context, and tell which one a handler runs in.
  package static let ambient = Capability("ambient")

  /// The library runs handlers by itself, while threads of the program wait: its adapter has no drain.
  package static let runsItself = Capability("runs-itself")

  /// What a library may offer, each with cases of its own.
  package static let subjects = ["promises", "callbacks", "await", "channels", "scopes"]

  /// Claims with their subject: a library that claims none has promises.
  ///
  /// Hosts and manifests that are older than subjects name none.
  package static func withSubject(_ claims: [Capability]) -> [Capability] {
    claims.contains { subjects.contains($0.name) } ? claims : claims + [.promises]
  }

  /// All names of capabilities that a case may need, and of limits.
  package static let vocabulary: Set<String> = Set(
    [
      "promises", "callbacks", "await", "resume", "calls", "cancel", "throws", "order", "form", "threads", "parallel",
      "blocking-handlers", "thenables", "accessors", "receiver", "nonfunctions", "any-reason", "any-member",
      "adopting-resolve", "ready-made", "acceptance", "contexts", "collect", "collect-values", "cancellation",
      "combinators", "lists", "results", "prototypes", "timing", "pause", "kinds", "unhandled", "channels",
      "undelivered", "drop", "abandon", "error-reaches", "destructors", "scopes", "notify", "failure", "runs-itself",
    ] + Limit.allCases.map(\.capability.name))

  /// Names that a host may claim, which nothing depends on.
  private static let withoutCases: Set<String> = ["ambient", "drain", "retry", "adoption"]
}

extension [Capability] {
  /// The first capability of a scenario that these claims do not provide; the subject before all others.
  package func firstMissing(of needed: [Capability]) -> Capability? {
    let missing = needed.filter { !provide($0) }
    return missing.first { Capability.subjects.contains($0.name) } ?? missing.first
  }

  /// Whether a scenario that needs the capability can run.
  ///
  /// A claim with any detail meets a need without one. The claims `collect` and `adopting-resolve`
  /// without a detail meet a need with any. Cancellations are `one-way` unless the library claims
  /// `linked`, and reject unless its profile leaves that open. Awaits suspend unless it claims
  /// `blocking`.
  package func provide(_ needed: Capability) -> Bool {
    let isMet = contains { claimed in
      guard claimed.name == needed.name else { return false }
      return claimed == needed || needed.detail == nil
        || claimed.detail == nil && Capability.wholes.contains(claimed.name)
    }
    if needed == .runsItself { return !contains { $0.name == "drain" } }
    if needed == AwaitProfile.suspending {
      return contains { $0.name == needed.name } && !contains(AwaitProfile.blocking)
    }
    // A cancellation is a rejection.
    if needed == Limit.brokenPromise.capability { return isMet || contains(Limit.cancelOnDrop.capability) }
    guard !isMet, needed.name == "cancellation" else { return isMet }
    if needed == .rejectingCancel {
      return contains { $0.name == needed.name } && CancelProfile(claimedIn: self)?.rejects ?? true
    }
    return needed == .oneWayCancel && !contains(Capability("cancellation", detail: "linked"))
  }

  /// Removes what a withdrawal covers; of a claim without details, the others remain.
  package mutating func remove(_ withdrawn: Capability) {
    if withdrawn.name == "adopting-resolve", let detail = withdrawn.detail,
      let place = firstIndex(of: Capability(withdrawn.name))
    {
      self[place].detail = Capability.adopters.first { $0 != detail }
    }
    removeAll { $0.name == withdrawn.name && (withdrawn.detail ?? $0.detail) == $0.detail }
  }
}
