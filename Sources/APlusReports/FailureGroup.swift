import APlusModel
import OrderedCollections

/// Failures of one kind: errors of one type, or violations of one requirement.
///
/// A case that violates several requirements belongs to the group of the most widely violated one.
/// Its other violations follow from that one, or have groups of their own. The simplest failure
/// represents its group.
///
///     FailureGroup.all(of: adapter).first?.simplest.scenario.id  // "2.2.4-a.fulfilled.already"
struct FailureGroup {
  /// The case with the shortest trace, then the others in the order of the run.
  let cases: [CaseResult]
  /// What the failures are about; nil for errors.
  let requirement: String?

  var simplest: CaseResult { cases[0] }

  /// The violations of a case, those of the group's requirement first.
  func leading(_ violations: [Violation]) -> [Violation] {
    violations.filter { $0.requirement == requirement }
      + violations.filter { $0.requirement != requirement }
  }

  /// The groups of an adapter's failures, the most widely violated requirement first, errors last.
  static func all(of adapter: AdapterResult) -> [FailureGroup] {
    let ranks = Dictionary(
      AdapterSummary(adapter).violated.enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let groups = OrderedDictionary(
      grouping: adapter.cases.compactMap { result in
        Kind(of: result, ranks).map { (kind: $0, result: result) }
      },
      by: \.kind
    )
    return groups.enumerated()
      .sorted { ($0.element.key.rank, $0.offset) < ($1.element.key.rank, $1.offset) }
      .map { FailureGroup($1.value.map(\.result), requirement: $1.key.requirement) }
  }

  private init(_ cases: [CaseResult], requirement: String?) {
    let sizes = cases.map { $0.trace?.events.count ?? .max }
    let first = sizes.indices.min { (sizes[$0], $0) < (sizes[$1], $1) } ?? 0
    self.cases = [cases[first]] + cases.indices.filter { $0 != first }.map { cases[$0] }
    self.requirement = requirement
  }

  private struct Kind: Hashable {
    let requirement: String?
    let type: String
    let rank: Int

    init?(of result: CaseResult, _ ranks: [String: Int]) {
      switch result.standing {
      case .failed(let violations):
        let leading = violations.min {
          ranks[$0.requirement] ?? .max < ranks[$1.requirement] ?? .max
        }
        requirement = leading?.requirement
        type = leading?.type.rawValue ?? ""
        rank = leading.flatMap { ranks[$0.requirement] } ?? .max
      case .errored(let error):
        requirement = nil
        type = error.type.rawValue
        rank = .max
      case .aftermath, .passed, .notApplicable, .notReached, .advised, .notRun, .expectedFailure,
        .expectedInSomeRuns, .unexpectedPass:
        return nil
      }
    }
  }
}
