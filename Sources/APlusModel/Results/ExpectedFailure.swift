/// An entry of a baseline: which cases are known to fail, how, and why.
package struct ExpectedFailure: Sendable, Hashable {
  /// The prefix of an entry about incidental violations.
  package static let incidentalPrefix = "elsewhere:"
  /// The separator between alternative types.
  package static let or: Character = "|"
  /// The mark after the types of a failure that only some runs show.
  package static let inSomeRunsMark: Character = "?"
  private static let typePrefix = "aplus."

  /// A case's id, a glob, or `elsewhere:` and a requirement.
  package var pattern: String
  /// How the cases fail, as reports spell it: `aplus.order`; any of the types may occur.
  package var types: [String]
  /// Whether the cases fail only in some runs, as with a race in the library.
  package var isInSomeRuns: Bool
  package var reason: String
  package var file: String
  /// The line of the entry in its file, from 1.
  package var line: Int

  package init(pattern: String, types: [String], isInSomeRuns: Bool = false, reason: String, file: String, line: Int) {
    self.pattern = pattern
    self.types = types
    self.isInSomeRuns = isInSomeRuns
    self.reason = reason
    self.file = file
    self.line = line
  }

  /// The beginning of the reason of a failure that the library documents.
  package static let documentedMark = "documented:"

  /// Whether the library documents that it differs; only the entry says so.
  package var isDocumented: Bool { reason.hasPrefix(Self.documentedMark) }

  /// How the cases fail, for messages: `aplus.order or aplus.count in some runs`.
  package var failure: String { types.joined(separator: " or ") + (isInSomeRuns ? " in some runs" : "") }

  /// How the cases fail, as the file spells it: `order|count?`.
  package var spelledTypes: String {
    types.map { String($0.dropFirst(Self.typePrefix.count)) }.joined(separator: String(Self.or))
      + (isInSomeRuns ? String(Self.inSomeRunsMark) : "")
  }

  /// The type as reports spell it, for a word of the file.
  package static func type(spelled word: String) -> String { typePrefix + word }

  /// All types, as the file spells them.
  package static var spelledTypes: [String] { allTypes.map { String($0.dropFirst(typePrefix.count)) } }

  /// The requirement of an entry about incidental violations; nil for an entry about cases.
  package var incidentalRequirement: String? {
    pattern.hasPrefix(Self.incidentalPrefix) ? String(pattern.dropFirst(Self.incidentalPrefix.count)) : nil
  }

  /// Whether the entry expects errors, not violations.
  package var isAboutErrors: Bool { types.allSatisfy { HarnessError.ErrorType(rawValue: $0) != nil } }

  package var isGlob: Bool { pattern.contains { $0 == "*" || $0 == "?" } }

  /// Whether the entry's pattern matches a case.
  package func names(_ id: String) -> Bool { isGlob ? Glob(pattern).matches(id) : pattern == id }

  /// Whether the entry allows a case to end this way.
  package func explains(_ finding: CaseResult.Finding) -> Bool {
    finding.types.isSubset(of: types) && (isInSomeRuns || finding.hasFailed && !finding.isFlaky)
  }

  /// The types of failure that an entry may name, as reports spell them.
  ///
  /// `aplus.flaky` is not among them: the entry of a flaky case names the failures of some runs.
  package static let allTypes = FailureType.allCases.filter { $0 != .flaky }.map(\.rawValue) + exactTypes

  /// The types that only an entry about a single case may name, because they end the host.
  package static let exactTypes = [HarnessError.ErrorType.crash, .timeout, .computing].map(\.rawValue)
}

/// What applying a baseline showed about the baseline itself.
package struct BaselineResult: Sendable, Hashable {
  /// The file, as the user named it.
  package var file: String
  /// All entries.
  package var entries: [ExpectedFailure]
  /// Entries that explain nothing.
  package var stale: [StaleEntry]
  /// Entries about incidental violations, by requirement.
  package var incidental: [String: ExpectedFailure]
  /// Whether every case was run, so that an incidental violation that was not seen is gone.
  package var isComplete: Bool

  package init(
    file: String, entries: [ExpectedFailure] = [], stale: [StaleEntry] = [],
    incidental: [String: ExpectedFailure] = [:], isComplete: Bool
  ) {
    self.file = file
    self.entries = entries
    self.stale = stale
    self.incidental = incidental
    self.isComplete = isComplete
  }

  /// An entry to be removed from its file.
  package struct StaleEntry: Sendable, Hashable {
    package var entry: ExpectedFailure
    /// What is wrong and what to do, in one line.
    package var message: String

    package init(entry: ExpectedFailure, message: String) {
      self.entry = entry
      self.message = message
    }
  }
}
