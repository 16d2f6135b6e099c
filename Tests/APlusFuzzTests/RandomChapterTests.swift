import APlusFuzz
import APlusModel
import APlusRules
import TestSupport
import Testing

@testable import APlusCases

@Suite("The chapter of generated programs") struct RandomChapterTests {
  @Test func `every rule has its case, in the order of the numbers`() throws {
    let library = try ProjectSpecs.library.get()
    let cases = RandomChapter.cases(of: library.requirements.all).map(\.requirement)
    #expect(Set(rules.all.filter(\.subject.isAboutPromises).map(\.requirement)).isSubset(of: cases))
    #expect(cases == RandomChapter.requirements)
    #expect(cases.count == 100)
    let pairs = [
      ("2.1.1.1", "2.1.2"), ("2.3.4", "BP-1"), ("BP-3", "C4"), ("CX-6", "F3"), ("RX-C8", "RX-C10"), ("Z-drop", "P1"),
    ]
    for (one, next) in pairs {
      let place = try #require(cases.firstIndex(of: one))
      #expect(cases[place + 1] == next)
    }
  }

  @Test func `the programs stand still, and each can be performed by a library of its group`() {
    #expect(RandomChapter.programs.count == 1560)
    #expect(RandomChapter.programs.count { $0.program.usesChannels } == 580)
    #expect(Set(RandomChapter.programs.map(\.id)).count == 1560)
    #expect(RandomChapter.programs.allSatisfy { $0.program.isValid })
  }

  @Test func `of some saved programs, those that passed decide no case`() throws {
    let library = try ProjectSpecs.library.get()
    let cases = RandomChapter.cases(of: library.requirements.all)
    let passed = RandomChapter.programs.map { CaseResult(scenario: $0, status: .judged(Verdict(outcome: .conforms))) }
    let violation = Violation(law: nil, requirement: "2.2.4", type: .stuck)
    let violates = Verdict(outcome: .violates, violations: [violation])
    let failed = CaseResult(scenario: RandomChapter.programs[1], status: .judged(violates))
    func ids(_ results: [CaseResult], into cases: [Scenario]) -> [String] {
      RandomChapter.folded(saved: results, into: cases).map(\.scenario.id)
    }
    #expect(ids([passed[0]], into: cases) == ["random.0"])
    #expect(ids([passed[0], failed], into: cases) == ["random-2.2.4", "random.0"])
    #expect(ids([failed], into: []) == ["random.1"])
    #expect(ids(passed, into: cases) == cases.map(\.id))
    let plain = passed.filter { $0.scenario.capabilities == [.promises] }
    #expect(ids(plain, into: cases) == cases.map(\.id), "a library without capabilities")
  }

  @Test(arguments: [0, 1]) func `order among threads is asked of a library that runs handlers on its own`(
    concurrentStarts: Int
  ) throws {
    let library = try ProjectSpecs.library.get()
    let cases = RandomChapter.cases(of: library.requirements.all)
    let passed = RandomChapter.programs.filter { $0.capabilities == [.promises] }.map {
      let verdict = Verdict(outcome: .conforms, concurrentStarts: concurrentStarts)
      return CaseResult(scenario: $0, status: .judged(verdict))
    }
    let results = RandomChapter.folded(passed, into: cases)
    let order = try #require(results.first { $0.scenario.requirement == "T-order" })
    #expect((order.verdict?.outcome == .conforms) == (concurrentStarts > 0))
  }

  @Test func `what no program could violate is not applicable, with the reason`() throws {
    let library = try ProjectSpecs.library.get()
    let cases = RandomChapter.cases(of: library.requirements.all)
    func unasked(_ capabilities: [Capability], claims: [Capability]) -> [String: String] {
      let passed = RandomChapter.programs.filter { $0.capabilities.allSatisfy((capabilities + [.promises]).provide) }
        .map { CaseResult(scenario: $0, status: .judged(Verdict(outcome: .conforms))) }
      let found = RandomChapter.folded(passed, into: cases, claims: claims).compactMap { result in
        if case .notApplicable(let reason)? = result.verdict?.outcome {
          (result.scenario.requirement, reason)
        } else {
          nil
        }
      }
      return Dictionary(uniqueKeysWithValues: found)
    }
    let plain = unasked([], claims: [])
    for requirement in ["RX-C1", "RX-C16", "CX-1", "CX-2", "CR1", "RX-S5", "T-order", "F3", "2.3.3", "2.2.5", "UH-5"] {
      #expect(plain[requirement] != nil, "\(requirement)")
    }
    #expect(plain["RX-S5"] == "contexts:serial" && plain["K3"] == "combinators:retry")
    #expect(plain["2.2.4"] == nil && plain["P1"] == nil && plain["2.3.2.1"] == nil)
    let rich = ["thenables", "adopting-resolve", "combinators:all", "receiver"].flatMap(Capability.parse)
    let some = unasked(rich, claims: rich)
    #expect(some["2.2.5"] == nil && some["2.3.3.3"] == nil && some["C4"] == nil)
    #expect(some["UH-5"] == "unhandled" && unasked([], claims: [.unhandled])["UH-5"] == nil)
    #expect(some["K3"] == "combinators:retry" && some["2.3.3.1"] == "accessors, thenables")
  }

  @Test func `laws that had nothing to check leave their requirements unasked`() throws {
    let result = CaseResult(scenario: RandomChapter.programs[0], status: .judged(Verdict(outcome: .conforms)))
    var use = ProgramUse(claims: [], [result])
    #expect(use.missing(for: "2.2.6.1") == nil, "it is not known what laws checked")
    use.laws = [.once]
    #expect(use.missing(for: "2.2.6.1") == "several handlers of one promise")
    use.laws = [.once, .order]
    #expect(use.missing(for: "2.2.6.1") == nil)
    #expect(ProgramUse(claims: []).missing(for: "P1") == "programs")
  }

  @Test func `a program that fails alone stands for its requirement before a smaller one that does not`() throws {
    let library = try ProjectSpecs.library.get()
    let cases = RandomChapter.cases(of: library.requirements.all)
    let violation = Violation(law: nil, requirement: "2.2.2.1", type: .count)
    var results = RandomChapter.programs.map {
      CaseResult(scenario: $0, status: .judged(Verdict(outcome: .violates, violations: [violation])))
    }
    let largest = try #require(results.indices.max { results[$0].program.stepCount < results[$1].program.stepCount })
    results[largest].repetition = .repeated
    let shown = try #require(RandomChapter.folded(results, into: cases).first { $0.scenario.requirement == "2.2.2.1" })
    #expect(shown.scenario.program == results[largest].program && shown.repetition == .repeated)
  }

  @Test func `a requirement needs what each of its cases needs`() throws {
    let scenarios = try ProjectSpecs.whole.get().scenarios
    for requirement in RandomChapter.requirements {
      let needs = scenarios.filter { $0.requirement == requirement }.map { scenario in
        Set(scenario.capabilities.filter { $0 != .promises }.map(\.description))
      }
      guard !needs.isEmpty, !needs.contains([]) else { continue }
      let ways = ProgramUse.ways(for: requirement).map { Set($0.map(\.description)) }
      #expect(!ways.isEmpty, "every program counts for \(requirement), whose cases all need something")
      for way in ways {
        let isAsked = needs.contains { need in
          way.isSubset(of: need) || way.contains { name in need.contains { $0.hasPrefix(name) } }
        }
        #expect(isAsked, "\(requirement): no case needs \(way.sorted())")
      }
    }
  }
}

extension CaseResult { fileprivate var program: Program { scenario.program } }
