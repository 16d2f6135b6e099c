import APlusModel
import OrderedCollections

/// Failures of one kind: errors of one type, or violations with one root.
///
/// A case that violates several requirements belongs to the group of the most widely violated one.
/// Its other violations follow from that one, or have groups of their own. Violations of one
/// requirement have one root, and so have those of one law with the same message, whatever they
/// violate: handlers in the wrong order are one fault, of fulfilled promises and of rejected ones. A
/// crash, a hang and a lost handler show in whatever case meets them, so that only their message
/// counts. The simplest failure represents its group.
///
///     FailureGroup.all(of: adapter).first?.simplest.scenario.id  // "2.2.4-a.fulfilled.already"
struct FailureGroup {
  /// The case with the shortest trace, if possible not a generated program, then the others in the order of the run.
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

  /// The groups of an adapter's failures: the most severe type first, of one severity those with the
  /// simplest failure; errors last.
  ///
  /// What a hundred cases show is known after the first, so these groups come after all that fewer
  /// show: a fault that shows once would be lost behind them. A group that another one causes comes after
  /// that, whatever the severities.
  static func all(of adapter: AdapterResult) -> [FailureGroup] {
    let ranks = Dictionary(uniqueKeysWithValues: zip(AdapterSummary(adapter).violated, 0...))
    func rank(_ requirement: String?) -> Int { requirement.flatMap { ranks[$0] } ?? .max }
    var roots = Roots()
    for result in adapter.cases {
      if case .failed(let violations) = result.standing {
        let leading = violations.min { rank($0.requirement) < rank($1.requirement) }
        roots.add((result, leading?.requirement), of: Kind.all(of: leading))
      } else if case .errored(let error) = result.standing {
        roots.add((result, nil), of: [Kind(subject: .errors, type: error.type.rawValue)])
      }
    }
    return roots.all.values.enumerated().map { place, root in
      let group = FailureGroup(root.members)
      let isCommon = group.cases.count >= 100 ? 1 : 0
      let best = group.requirements.map(rank).min() ?? .max
      return (key: (root.severity, isCommon, group.length, best, place), group: group)
    }.sorted { $0.key < $1.key }.map(\.group).withCausesFirst
  }

  /// Whether the group's simplest case shows that its failure follows from what another group is about.
  ///
  /// A handler that runs at once overtakes those that wait, and runs where the caller is. So where both show
  /// in one case, and the first comes no later, a reader wants to see that one.
  fileprivate func follows(from other: FailureGroup) -> Bool {
    guard let verdict = simplest.verdict, let effect = leading(verdict.violations).first,
      [.order, .context].contains(effect.law)
    else { return false }
    return (verdict.violations + verdict.incidental).contains { cause in
      cause.law == .cleanStack && other.requirements.contains(cause.requirement)
        && cause.event ?? .max <= effect.event ?? .max
    }
  }

  /// The failures of no kind: cases that fail only after another one, and unexpected passes.
  static func others(of adapter: AdapterResult) -> [CaseResult] {
    adapter.cases.filter { result in
      if case .failed = result.standing { false } else { CaseLine(result).mark == .failed }
    }
  }

  private typealias Member = (result: CaseResult, requirement: String?)

  /// Failures by their roots; a failure of two kinds makes them one.
  private struct Roots {
    /// By the number of the root.
    private(set) var all: OrderedDictionary<Int, (severity: Int, members: [Member])> = [:]
    private var numbers: [Kind: Int] = [:]

    mutating func add(_ member: Member, of kinds: [Kind]) {
      let known = OrderedSet(kinds.compactMap { numbers[$0] }).sorted()
      let number = known.first ?? numbers.count
      for other in known.dropFirst() {
        let moved = all.removeValue(forKey: other)?.members ?? []
        all[number]?.members += moved
        for (kind, root) in numbers where root == other { numbers[kind] = number }
      }
      for kind in kinds { numbers[kind] = number }
      all[number, default: (kinds[0].severity, [])].members.append(member)
    }
  }

  /// The events of the simplest failure.
  private var length: Int { simplest.trace?.events.count ?? .max }

  private init(_ members: [Member]) {
    // A case that somebody wrote says what it is about; a generated program does not.
    let keys = members.map { member in
      let isGenerated = member.result.scenario.chapter == Scenario.generatedChapter
      return (isGenerated ? 1 : 0, member.result.trace?.events.count ?? .max)
    }
    let first = keys.indices.min { (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1) } ?? 0
    let sorted = [members[first]] + members.indices.filter { $0 != first }.map { members[$0] }
    cases = sorted.map(\.result)
    requirements = Array(OrderedSet(sorted.compactMap(\.requirement)))
  }

  private struct Kind: Hashable {
    enum Subject: Hashable {
      case requirement(String)
      /// What happened, without the names of the program; nil for the law if any may tell it.
      case fact(String, Law?)
      case errors
    }

    let subject: Subject
    let type: String

    /// The kinds of a violation, at least one.
    static func all(of violation: Violation?) -> [Kind] {
      guard let violation else { return [Kind(subject: .errors, type: "")] }
      let type = violation.type.rawValue
      let shape = shape(of: violation.message)
      switch violation.type {
      case .stuck, .crash: return [Kind(subject: .fact(shape, nil), type: type)]
      case .count where violation.law == .liveness: return [Kind(subject: .fact(shape, nil), type: type)]
      // A wrong outcome may have any root.
      case .state, .value, .cycle, .assimilation:
        return [Kind(subject: .requirement(violation.requirement), type: FailureType.state.rawValue)]
      default:
        let fact = violation.law.map { Kind(subject: .fact(shape, $0), type: type) }
        return [Kind(subject: .requirement(violation.requirement), type: type)] + [fact].compactMap(\.self)
      }
    }

    /// A message without the names of the program, such as `h`, p1 and promise #3, and without how many more there are.
    private static func shape(of message: String) -> String {
      message.replacing(#/, nor did [0-9]+ more/#, with: "").replacing(
        #/`[^`]*`|\b([A-Za-z][0-9]*|[a-z]+ \#[0-9]+)\b/#, with: "…")
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

extension [FailureGroup] {
  /// The same groups, each after those that cause it.
  fileprivate var withCausesFirst: [FailureGroup] {
    var rest = self
    var sorted: [FailureGroup] = []
    while !rest.isEmpty {
      // What causes another group follows from none itself, so that one step is enough.
      let cause = rest.indices.dropFirst().first { rest[0].follows(from: rest[$0]) } ?? 0
      sorted.append(rest.remove(at: cause))
    }
    return sorted
  }
}
