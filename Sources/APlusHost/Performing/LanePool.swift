import APlusQuiescence
import CHost
import CQuiescence
import Synchronization

/// Threads that perform lanes and then sleep until the next ones.
final class LanePool: Sendable {
  private struct Worker: Sendable {
    let parking = Parking()
    let job = Job()
  }

  private final class Job: Sendable { let body = Mutex<(@Sendable () -> Void)?>(nil) }

  private let idle = Mutex<[Worker]>([])
  private let processors = Int(aplus_processor_count())
  private let seed: UInt64

  /// Creates a pool without threads.
  ///
  /// - Parameter seed: The seed of the delays at the library's locks.
  init(seed: UInt64) { self.seed = seed }

  /// Performs functions at the same time, one thread each, and waits for all of them.
  ///
  /// No thread starts before all have arrived. The last ones to arrive, as many as there are
  /// processors, spin, so that they start within nanoseconds of each other; the others sleep.
  ///
  /// From then on threads are delayed at random when they use a mutex of the library, until
  /// `endDelays` is called: the work that lanes start goes on after them.
  func perform(_ bodies: [@Sendable () -> Void]) {
    aplus_delays_begin(seed)
    let start = Barrier(parties: bodies.count, spinners: processors)
    let finish = Countdown(bodies.count)
    for body in bodies {
      let worker = idle.withLock { $0.popLast() } ?? startWorker()
      worker.job.body.withLock { job in
        job = { [self] in
          start.arrive()
          body()
          idle.withLock { $0.append(worker) }
          finish.countDown()
        }
      }
      worker.parking.wake()
    }
    finish.wait()
    aplus_delays_let_up()
  }

  /// Stops delaying threads.
  func endDelays() { aplus_delays_end() }

  private func startWorker() -> Worker {
    let worker = Worker()
    Threads.start {
      while true {
        let seen = worker.parking.count
        let body = worker.job.body.withLock { job in
          defer { job = nil }
          return job
        }
        if let body { body() } else { worker.parking.wait(seen) }
      }
    }
    return worker
  }
}

/// Lets one thread wait for a number of others.
private final class Countdown: Sendable {
  private let rest: Atomic<Int>
  private let parking = Parking()

  init(_ count: Int) { rest = Atomic(count) }

  func countDown() { if rest.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { parking.wake() } }

  func wait() {
    while true {
      let seen = parking.count
      guard rest.load(ordering: .acquiring) > 0 else { return }
      parking.wait(seen)
    }
  }
}
