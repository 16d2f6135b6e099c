import APlusAdapter
import APlusCases
import APlusHost
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing
import aplus_mutants

/// A wrongly wired adapter gets a message that says what to change; faulty libraries are left to the judge.
@Suite("Smoke gate", .serialized) struct SmokeTests {
  private static let library = Result { try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"]) }
  private static let wrong = Repository.root + "Tests/MutantTests/WrongAdapters/wrong.cjs"
  private static let faults = (try? Repository.faults(in: "mutants-javascript")) ?? []

  private func run(_ adapter: Adapter) async throws -> AdapterResult {
    let scenario = try #require(try Self.library.get().scenarios.first)
    let runner = Runner(scenarios: [scenario], options: RunOptions(), judge: Judge.judge)
    return await runner.run(adapter)
  }

  private func javaScript(_ file: String, _ variables: [String] = []) -> Adapter {
    Adapter(
      name: "adapter", argument: "adapter",
      command: ["env"] + variables + ["node", Repository.root + "adapters/kits/javascript/host.mjs", file])
  }

  @Test(
    "a wrong adapter gets a message that says what to change",
    arguments: [
      ("deferred-throws", "deferred threw Error: use the constructor"),
      ("deferred-returns-nothing", "deferred threw TypeError"),
      ("deferred-without-promise", "deferred gave undefined in place of its promise"),
      ("deferred-is-async", "deferred gave undefined in place of its promise"),
      ("promise-is-not-called", "the promise of deferred has no callable then"),
      ("promise-is-the-deferred", "the promise of deferred has no callable then"),
      ("resolve-is-missing", "resolve of a new deferred threw TypeError"),
      ("reject-is-misspelt", "reject of a new deferred threw TypeError"),
      ("resolve-and-reject-are-swapped", "the two are swapped"),
      ("resolve-rejects", "resolve rejects the promise, though the library can fulfill one"),
      ("reject-resolves", "reject fulfills the promise, though the library can reject one"),
      ("one-deferred-for-all", "deferred gave the same promise twice"),
      ("resolver-of-the-latest-deferred", "settled the promise of another"),
      ("promise-of-another-deferred", "neither resolve nor reject settles the promise"),
      ("value-is-dropped", "resolve(value) fulfilled with undefined"),
      ("value-is-wrapped", "resolve(value) fulfilled with [S]"),
      ("reason-becomes-text", #"reject(reason) rejected with "[object Object]""#),
      ("reason-becomes-error", "reject(reason) rejected with Error: failed"),
      ("resolved-returns-nothing", "resolved gave undefined, which is no promise"),
      ("resolved-returns-the-value", "resolved gave S, which is no promise"), ("rejected-throws", "rejected threw R"),
      ("ready-made-by-the-language", "resolved gives a promise of another kind than deferred"),
      ("ready-made-are-swapped", "resolved gives a rejected promise"),
      ("ready-made-reason-becomes-text", "rejected(reason) is rejected with"),
      ("combinator-is-missing", "host: no combinator: all"),
    ]) func isRefused(_ name: String, _ message: String) async throws
  {
    let result = try await run(javaScript(Self.wrong, ["APLUS_WRONG_ADAPTER=\(name)"]))
    #expect(result.launchFailure?.type == .wiring)
    #expect(result.launchFailure?.message.contains(message) == true)
    #expect(result.cases.map(\.status) == [.notRun(reason: "the adapter is wired wrong")])
  }

  @Test(
    "a claim that an adapter does not keep is withdrawn",
    arguments: [
      ("resolve-does-not-adopt", "adopting-resolve", "resolve fulfills with a promise instead of adopting it"),
      (
        "resolved-does-not-adopt", "adopting-resolve:resolved",
        "resolved fulfills with what it is given instead of adopting it"
      ), ("only-resolved-adopts", "adopting-resolve:resolve", "resolve fulfills with a promise instead of adopting it"),
      ("cancel-is-not-implemented", "cancellation", "cancel of a pending promise threw Error: not implemented"),
      ("cancel-is-not-there", "cancellation", "cancel of a pending promise threw TypeError"),
      ("acceptance-is-not-reported", "acceptance", "resolve does not report whether it took effect"),
      ("combinator-forgets-return", "combinators:all", "the combinator all gave undefined"),
      ("finally-is-called-wrong", "combinators:finally", "the combinator finally threw TypeError"),
      ("combinators-are-called-wrong", "combinators:all", "the combinators all, race, finally threw TypeError"),
    ]) func isWithdrawn(_ name: String, _ claim: String, _ reason: String) async throws
  {
    let result = try await run(javaScript(Self.wrong, ["APLUS_WRONG_ADAPTER=\(name)"]))
    #expect(result.launchFailure == nil)
    let withdrawn = try #require(result.withdrawn.first)
    #expect(withdrawn.capability.description == claim)
    #expect(withdrawn.reason.contains(reason))
    let identity = try #require(result.identity)
    #expect(!identity.capabilities.provide(withdrawn.capability))
    #expect(result.cases.allSatisfy { $0.verdict != nil })
  }

  @Test(
    "a fault that may be the library's is judged, with a hint",
    arguments: [
      ("then-and-catch", "of then(f, r), r got what f threw"),
      ("catch-and-then", "of then(f, r), f got what r returned"),
      ("two-ways-to-register", "handlers that are registered alone and handlers that are registered in pairs"),
      ("then-returns-nothing", "then gave undefined; return what the library's then returns"),
    ]) func isHintedAt(_ name: String, _ hint: String) async throws
  {
    let result = try await run(javaScript(Self.wrong, ["APLUS_WRONG_ADAPTER=\(name)"]))
    #expect(result.launchFailure == nil)
    #expect(result.hint?.hasPrefix(hint) == true)
    #expect(result.cases.allSatisfy { $0.verdict != nil })
  }

  /// Of two hosts, only one performs the smoke programs, and the other waits for what they show.
  @Test(arguments: [
    ("node", true, true), ("mutants-javascript:correct", false, false),
    ("mutants-javascript:rejections-are-not-reported", true, false),
  ]) func `who reports unhandled rejections is seen, and who claims it is held to it`(
    name: String, isApplicable: Bool, conforms: Bool
  ) async throws {
    let locator = AdapterLocator(directories: [Repository.root + "adapters"], searchPath: ProgramPath.text)
    let chapter = try ProjectSpecs.library.get().scenarios.filter { $0.requirement == "UH-1" }
    let runner = Runner(scenarios: chapter, options: RunOptions(jobs: 2), judge: Judge.judge)
    let result = await runner.run(try locator.locate(name))
    #expect(try #require(result.identity).capabilities.provide(.unhandled) == isApplicable)
    #expect(result.withdrawn.isEmpty && result.cases.count == chapter.count)
    for found in result.cases where found.scenario.id == "UH-1-a.settled" {
      let outcome = try #require(found.verdict?.outcome)
      let expected: Verdict.Outcome =
        conforms ? .conforms : isApplicable ? .violates : .notApplicable(reason: "unhandled")
      #expect(outcome == expected)
    }
  }

  @Test func `what a second try does right is left to the judge`() async throws {
    let lost = ["APLUS_WRONG_ADAPTER=first-outcomes-are-lost"]
    let result = try await run(javaScript(Self.wrong, lost))
    #expect(result.launchFailure == nil)
    let performed = try #require(result.cases.first)
    #expect(performed.verdict?.outcome == .conforms, "\(performed.status)")
  }

  /// The others are held to it where their cases kill them.
  @Test(arguments: faults.filter { $0.killedBy == nil || $0.isRace }) func `a faulty JavaScript library is judged`(
    fault: Fault
  ) async throws {
    let locator = AdapterLocator(directories: [Repository.root + "adapters"], searchPath: ProgramPath.text)
    let result = try await run(try locator.locate("mutants-javascript:\(fault.name)"))
    #expect(result.launchFailure == nil)
    #expect(result.hint == nil)
    #expect(result.withdrawn.isEmpty)
    #expect(result.cases.allSatisfy { $0.verdict != nil })
  }

  /// Those that may end or block the process that they are in are left out.
  private static let harmless = ((try? Repository.faults(in: "mutant")) ?? []).filter { $0.attempts != 5 }.map(\.name)

  @Test(arguments: [Mutant.correct.name] + harmless) func `a faulty Swift library is judged`(name: String) throws {
    let process = InProcess(try #require(Mutants.named(name)))
    var traces: [SmokeProgram: Trace] = [:]
    for program in SmokeProgram.allCases where program.isClaimed(by: process.capabilities) {
      traces[program] = process.trace(of: program.program(for: process.capabilities))
    }
    #expect(traces[.deferred] != nil)
    let gate = SmokeGate(traces, capabilities: process.capabilities)
    #expect(gate.fault == nil)
    // Faults that may also be the adapter's.
    let hints = [
      "rejected-without-reason": "reasons arrive wrapped",
      "then-returns-same-promise": "then gave the promise that it was called on",
    ]
    if let hint = hints[name] {
      #expect(gate.hint?.hasPrefix(hint) == true)
    } else {
      #expect(gate.hint?.hasPrefix("cancels do not do what cancellation:downstream says: ") ?? true)
      #expect(name != Mutant.correct.name || gate.hint == nil)
    }
    #expect(gate.withdrawals.isEmpty)
  }

  @Test(arguments: CancelProfile.table.map(\.word)) func `where the claim does not fit, the hint names the profile`(
    word: String
  ) throws {
    for promise in CancellationProfiles.promises(of: word, with: []) {
      for claim in CancelProfile.table.map(\.word) {
        let process = InProcess(promise, cancellation: [claim])
        let program = SmokeProgram.cancels.program(for: process.capabilities)
        let trace = try #require(process.trace(of: program))
        let plain = try #require(process.trace(of: SmokeProgram.deferred.program(for: process.capabilities)))
        let hint = SmokeGate([.cancels: trace, .deferred: plain], capabilities: process.capabilities).hint
        if claim == word { #expect(hint == nil) }
        if let hint {
          #expect(hint.hasPrefix("cancels do not do what cancellation:\(claim) says: "))
          #expect(hint.contains("cancellation:\(word)"), "\(hint)")
        }
      }
    }
  }

  @Test func `where no profile fits, the hint says so`() throws {
    let process = InProcess(try #require(Mutants.named("cancel-forgets-settled-promise")))
    let programs: [SmokeProgram] = [.deferred, .cancels]
    var traces: [SmokeProgram: Trace] = [:]
    for program in programs { traces[program] = process.trace(of: program.program(for: process.capabilities)) }
    let hint = try #require(SmokeGate(traces, capabilities: process.capabilities).hint)
    #expect(hint.contains("what waits below a cancelled promise that is settled was fulfilled; no profile fits"))
  }
}
