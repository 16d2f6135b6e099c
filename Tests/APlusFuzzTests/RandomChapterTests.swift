import APlusFuzz
import APlusModel
import Foundation
import TestSupport
import Testing

@testable import APlusCases

@Suite("The chapter of generated programs") struct RandomChapterTests {
  @Test func `every requirement that judge and oracle name has its case`() throws {
    let library = try ProjectSpecs.library.get()
    let known = Set(library.requirements.all.map(\.number))
    var named: Set<String> = []
    for folder in ["APlusJudge", "APlusOracle"] {
      let root = URL(filePath: Repository.root + "Sources/\(folder)")
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        named.formUnion(text.matches(of: /"([A-Z0-9][-.A-Za-z0-9]*)"/).map { String($0.1) })
      }
    }
    let missing = named.intersection(known).subtracting(RandomChapter.requirements)
    #expect(missing.isEmpty, "\(missing.sorted())")
    #expect(named.intersection(known).count > 40)
  }

  @Test func `the programs stand still, and each can be performed by a library of its group`() {
    #expect(RandomChapter.programs.count == 680)
    #expect(Set(RandomChapter.programs.map(\.id)).count == 680)
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
    let plain = passed.filter(\.scenario.capabilities.isEmpty)
    #expect(ids(plain, into: cases) == cases.map(\.id), "a library without capabilities")
  }

  @Test(arguments: [0, 1]) func `order among threads is asked of a library that runs handlers on its own`(
    concurrentStarts: Int
  ) throws {
    let library = try ProjectSpecs.library.get()
    let cases = RandomChapter.cases(of: library.requirements.all)
    let passed = RandomChapter.programs.filter(\.capabilities.isEmpty).map {
      let verdict = Verdict(outcome: .conforms, concurrentStarts: concurrentStarts)
      return CaseResult(scenario: $0, status: .judged(verdict))
    }
    let results = RandomChapter.folded(passed, into: cases)
    let order = try #require(results.first { $0.scenario.requirement == "T-order" })
    #expect((order.verdict?.outcome == .conforms) == (concurrentStarts > 0))
  }
}
