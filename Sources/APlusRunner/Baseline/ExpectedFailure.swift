import APlusJudge

/// One entry of a baseline: which cases are known to fail, how, and why.
package struct ExpectedFailure: Sendable, Hashable {
  /// What an entry starts with that is about cases of other requirements.
  package static let elsewhere = "elsewhere:"

  /// A case's id, a glob, or `elsewhere:` and a requirement.
  package var pattern: String
  /// How the cases fail, as reports spell it: `aplus.order`.
  package var type: String
  package var reason: String
  package var file: String
  /// The line of the entry in its file, from 1.
  package var line: Int

  package init(pattern: String, type: String, reason: String, file: String, line: Int) {
    self.pattern = pattern
    self.type = type
    self.reason = reason
    self.file = file
    self.line = line
  }

  /// Where the entry stands, for messages: `adapters/q/expected-failures.txt:4`.
  package var place: String { "\(file):\(line)" }

  /// The requirement, of an entry about violations in cases that are about other requirements.
  package var requirementElsewhere: String? {
    pattern.hasPrefix(Self.elsewhere) ? String(pattern.dropFirst(Self.elsewhere.count)) : nil
  }

  var isGlob: Bool { pattern.contains { $0 == "*" || $0 == "?" } }

  /// Whether the entry is about a case.
  func names(_ id: String) -> Bool {
    isGlob ? Glob(pattern).matches(id) : pattern == id
  }

  /// The types of failure that an entry may name, as reports spell them.
  static let types =
    FailureType.allCases.map(\.rawValue) + exactTypes

  /// The types that only an entry for one case may name: they end a host.
  static let exactTypes = [
    HarnessError.ErrorType.crash.rawValue, HarnessError.ErrorType.timeout.rawValue,
  ]
}
