import APlusQuiescence
import Testing

@testable import APlusHost

@Suite("quiet time") struct QuietTimeTests {
  private typealias Share = QuietTime.Share

  private static let step = QuietTime.step

  /// The quiet time after ten steps with one thread, whose share is given for each of them.
  private func time(_ share: (UInt64) -> Share) -> UInt64 {
    var quiet = QuietTime()
    quiet.note(5, at: 0) { [:] }
    for step in 0...10 { quiet.note(5, at: UInt64(step) * Self.step) { [7: share(UInt64(step))] } }
    return quiet.nanoseconds
  }

  @Test func `a thread that sleeps lets the time count`() {
    #expect(time { _ in Share(run: 1, wait: 1, isReady: false) } == 10 * Self.step)
  }

  @Test func `a thread that runs now and then lets the time count`() {
    #expect(time { Share(run: $0 * Self.step / 4, wait: 1, isReady: true) } == 10 * Self.step)
  }

  @Test func `a thread that computes stops the clock, and turns it back`() {
    #expect(time { Share(run: $0 * Self.step, wait: 1, isReady: true) } == 0)
    #expect(time { Share(run: max($0, 7) * Self.step, wait: 1, isReady: false) } == 4 * Self.step)
    #expect(time { Share(run: min($0, 7) * Self.step, wait: 1, isReady: false) } == 3 * Self.step)
  }

  @Test func `the processor time of all threads is counted from the last event on, and the busiest is known`() {
    var quiet = QuietTime()
    for step in 0...6 as ClosedRange<UInt64> {
      quiet.note(step < 2 ? 5 : 6, at: step * Self.step) {
        [7: Share(run: step * Self.step / 2, wait: 0, isReady: true), 8: Share(run: step, wait: 0, isReady: false)]
      }
    }
    #expect(quiet.isComputing)
    #expect(quiet.busiest == 7)
    #expect(quiet.elapsed == 3 * Self.step)
    #expect(quiet.used == 3 * Self.step / 2 + 3)
  }

  @Test func `a thread that could run and did not stops the clock but for an eighth`() {
    #expect(time { _ in Share(run: 1, wait: 1, isReady: true) } == 10 * Self.step / 8)
  }

  @Test func `while the process is stopped, hardly any time counts`() {
    var quiet = QuietTime()
    for step in [0, 1, 2, 1000] as [UInt64] {
      quiet.note(5, at: step * Self.step) { [7: Share(run: 1, wait: 1, isReady: false)] }
    }
    #expect(quiet.nanoseconds == Self.step + QuietTime.longestStep)
  }

  @Test func `a thread that slept and waited lets only its sleep count`() {
    let quarter = Self.step / 4
    let time = time { Share(run: $0, wait: 3 * $0 * quarter, isReady: true) }
    #expect(time == 10 * quarter)
  }

  @Test func `a thread that gets a part of a busy processor computes`() {
    let tenth = Self.step / 10
    #expect(time { Share(run: $0 * tenth, wait: 9 * $0 * tenth, isReady: true) } == 0)
  }

  @Test func `a wait that ends is taken away no more than once over`() {
    let time = time { Share(run: $0 < 10 ? 1 : 2, wait: $0 < 10 ? 0 : 10 * Self.step, isReady: true) }
    #expect(time == 10 * Self.step / 8)
  }

  @Test func `a new thread with the number of one that has ended wants nothing yet`() {
    #expect(time { Share(run: $0, wait: 100 - $0, isReady: true) } == 10 * Self.step)
  }

  @Test func `the thread that waited longest decides`() {
    var quiet = QuietTime()
    for step in 0...3 as ClosedRange<UInt64> {
      quiet.note(5, at: step * Self.step) {
        [7: Share(run: step, wait: 1, isReady: true), 8: Share(run: step, wait: step * Self.step / 2, isReady: true)]
      }
    }
    // The first look only saw how many events there are.
    #expect(quiet.nanoseconds == Self.step)
  }

  @Test func `an event begins anew`() {
    var quiet = QuietTime()
    for step in 0...10 as ClosedRange<UInt64> { quiet.note(step < 10 ? 5 : 6, at: step * Self.step) { [:] } }
    #expect(quiet.nanoseconds == 0)
    for step in 11...13 as ClosedRange<UInt64> { quiet.note(6, at: step * Self.step) { [:] } }
    #expect(quiet.nanoseconds == 2 * Self.step)
  }

  @Test func `the threads are not looked at for each event`() {
    var quiet = QuietTime()
    for count in 0..<100 {
      quiet.note(count, at: UInt64(count) * Self.step) {
        Issue.record("looked at the threads")
        return [:]
      }
    }
  }
}
