import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

@testable import APlusReports

/// One thing that is wrong in a library shows in cases about many requirements, and is reported once.
@Suite("One fact", .serialized) struct OneFactTests {
  @Test(arguments: [("second-handler-crashes", FailureType.crash), ("only-the-last-runs", .count)])
  func `a fact that shows under several requirements is one kind of failure`(fact: String, type: FailureType)
    async throws
  {
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"])
    let asked = ["2.2.2.2", "2.2.2.3", "2.2.6.1", "2.2.6.2"].flatMap { number in
      library.scenarios.filter { $0.requirement == number }.prefix(3)
    }
    let file = Repository.root + "Tests/MutantTests/OneFact/narrow.cjs"
    let adapter = Adapter(
      name: "adapter", argument: "adapter",
      command: ["env", "APLUS_FACT=\(fact)", "node", Repository.root + "adapters/kits/javascript/host.mjs", file])
    let result = await Runner(scenarios: asked, options: RunOptions(), judge: Judge.judge).run(adapter)
    #expect(result.launchFailure == nil)
    let violated = Set(
      result.cases.compactMap { $0.verdict?.violations.first }.filter { $0.type == type }.map(\.requirement))
    #expect(violated.count > 1)
    let kinds = FailureGroup.all(of: result).filter { $0.requirement != nil }
    #expect(kinds.count == 1)
    #expect(kinds.first.map { Set($0.requirements) } == violated)
  }
}
