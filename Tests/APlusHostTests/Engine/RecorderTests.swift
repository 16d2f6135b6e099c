import APlusQuiescence
import CQuiescence
import Synchronization
import Testing

@testable import APlusHost

@Suite("Recorder") struct RecorderTests {
  private final class Shared: Sendable {
    let late = Mutex<[Int32]>([])
    let isOver = Atomic(false)
    let running = Atomic(3)
  }

  @Test func `an event that comes while a run ends is recorded or late, and none is lost`() throws {
    for _ in 0..<300 {
      let recorder = Recorder()
      let shared = Shared()
      for _ in 0..<3 {
        Threads.start {
          while !shared.isOver.load(ordering: .acquiring) { recorder.record(RawEvent(.mark)) }
          shared.running.subtract(1, ordering: .releasing)
        }
      }
      while recorder.count < 100 { aplus_thread_yield() }
      let logs = recorder.close(patience: 60_000) { event, _ in shared.late.withLock { $0.append(event.sequence) } }
      let merged = logs.map { MergedEvents($0) }
      shared.isOver.store(true, ordering: .releasing)
      while shared.running.load(ordering: .acquiring) > 0 { aplus_thread_yield() }
      var numbers: [Int32] = []
      try #require(merged).visit { event, _ in numbers.append(event.sequence) }
      numbers += shared.late.withLock { $0.sorted() }
      try #require(numbers == Array(1...Int32(numbers.count)))
    }
  }
}
