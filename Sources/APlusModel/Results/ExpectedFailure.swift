/// One entry of a baseline: which cases are known to fail, how, and why.
package struct ExpectedFailure: Sendable, Hashable {
  /// What an entry starts with that is about cases of other requirements.
  package static let elsewhere = "elsewhere:"
  /// What stands between types of which any may be seen.
  package static let or: Character = "|"
  /// What stands after the types of a failure that is not seen in every run.
  package static let inSomeRunsMark: Character = "?"
  private static let typePrefix = "aplus."

  /// A case's id, a glob, or `elsewhere:` and a requirement.
  package var pattern: String
  /// How the cases fail, as reports spell it: `aplus.order`; any of them may be seen.
  package var types: [String]
  /// Whether the cases fail in some runs only, as they do where the library has a race.
  package var isInSomeRuns: Bool
  package var reason: String
  package var file: String
  /// The line of the entry in its file, from 1.
  package var line: Int

  package init(
    pattern: String,
    types: [String],
    isInSomeRuns: Bool = false,
    reason: String,
    file: String,
    line: Int
  ) {
    self.pattern = pattern
    self.types = types
    self.isInSomeRuns = isInSomeRuns
    self.reason = reason
    self.file = file
    self.line = line
  }

  /// How the cases fail, for messages: `aplus.order or aplus.count in some runs`.
  package var failure: String {
    types.joined(separator: " or ") + (isInSomeRuns ? " in some runs" : "")
  }

  /// How the cases fail, as the file spells it: `order|count?`.
  package var spelledTypes: String {
    types.map { String($0.dropFirst(Self.typePrefix.count)) }.joined(separator: String(Self.or))
      + (isInSomeRuns ? String(Self.inSomeRunsMark) : "")
  }

  /// The type that the file spells without its prefix.
  package static func type(spelled word: String) -> String { typePrefix + word }

  /// What the file may call a type.
  package static var spelledTypes: [String] {
    allTypes.map { String($0.dropFirst(typePrefix.count)) }
  }

  /// The requirement, of an entry about violations in cases that are about other requirements.
  package var requirementElsewhere: String? {
    pattern.hasPrefix(Self.elsewhere) ? String(pattern.dropFirst(Self.elsewhere.count)) : nil
  }

  /// Whether the entry expects no verdict at all.
  package var isAboutErrors: Bool {
    types.allSatisfy { HarnessError.ErrorType(rawValue: $0) != nil }
  }

  package var isGlob: Bool { pattern.contains { $0 == "*" || $0 == "?" } }

  /// Whether the entry is about a case.
  package func names(_ id: String) -> Bool {
    isGlob ? Glob(pattern).matches(id) : pattern == id
  }

  /// Whether the entry says that a case may end like that.
  package func explains(_ finding: CaseResult.Finding) -> Bool {
    switch finding {
    case .passed: isInSomeRuns
    case .failed(let types, let moves):
      types.isSubset(of: self.types) && (isInSomeRuns || !moves)
    }
  }

  /// The types of failure that an entry may name, as reports spell them.
  ///
  /// A verdict that moves is no type of its own here: the entry names what is seen in some runs.
  package static let allTypes =
    FailureType.allCases.filter { $0 != .flaky }.map(\.rawValue) + exactTypes

  /// The types that only an entry for one case may name: they end a host.
  package static let exactTypes = [
    HarnessError.ErrorType.crash.rawValue, HarnessError.ErrorType.timeout.rawValue,
  ]
}
