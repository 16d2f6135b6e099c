import APlusModel

/// The first violations of each kind, and how many there are besides.
///
/// One fault shows in each of 100,000 handlers. Nobody reads more than a few of them, and the results of all cases are
/// kept until the reports are written.
struct FewOfEachKind {
  private struct Kind: Hashable {
    let law: Law?
    let requirement: String
    let type: FailureType
  }

  static let limit = 20

  private(set) var violations: [Violation] = []
  private(set) var untold = 0

  /// Keeps the order of the violations.
  init(_ all: [Violation]) {
    var counts: [Kind: Int] = [:]
    for violation in all {
      let kind = Kind(
        law: violation.law,
        requirement: violation.requirement,
        type: violation.type
      )
      counts[kind, default: 0] += 1
      if counts[kind, default: 0] <= Self.limit {
        violations.append(violation)
      } else {
        untold += 1
      }
    }
  }
}
