import APlusCases
import APlusModel
import TestSupport
import Testing

/// A handler may wait for a thread that cannot run any more, because it runs inside a call of that thread.
@Suite("Waits that nothing can end") struct WaitTests {
  #if os(Linux)
  // Only the kernel can show it in time: without that, the host waits for six tenths of the time-out.
  @Test(.timeLimit(.minutes(5)), arguments: ["fulfill", "then"]) func `end as soon as every other thread sleeps`(
    call: String
  ) async throws {
    guard KitRun.canTest(with: "python3") else { return }
    let library = try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["threads"])
    let scenarios = library.scenarios.filter { $0.id == "F3-c.\(call)" }
    let run = try await KitRun.run("adapters/concurrent-futures", scenarios, timeout: .seconds(3600))
    let result = try #require(run.cases.first)
    #expect(result.verdict?.violations.first?.type == .stuck, "\(result.status)")
    #expect(result.trace?.ending == .stuck)
  }
  #endif
}
