#if os(Linux)
import TestSupport
import Testing

@Suite("the horizon check") struct HorizonTests {
  @Test func `many chains of hops are never found idle too early`() async throws {
    let trials = isShortRun ? 1000 : 5000
    let result = try await ProgramRun(ProgramRun.built("idle-stress"), ["\(trials)", "7"])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasPrefix("trials \(trials), false idles 0,"))
  }
}
#endif
