import CQuiescence
import Synchronization

/// A thread for a task that may block.
///
/// Each job of the task has a thread of its own, so a task that never suspends has one.
package final class WaitingThread: TaskExecutor {
  private static let hasEnded: Int32 = -1
  /// Nanoseconds after which a thread counts as one that polls.
  private static let limit: UInt64 = 1_000_000_000

  /// The number of the thread; 0 before it begins.
  private let number = Atomic<Int32>(0)

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Threads.start { [self] in
      number.store(aplus_thread_id(), ordering: .releasing)
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      number.store(Self.hasEnded, ordering: .releasing)
    }
  }

  /// Lets the thread come to wait or to its end, unless it is the calling one.
  ///
  /// So what one thread has others do reaches the library in order. A thread that never rests is not waited for.
  package func awaitRest() {
    let end = aplus_clock_now() + Self.limit
    var look = Look()
    defer { look.close() }
    while aplus_clock_now() < end {
      let number = number.load(ordering: .acquiring)
      if number == Self.hasEnded || number == aplus_thread_id() || number > 0 && look.showsRest(of: number) { return }
      aplus_thread_nap(20)
    }
  }

  /// Looks at a thread again and again.
  private struct Look {
    #if os(Linux)
    private var file: aplus_proc_thread?
    private var last: aplus_proc_counters?
    #endif

    /// Whether the thread sleeps, and has done so since the last look: one that waits for a lock goes on soon.
    mutating func showsRest(of thread: Int32) -> Bool {
      #if os(Linux)
      let file = file ?? aplus_proc_open(0, thread)
      self.file = file
      let counters = file.counters
      defer { last = counters }
      guard let counters, let last, file.rest != nil else { return false }
      return counters.isSame(as: last)
      #else
      return false
      #endif
    }

    func close() {
      #if os(Linux)
      file.map(aplus_proc_close)
      #endif
    }
  }
}
