import APlusQuiescence
import Testing

@testable import APlusHost

@Suite("runs that are given up") struct QuietClockTests {
  @Test func `a run that still records is never still, however long it takes`() {
    var quietClock = QuietClock()
    for look in 1...100 {
      quietClock.look(at: 1, events: look, now: UInt64(look) * 10_000_000_000) { [:] }
      #expect(quietClock.time.nanoseconds == 0)
    }
    for look in 1...3 as ClosedRange<UInt64> {
      quietClock.look(at: 1, events: 100, now: 1_001_000_000_000 + look * QuietTime.step) { [:] }
    }
    #expect(quietClock.time.nanoseconds == 2 * QuietTime.step)
  }

  @Test func `another run begins anew`() {
    var quietClock = QuietClock()
    func quiet(_ run: UInt64, _ step: UInt64) -> UInt64 {
      quietClock.look(at: run, events: 7, now: step * QuietTime.step) { [:] }
      return quietClock.time.nanoseconds
    }
    #expect([quiet(1, 0), quiet(1, 1), quiet(1, 2)] == [0, 0, QuietTime.step])
    #expect([quiet(2, 900), quiet(2, 901), quiet(2, 902)] == [0, 0, QuietTime.step])
  }

  @Test func `the end of a run leaves another one watched`() throws {
    func makeRun() throws -> ActiveRun {
      let performance = Performance(try Plan(Programs.basic), on: Library(ManualToy()), lanes: LanePool(seed: 0))
      return ActiveRun(performance, patience: 1, Engine.Observer(onEnd: { _ in }))
    }
    let (ended, next) = (try makeRun(), try makeRun())
    #expect(ended.performance.recorder.run != next.performance.recorder.run)
    let watchdog = Watchdog()
    watchdog.watch(next)
    watchdog.unwatch(ended)
    #expect(watchdog.watched === next)
    watchdog.unwatch(next)
    #expect(watchdog.watched !== next)
  }
}
