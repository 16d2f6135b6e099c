import APlusCases
import APlusModel
import TestSupport
import Testing
import aplus_mutants

/// Every rule of cancellation and of contexts has a case, a mutant that breaks it, and a sentence for people.
@Suite("rules") struct RuleTableTests {
  private func rules() throws -> (SpecLibrary, [Requirement]) {
    let library = try ProjectSpecs.library.get()
    let rules = library.requirements.all.filter { requirement in
      ["CX-", "RX-C", "RX-S5"].contains { requirement.number.hasPrefix($0) }
    }
    return (library, rules)
  }

  @Test func `no rule is missing`() throws {
    let (_, rules) = try rules()
    let cancellation = ((1...18).map { $0 } + [20, 21, 22]).map { "RX-C\($0)" }
    let contexts = (1...6).map { "CX-\($0)" } + ["RX-S5"]
    #expect(Set(rules.map(\.number)) == Set(cancellation + contexts))
  }

  @Test func `a rule has a case, a mutant and a sentence`() throws {
    let (library, rules) = try rules()
    let asked = Set(library.scenarios.map(\.requirement))
    let broken = Set(try ["mutant", "mutants-javascript"].flatMap { try Repository.faults(in: $0) }.map(\.requirement))
    for rule in rules {
      #expect(!rule.text.isEmpty && rule.untestable == nil, "\(rule.number)")
      #expect(asked.contains(rule.number), "\(rule.number) has no case")
      #expect(broken.contains(rule.number), "\(rule.number) has no mutant")
    }
  }

  @Test func `a mutant breaks the rule that its case checks, or one that follows`() throws {
    let (library, rules) = try rules()
    let numbers = Set(rules.map(\.number))
    let requirements = Dictionary(
      library.scenarios.map { ($0.id, $0.requirement) }, uniquingKeysWith: { first, _ in first })
    for fault in try Repository.faults(in: "mutant") where ["contexts", "cancellation"].contains(fault.chapter) {
      #expect(numbers.contains(fault.requirement) || fault.requirement.hasPrefix("CP-"), "\(fault.name)")
      let checked = try #require(fault.killedBy.flatMap { requirements[$0] }, "\(fault.name)")
      #expect(([fault.requirement] + (fault.follows ?? [])).contains(checked), "\(fault.name)")
    }
  }
}
