#if os(Linux)
import CPlatform
import Testing

@testable import APlusEngine

@Suite("timers without time left") struct TimerMemoryTests {
  private static let horizon: UInt64 = 20_000_000

  /// Whether a timer that had a millisecond left at 0 is believed to be disarmed where it has none.
  private static func isBelieved(in time: ClosedRange<UInt64>) -> Bool {
    var memory = TimerMemory()
    let armed = aplus_proc_timer(file: 5, ticks: 0, remaining: 1_000_000)
    let isFar = memory.note([armed], readIn: 0...10_000, horizon: horizon)
    #expect(!isFar)
    let spent = aplus_proc_timer(file: 5, ticks: 0, remaining: 0)
    return memory.note([spent], readIn: time, horizon: horizon)
  }

  @Test func `one that was due later was disarmed`() {
    #expect(Self.isBelieved(in: 400_000...500_000))
  }

  @Test func `one that may have expired while it was read is given time to wake its thread`() {
    #expect(!Self.isBelieved(in: 900_000...1_100_000))
    #expect(!Self.isBelieved(in: 1_100_000...1_200_000))
    #expect(Self.isBelieved(in: 21_000_000...21_100_000))
  }
}
#endif
