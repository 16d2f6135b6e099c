import APlusModel

/// The first violations of each kind, and the number of those left out.
///
/// One fault may show in 100,000 handlers, and all results stay in memory until the reports are
/// written.
struct ViolationSample {
  private struct Kind: Hashable {
    let law: Law?
    let requirement: String
    let type: FailureType
  }

  static let limit = 20

  private(set) var violations: [Violation] = []
  private(set) var omitted = 0

  /// Takes the sample, in the order of the violations.
  init(_ all: [Violation]) {
    var counts: [Kind: Int] = [:]
    for violation in all {
      let kind = Kind(law: violation.law, requirement: violation.requirement, type: violation.type)
      counts[kind, default: 0] += 1
      if counts[kind, default: 0] <= Self.limit { violations.append(violation) } else { omitted += 1 }
    }
  }
}
