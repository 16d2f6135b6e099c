import Testing

@testable import APlusHost

@Suite("waiting for timers") struct TimerWaitPolicyTests {
  private static let least: UInt64 = 20_000_000
  private static let reach: UInt64 = 1_000_000_000

  @Test func `a timer due within a second is awaited until three have had no effect`() {
    var timerWaits = TimerWaitPolicy()
    for _ in 0..<3 {
      #expect(timerWaits.horizon(atLeast: Self.least) == Self.reach)
      timerWaits.note(nil)
    }
    #expect(timerWaits.horizon(atLeast: Self.least) == Self.least)
  }

  @Test func `the wait is twice the longest timer with an effect, up to a second`() {
    var timerWaits = TimerWaitPolicy()
    for _ in 0..<3 { timerWaits.note(nil) }
    timerWaits.note(300_000_000)
    timerWaits.note(100_000_000)
    #expect(timerWaits.horizon(atLeast: Self.least) == 600_000_000)
    timerWaits.note(5 * Self.reach)
    #expect(timerWaits.horizon(atLeast: Self.least) == Self.reach)
  }

  @Test func `a program that waits longer is given its time`() {
    #expect(TimerWaitPolicy().horizon(atLeast: 2 * Self.reach) == 2 * Self.reach)
  }

  @Test func `a wait ends where something is recorded`() {
    var wait = TimerWait()
    #expect(wait.end(at: 5, 1) == nil)
    wait.begin(at: 10, 1)
    wait.begin(at: 20, 1)
    #expect(wait.end(at: 30, 1) == nil)
    #expect(wait.isUnderWay)
    #expect(wait.end(at: 40, 2) == 30)
    #expect(!wait.isUnderWay)
  }
}
