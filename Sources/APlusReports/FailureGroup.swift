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
    violations.filter { $0.requirement == requirement } + violations.filter { $0.requirement != requirement }
  }

  /// The groups of an adapter's failures: the most severe type first, of one severity the most
  /// widely violated requirement, errors last.
  static func all(of adapter: AdapterResult) -> [FailureGroup] {
    let ranks = Dictionary(uniqueKeysWithValues: zip(AdapterSummary(adapter).violated, 0...))
    func rank(_ requirement: String?) -> Int { requirement.flatMap { ranks[$0] } ?? .max }
    var groups: OrderedDictionary<Kind, [CaseResult]> = [:]
    for result in adapter.cases {
      let kind: Kind
      switch result.standing {
      case .failed(let violations):
        let leading = violations.min { rank($0.requirement) < rank($1.requirement) }
        kind = Kind(requirement: leading?.requirement, type: leading?.type.rawValue ?? "")
      case .errored(let error): kind = Kind(requirement: nil, type: error.type.rawValue)
      case .aftermath, .passed, .notApplicable, .notReached, .advised, .notRun, .expectedFailure, .expectedInSomeRuns,
        .unexpectedPass:
        continue
      }
      groups[kind, default: []].append(result)
    }
    return groups.enumerated().map { place, group in
      (key: (group.key.severity, rank(group.key.requirement), place), group: group)
    }.sorted { $0.key < $1.key }.map { FailureGroup($0.group.value, requirement: $0.group.key.requirement) }
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

    /// 0 for the most severe: what stops or ends the program, then what is lost or wrong. What a
    /// library may do by design in each case, such as to call handlers at once, comes after that.
    var severity: Int {
      guard requirement != nil else { return 4 }
      return switch FailureType(rawValue: type) {
      case .stuck, .crash: 0
      case .count: 1
      case .zalgo: 3
      default: 2
      }
    }
  }
}
