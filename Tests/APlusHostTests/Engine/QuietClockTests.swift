import Testing

@testable import APlusHost

@Suite("runs that are given up") struct QuietClockTests {
  @Test func `a run that still records is never still, however long it takes`() {
    var quietClock = QuietClock()
    for look in 1...100 { #expect(quietClock.look(at: 1, events: look, now: UInt64(look) * 10_000_000_000) == 0) }
    #expect(quietClock.look(at: 1, events: 100, now: 1_000_000_000_005) == 5)
  }

  @Test func `another run begins anew`() {
    var quietClock = QuietClock()
    _ = quietClock.look(at: 1, events: 7, now: 0)
    #expect(quietClock.look(at: 2, events: 7, now: 900) == 0)
    #expect(quietClock.look(at: 2, events: 7, now: 950) == 50)
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
