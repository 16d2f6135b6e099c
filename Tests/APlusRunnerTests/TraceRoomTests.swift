import APlusJudge
import APlusModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import APlusRunner

@Suite("Room for large traces") struct TraceRoomTests {
  /// The numbers of those that have entered, in that order.
  private final class Entries: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock(\.self) }

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  @Test func `One at a time is in the room, and those that wait enter in turn`() async {
    let room = TraceRoom()
    let entries = Entries()
    await room.enter()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...3 {
        group.addTask {
          await room.enter()
          entries.add(number)
        }
        while room.waitingCount < number { await Task.yield() }
      }
      #expect(entries.all == [])
      for count in 1...3 {
        room.leave()
        while entries.all.count < count { await Task.yield() }
        #expect(entries.all == Array(1...count))
      }
    }
    room.leave()
    // It is free again.
    await room.enter()
  }

  /// With one processor, a judge that is slow would hold up all else.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func `large traces are judged one after another, and no host is overdue meanwhile`() async {
    let marks = #"my $name = 'm' x 10_000; map { qq({"n":$_,"s":0,"e":"mark","step":0,"name":"$name"}) } 1..300"#
    let trace = #"qq({"trace":"aplus-trace/1","ending":"quiet","objects":[],"events":[$marks]})"#
    let host = ScriptedHost(start: "no warnings; my $marks = join ',', do { \(marks) }; *trace = sub { \(trace) };")
    let atWork = Mutex((now: 0, most: 0))
    // Less than a judge takes.
    var options = RunOptions(jobs: 2, timeout: .seconds(2))
    options.startTimeout = ScriptedHost.patience
    let runner = Runner(scenarios: Scenario.numbered(2), options: options) { _, _ in
      atWork.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      usleep(3_000_000)
      atWork.withLock { $0.now -= 1 }
      return Verdict(outcome: .conforms)
    }
    let result = await runner.run(host.adapter)
    #expect(result.cases.map(\.summary) == ["conforms", "conforms"])
    #expect(atWork.withLock(\.most) == 1)
  }
}
