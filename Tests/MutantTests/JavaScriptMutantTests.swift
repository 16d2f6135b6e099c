import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// Every JavaScript mutant is killed by its named case with its named message; the correct promise is not.
@Suite("JavaScript mutants") struct JavaScriptMutantTests {
  private static let faults = (try? Repository.faults(in: "mutants-javascript")) ?? []
  private static let library = ProjectSpecs.whole

  private func run(_ mutant: String, _ scenarios: [Scenario]) async throws -> AdapterResult {
    try await run(adapter: "mutants-javascript:\(mutant)", scenarios)
  }

  private func run(adapter name: String, _ scenarios: [Scenario]) async throws -> AdapterResult {
    let locator = AdapterLocator(directories: [Repository.root + "adapters"], searchPath: ProgramPath.text)
    let adapter = try locator.locate(name)
    // Garbage is collected in full between steps, which takes its time where other suites run; nothing hangs here.
    var options = RunOptions(timeout: .seconds(60))
    options.isolatesFailures = true
    let runner = Runner(scenarios: scenarios, options: options, judge: Judge.judge)
    return await runner.run(adapter)
  }

  private func messages(_ result: AdapterResult) -> [String] {
    result.cases.compactMap { result in
      result.verdict?.outcome == .violates ? result.verdict?.violations.first?.message : nil
    }
  }

  @Test func `each mutant has a row, and each row a variant of the manifest`() throws {
    let names = Self.faults.map(\.name) + ["correct"]
    #expect(try Repository.variants(of: "mutants-javascript").sorted() == names.sorted())
  }

  @Test func `there are mutants for every requirement that a promise can break`() throws {
    let faults = try Repository.faults(in: "mutants-javascript")
    #expect(faults.count { $0.chapter == "aplus" } >= 40)
    #expect(Set(faults.map(\.name)).count == faults.count)
    let library = try Self.library.get()
    let asked = Set(library.scenarios.filter { $0.chapter == "aplus" }.map(\.requirement))
    let broken = Set(faults.map(\.requirement))
    #expect(asked.subtracting(broken).isEmpty, "no mutant breaks these")
  }

  @Test(arguments: faults.filter { $0.killedBy != nil }.withoutRaces)
  func `a mutant is killed by its case, with its message`(fault: Fault) async throws {
    let id = try #require(fault.killedBy)
    let scenarios = try Self.library.get().scenarios.filter { $0.id == id || $0.id.hasPrefix(id + ".") }
    try #require(!scenarios.isEmpty, "there is no case \(id)")
    let expected = try #require(fault.message)
    var found: [String] = []
    var summary: [String] = []
    for _ in 0..<(fault.attempts ?? 1) where !found.contains(where: { $0.contains(expected) }) {
      let result = try await run(fault.name, scenarios)
      // The smoke gate leaves a faulty library to the judge.
      #expect(result.launchFailure == nil && result.withdrawn.isEmpty)
      // Where cancels do something else than claimed, the gate names the profiles that fit; where a library lacks what it
      // claims, the gate names the claim.
      let lacksClaim = ["throws-on-non-function-onfulfilled", "ignores-thenables"].contains(fault.name)
      let mayHint = fault.name.hasPrefix("then-returns-") || fault.chapter == "cancellation" || lacksClaim
      #expect(result.hint == nil || mayHint, "\(result.hint ?? "")")
      found = messages(result)
      summary = result.cases.map { "\($0.status)" }
    }
    #expect(found.contains { $0.contains(expected) }, "\(found), last \(summary)")
  }

  /// The exception leaves the queue broken, so that nothing runs any more in its process.
  @Test(.disabled(if: isShortRun, "runs the whole chapter"))
  func `what an exception leaves broken fails no other case`() async throws {
    let scenarios = try Self.library.get().scenarios.filter { $0.chapter == "aplus" }
    let result = try await run("thenable-throw-after-call-escapes", scenarios)
    let violated = result.cases.flatMap { result -> [String] in
      guard let verdict = result.verdict else { return ["not performed"] }
      return (verdict.violations + verdict.incidental).map(\.requirement)
    }
    #expect(Set(violated) == ["2.3.3.3.4.1"])
  }

  /// The correct promise reports nothing, so the promise of Node.js stands for what is right.
  @Test func `the promise of Node reports unhandled rejections as it should`() async throws {
    let scenarios = try Self.library.get().scenarios.filter { $0.chapter == "unhandled" }
    let result = try await run(adapter: "node", scenarios)
    #expect(result.cases.count > 100)
    for found in result.cases {
      #expect(found.verdict?.outcome == .conforms && found.verdict?.incidental.isEmpty == true, "\(found.scenario.id)")
    }
  }

  /// The combinators of all mutants are the same but for the fault of each.
  @Test func `what only the stack of an error refers to is not kept`() async throws {
    let scenarios = try Self.library.get().scenarios.filter { $0.id == "M6-a.any-rejected" }
    let result = try await run("any-keeps-reasons-of-losers", scenarios)
    #expect(result.cases.map { $0.verdict?.outcome } == [.conforms])
  }

  // A short run asks the first.
  @Test(arguments: [("zalgo", 100), ("aplus", 871), ("once", 500)].sampled(every: 3))
  func `the correct promise conforms in every case`(chapter: String, least: Int) async throws {
    let scenarios = try Self.library.get().scenarios.filter { $0.chapter == chapter && $0.isAsked(in: "javascript") }
    let result = try await run("correct", scenarios)
    var conforming = 0
    for result in result.cases {
      if let verdict = result.verdict, verdict.outcome == .conforms {
        conforming += verdict.incidental.isEmpty ? 1 : 0
      } else {
        let missing = result.scenario.capabilities.map(\.name)
        #expect(!Set(missing).isDisjoint(with: ["cancellation", "combinators", "abandon"]))
      }
    }
    #expect(conforming >= least)
    #expect(result.cases.count == scenarios.count)
  }
}
