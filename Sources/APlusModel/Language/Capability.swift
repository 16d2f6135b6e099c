import APlusJSON

/// Something that not every implementation or language can do; the one vocabulary of manifests, cases and reports.
///
/// A capability may carry a detail after a colon: `cancellation:downstream`.
package struct Capability: Sendable, Hashable, Comparable, CustomStringConvertible {
  package var name: String
  package var detail: String?

  package init(_ name: String, detail: String? = nil) {
    self.name = name
    self.detail = detail
  }

  /// Reads `name` or `name:detail`; a list of details (`combinators:all,race`) is one capability each.
  package static func parse(_ text: String) -> [Capability] {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = parts.first else { return [] }
    guard parts.count == 2 else { return [Capability(name)] }
    return parts[1].split(separator: ",").map { Capability(name, detail: String($0)) }
  }

  package var description: String { detail.map { "\(name):\($0)" } ?? name }

  package static func < (left: Capability, right: Capability) -> Bool {
    left.description < right.description
  }

  /// Whether the name exists and, where its details are words of a list, the detail does.
  package var isKnown: Bool {
    guard Self.vocabulary.contains(name) else { return false }
    guard let detail, let known = Self.details[name] else { return true }
    return known.contains(detail)
  }

  /// What to add to a message about a capability that is not known: the nearest one that is.
  package var suggestion: String {
    let words = Self.vocabulary.union(
      Self.details.flatMap { name, details in details.map { "\(name):\($0)" } }
    )
    return words.sorted().nearest(to: description).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The details of the capabilities that have no others.
  private static let details: [String: Set<String>] = [
    "cancellation": [
      "downstream", "upstream", "chain", "listener", "rejection", "one-way", "linked", "reason",
      "handler-reason",
    ],
    "contexts": Set(Program.ContextKind.allCases.map(\.rawValue)),
    "kinds": Set(LanguageKind.languages.map(\.key)),
  ]

  /// How far a cancellation reaches, one word for each way that excludes the others; who claims none of them is asked
  /// nothing about it.
  package static let cancellationProfiles = [
    "downstream", "upstream", "chain", "listener", "rejection",
  ]

  /// Whether a cancel of a follower leaves what it follows or reaches it: of libraries that say neither, it leaves it.
  package static let adoptionOfCancels = ["one-way", "linked"]

  /// Two of the claims that no library can meet both; nil where there are none.
  package static func contradiction(in claims: [Capability]) -> (Capability, Capability)? {
    for words in [cancellationProfiles, adoptionOfCancels] {
      let found = claims.filter { $0.name == "cancellation" && words.contains($0.detail ?? "") }
      if let first = found.first, let other = found.first(where: { $0 != first }) {
        return (first, other)
      }
    }
    return nil
  }

  /// The names that exist.
  ///
  /// No case needs `unordered`, `channels`, `scopes` or `cancel-on-drop` so far: who claims them is asked
  /// and owes what all others do.
  package static let vocabulary: Set<String> = [
    "threads", "parallel", "blocking-handlers", "unordered", "thenables", "accessors", "receiver",
    "nonfunctions", "any-reason", "any-member", "adopting-resolve", "ready-made", "acceptance",
    "drain", "contexts", "collect", "cancellation", "combinators", "channels", "scopes", "await",
    "retry", "adoption", "cancel-on-drop", "prototypes", "timing", "pause", "kinds",
  ]
}

extension [Capability] {
  /// Whether a scenario that needs the capability can be asked.
  ///
  /// A capability without detail is met by one with any detail, and `collect` meets each of its details. Cancels are
  /// `one-way` unless they are claimed to be `linked`.
  package func provide(_ needed: Capability) -> Bool {
    let isMet = contains { claimed in
      guard claimed.name == needed.name else { return false }
      return claimed == needed || needed.detail == nil || claimed == Capability("collect")
    }
    guard !isMet, needed == Capability("cancellation", detail: "one-way") else { return isMet }
    return !contains(Capability("cancellation", detail: "linked"))
  }
}
