#if os(Linux)
import TestSupport
import Testing

@Suite("the horizon check")
struct HorizonTests {
  @Test func `five thousand chains of hops are never found idle too early`() async throws {
    let result = try await ProgramRun(ProgramRun.built("idle-stress"), ["5000", "7"])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasPrefix("trials 5000, false idles 0,"))
  }
}
#endif
