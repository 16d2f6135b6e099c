import Foundation
import Testing

@testable import APlusHosting
@testable import APlusRunner

@Suite("When a host is overdue") struct HostDeadlineTests {
  /// The second at which a host that has ten seconds is overdue, looked at every second.
  private func overdue(_ waits: (Int64) -> [Int32: Int64]) -> Int64? {
    let start = ContinuousClock.now
    var deadline = HostDeadline(start + .seconds(10), from: start)
    return (0...200).first { second in
      var seen = ProcessorTimes()
      seen.waited = waits(second).mapValues { $0 * 1_000_000_000 }
      return deadline.isOver(at: start + .seconds(second), seen)
    }
  }

  @Test func `a host that waits for no processor has the time that it is given`() {
    #expect(overdue { _ in [:] } == 10)
    #expect(overdue { _ in [1: 100] } == 10)
  }

  @Test func `time spent waiting for a processor is not counted`() {
    #expect(overdue { [1: 100 + $0 / 2] } == 19)
    #expect(overdue { [1: min($0, 3)] } == 13)
  }

  @Test func `the thread that waits longest counts, but never for more than has passed`() {
    #expect(overdue { [1: $0 / 2, 2: $0 / 4] } == 19)
    #expect(overdue { [1: 2 * ($0 / 2), 2: 0] } == 19)
  }

  @Test func `a thread that is new has waited for nothing`() {
    #expect(overdue { $0 < 5 ? [1: 0] : [1: 0, 2: 50] } == 10)
  }

  @Test func `a wait counts before it is over, if the thread is ready all the time`() {
    func overdue(isReady: Bool) -> Int64? {
      let start = ContinuousClock.now
      var deadline = HostDeadline(start + .seconds(10), from: start)
      return (0...200).first { second in
        var seen = ProcessorTimes()
        (seen.waited, seen.spent, seen.ready) = ([1: 7], [1: 7], isReady ? [1] : [])
        return deadline.isOver(at: start + .seconds(second), seen)
      }
    }
    #expect(overdue(isReady: true) == 50)
    #expect(overdue(isReady: false) == 10)
  }

  @Test func `a host that only waits is overdue after five times as long`() { #expect(overdue { [1: $0] } == 50) }

  @Test func `a machine that sleeps moves the deadline, however long it sleeps`() {
    let start = ContinuousClock.now
    var deadline = HostDeadline(start + .seconds(10), from: start)
    func isOver(_ second: Int) -> Bool { deadline.isOver(at: start + .seconds(second), ProcessorTimes()) }
    let early = (1...5).map(isOver)
    #expect(early == [false, false, false, false, false])
    let late = (3600...3610).map(isOver)
    #expect(late.firstIndex(of: true) == 5)
  }

  /// The second at which a host that has ten seconds, and a hundred if it computes, is overdue.
  private func overdue(computingFor seconds: Int64, waiting: Int64 = 0) -> Int64? {
    let start = ContinuousClock.now
    var deadline = HostDeadline(start + .seconds(10), from: start, upTo: .seconds(100))
    return (0...500).first { second in
      var seen = ProcessorTimes()
      seen.waited[1] = min(second, waiting) * 1_000_000_000
      return deadline.isOver(at: start + .seconds(second), seen, isComputing: second <= seconds)
    }
  }

  @Test func `a host has its time anew as long as it computes, up to a limit`() {
    #expect(overdue(computingFor: 0) == 10)
    #expect(overdue(computingFor: 35) == 45)
    #expect(overdue(computingFor: 500) == 100)
    #expect(overdue(computingFor: 500, waiting: 30) == 130)
  }

  @Test func `a thread computes that runs for half of the time that it gets`() {
    func isComputing(_ ran: Double, _ waited: Double, isReady: Bool = false) -> Bool? {
      times(ran, waited, isReady: isReady).showsComputation(since: ProcessorTimes(), in: .seconds(1))
    }
    #expect(isComputing(1, 0) == true)
    #expect(isComputing(0.6, 0) == true)
    #expect(isComputing(0.2, 0.8) == true)
    #expect(isComputing(0.2, 0) == false)
    #expect(isComputing(0, 0) == false)
    #expect(isComputing(0.001, 0.999) == false)
    #expect(isComputing(0.6, 0, isReady: true) == true)
    #expect(isComputing(0.2, 0, isReady: true) == nil)
    #expect(isComputing(0, 0, isReady: true) == nil)
  }

  @Test func `a host that computes does so while it waits for a processor`() {
    let start = ContinuousClock.now
    var activity = HostActivity()
    // A second each: it runs, waits, and runs for a moment while the kernel counts its wait.
    let looks = [times(0, 0), times(1, 0, isReady: true), times(1, 0, isReady: true), times(1.1, 1.9, isReady: true)]
    let computes = looks.enumerated().map { second, times in
      activity.note(times, at: start + .seconds(second))
      return activity.isComputing
    }
    #expect(computes == [false, true, true, true])
    // It sleeps now.
    activity.note(times(1.1, 1.9), at: start + .seconds(4))
    #expect(!activity.isComputing)
  }

  /// What a look shows of one thread, in seconds.
  private func times(_ ran: Double, _ waited: Double, isReady: Bool = false) -> ProcessorTimes {
    var times = ProcessorTimes()
    times.spent[1] = Int64(ran * 1e9)
    times.waited[1] = Int64(waited * 1e9)
    if isReady { times.ready = [1] }
    return times
  }

  #if os(Linux)
  @Test func `the kernel reports how long the threads of a process have waited`() {
    var waits = ProcessorTimes()
    waits.add(process: getpid())
    #expect(waits.waited[getpid()] != nil)
    #expect(waits.waited.values.allSatisfy { $0 >= 0 })
  }
  #endif
}
