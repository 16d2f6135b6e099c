import APlusModel
import OrderedCollections

/// Failures of one kind: errors of one type, violations of one requirement, or one fact that many
/// cases show.
///
/// A case that violates several requirements belongs to the group of the most widely violated one.
/// Its other violations follow from that one, or have groups of their own. A crash, a hang and a
/// lost handler show in whatever case meets them, under the requirement of that case; those with the
/// same message are one kind, whatever they violate. The simplest failure represents its group.
///
///     FailureGroup.all(of: adapter).first?.simplest.scenario.id  // "2.2.4-a.fulfilled.already"
struct FailureGroup {
  /// The case with the shortest trace, then the others in the order of the run.
  let cases: [CaseResult]
  /// What the failures are about, that of the simplest one first; empty for errors.
  let requirements: [String]

  var simplest: CaseResult { cases[0] }

  /// What the simplest failure is about; nil for errors.
  var requirement: String? { requirements.first }

  /// The violations of a case, those of the group's requirements first.
  func leading(_ violations: [Violation]) -> [Violation] {
    violations.filter { requirements.contains($0.requirement) }
      + violations.filter { !requirements.contains($0.requirement) }
  }

  /// The groups of an adapter's failures: the most severe type first, of one severity those that
  /// few cases show, then the most widely violated requirement; errors last.
  ///
  /// What hundreds of cases show is known after the first; a fault that a few show is lost behind it.
  static func all(of adapter: AdapterResult) -> [FailureGroup] {
    let ranks = Dictionary(uniqueKeysWithValues: zip(AdapterSummary(adapter).violated, 0...))
    func rank(_ requirement: String?) -> Int { requirement.flatMap { ranks[$0] } ?? .max }
    var groups: OrderedDictionary<Kind, [Member]> = [:]
    for result in adapter.cases {
      switch result.standing {
      case .failed(let violations):
        let leading = violations.min { rank($0.requirement) < rank($1.requirement) }
        groups[Kind(leading), default: []].append((result, leading?.requirement))
      case .errored(let error):
        groups[Kind(subject: .errors, type: error.type.rawValue), default: []].append((result, nil))
      case .aftermath, .passed, .notApplicable, .notReached, .advised, .notRun, .expectedFailure, .expectedInSomeRuns,
        .unexpectedPass:
        continue
      }
    }
    return groups.enumerated().map { place, group in
      let best = group.value.map { rank($0.requirement) }.min() ?? .max
      return (key: (group.key.severity, String(group.value.count).count, best, place), members: group.value)
    }.sorted { $0.key < $1.key }.map { FailureGroup($0.members) }
  }

  private typealias Member = (result: CaseResult, requirement: String?)

  private init(_ members: [Member]) {
    let sizes = members.map { $0.result.trace?.events.count ?? .max }
    let first = sizes.indices.min { (sizes[$0], $0) < (sizes[$1], $1) } ?? 0
    let sorted = [members[first]] + members.indices.filter { $0 != first }.map { members[$0] }
    cases = sorted.map(\.result)
    requirements = Array(OrderedSet(sorted.compactMap(\.requirement)))
  }

  private struct Kind: Hashable {
    enum Subject: Hashable {
      case requirement(String)
      /// What happened, without the names of the program.
      case fact(String)
      case errors
    }

    let subject: Subject
    let type: String

    init(subject: Subject, type: String) {
      self.subject = subject
      self.type = type
    }

    init(_ violation: Violation?) {
      type = violation?.type.rawValue ?? ""
      switch violation?.type {
      case .stuck, .crash: subject = .fact(violation.map { Self.shape(of: $0.message) } ?? "")
      case .count where violation?.law == .liveness: subject = .fact(violation.map { Self.shape(of: $0.message) } ?? "")
      default: subject = violation.map { Subject.requirement($0.requirement) } ?? .errors
      }
    }

    /// A message without names in quotes and names of promises, and without how many more there are.
    private static func shape(of message: String) -> String {
      message.replacing(#/, nor did [0-9]+ more/#, with: "").replacing(#/`[^`]*`/#, with: "`…`").replacing(
        #/although \S+( \#[0-9]+)? is/#, with: "although … is")
    }

    /// 0 for the most severe: what stops or ends the program, then what is lost or wrong.
    ///
    /// What a library may do by design in each case, such as to call handlers at once, comes after that.
    var severity: Int {
      guard subject != .errors else { return 4 }
      return switch FailureType(rawValue: type) {
      case .stuck, .crash: 0
      case .count: 1
      case .zalgo: 3
      default: 2
      }
    }
  }
}
