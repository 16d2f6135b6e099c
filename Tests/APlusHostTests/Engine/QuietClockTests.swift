import Testing

@testable import APlusHost

@Suite("runs that are given up")
struct QuietClockTests {
  @Test func `a run that still records is never still, however long it takes`() {
    var quietClock = QuietClock()
    let run = ObjectIdentifier(Self.self)
    for look in 1...100 {
      #expect(quietClock.look(at: run, events: look, now: UInt64(look) * 10_000_000_000) == 0)
    }
    #expect(quietClock.look(at: run, events: 100, now: 1_000_000_000_005) == 5)
  }

  @Test func `another run begins anew`() {
    var quietClock = QuietClock()
    _ = quietClock.look(at: ObjectIdentifier(Self.self), events: 7, now: 0)
    #expect(quietClock.look(at: ObjectIdentifier(QuietClock.self), events: 7, now: 900) == 0)
    #expect(quietClock.look(at: ObjectIdentifier(QuietClock.self), events: 7, now: 950) == 50)
  }
}
