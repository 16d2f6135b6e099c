import APlusModel
import APlusRules

/// Counts the cases that violate each requirement, and ranks the requirements.
///
/// A fault shows in most of the cases that touch it, its consequences in fewer. So the requirement
/// that most cases violate comes first. At equal counts, the one with more failing cases about
/// itself comes first. Requirements that say the same about the two outcomes, such as 2.2.2.1 and
/// 2.2.3.1, count together (`specs/rules.json`). So do 2.3.3.3 and 2.3.3.3.1, which is about the
/// values that thenables pass on. The tool's own requirements come after those of Promises/A+ and the profiles.
///
///     var prevalence = Prevalence()
///     prevalence.add(["2.2.4", "2.2.6.1"], inCaseOf: "2.2.6.1")
///     prevalence.add(["2.2.4"], inCaseOf: "2.2.4")
///     prevalence.requirements  // ["2.2.4", "2.2.6.1"]
struct Prevalence {
  private var counts: [String: Int] = [:]
  /// How many of the cases are about the requirement itself.
  private var ownCases: [String: Int] = [:]

  /// Counts a case about the requirement `subject` that violates these requirements.
  mutating func add(_ requirements: some Sequence<String>, inCaseOf subject: String) {
    for requirement in Set(requirements) {
      add(requirement, cases: 1)
      if requirement == subject { ownCases[requirement, default: 0] += 1 }
    }
  }

  /// Counts cases that violate a requirement.
  mutating func add(_ requirement: String, cases: Int) { counts[requirement, default: 0] += cases }

  /// The requirements, the most widely violated first.
  var requirements: [String] {
    var shared: [String: Int] = [:]
    var own: [String: Int] = [:]
    for (requirement, count) in counts {
      shared[group(of: requirement), default: 0] += count
      own[group(of: requirement), default: 0] += ownCases[requirement] ?? 0
    }
    let ranks = counts.keys.map { requirement in
      let first = group(of: requirement)
      return Rank(
        isOwn: Self.isOwn(requirement), cases: shared[first] ?? 0, ownCases: own[first] ?? 0,
        family: String(first.prefix { !$0.isNumber }),
        sections: [Self.sections(of: first), Self.sections(of: requirement)], requirement: requirement)
    }
    return ranks.sorted().map(\.requirement)
  }

  private struct Rank: Comparable {
    let isOwn: Bool
    let cases: Int
    let ownCases: Int
    /// The prefix before the number, such as `RX-C`.
    let family: String
    let sections: [[Int]]
    let requirement: String

    static func < (one: Rank, other: Rank) -> Bool {
      if one.isOwn != other.isOwn { return other.isOwn }
      if one.cases != other.cases { return one.cases > other.cases }
      if one.ownCases != other.ownCases { return one.ownCases > other.ownCases }
      if one.family != other.family { return one.family < other.family }
      for (mine, theirs) in zip(one.sections, other.sections) where mine != theirs {
        return mine.lexicographicallyPrecedes(theirs)
      }
      return one.requirement < other.requirement
    }
  }

  /// Whether a requirement is the tool's own, rather than one of Promises/A+ or of a profile of
  /// cancellation, contexts, combinators or threads.
  static func isOwn(_ requirement: String) -> Bool {
    guard let first = requirement.first, !first.isNumber else { return false }
    return !["RX-", "SC-", "CP-", "CR", "CX-", "K", "T"].contains { requirement.hasPrefix($0) }
  }

  private static func sections(of requirement: String) -> [Int] {
    requirement.split { !$0.isNumber }.compactMap { Int($0) }
  }

  /// The requirement that represents those that count together.
  private func group(of requirement: String) -> String {
    let first = rules.rule(of: requirement)?.countsWith ?? requirement
    // A value that is resolved wrongly on its own is resolved wrongly from a thenable, too.
    let adopted = rules[.propagation, .thenable, .pending]
    return first == rules[.propagation, .call, .fulfilled] && counts[adopted] != nil ? adopted : first
  }
}
