/// One kind of failure in a cell: cases that fail alike.
package struct MatrixFailure: Sendable, Hashable {
  package var kind: Kind
  /// The cases; empty where the requirement is violated in cases about other requirements.
  package var cases: [String]
  /// How they fail, as a baseline spells it: `order`.
  package var type: String
  /// What the baseline says of it; nil where no baseline expects it.
  package var reason: String?
  /// What was seen, in the first case; nil where that could differ from run to run.
  package var message: String?
  /// The first case, in words.
  package var title: String?
  /// The trace of the first case beside what was expected; empty where it could differ.
  package var picture: [String]
  /// The command that shows it again.
  package var replay: String

  /// How sure it is.
  package enum Kind: String, Sendable, Hashable {
    case violation
    case error
    case inSomeRuns
  }

  /// The cases that are named before the rest is counted.
  private static let namedCases = 6

  /// The first cases, and how many are left out.
  var named: (cases: [String], rest: Int) {
    (Array(cases.prefix(Self.namedCases)), max(0, cases.count - Self.namedCases))
  }
}
