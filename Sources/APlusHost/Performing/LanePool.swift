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
  private let performances = Atomic<UInt64>(0)

  /// Creates a pool without threads.
  ///
  /// - Parameter seed: The seed of the lanes' offsets, and of the delays at the library's locks.
  init(seed: UInt64) { self.seed = seed }

  /// Performs functions at the same time, one thread each, and waits for all of them.
  ///
  /// No thread starts before all have arrived. The last ones to arrive, as many as there are
  /// processors, spin, so that they start within nanoseconds of each other; the others sleep. Then each
  /// lane spins for its offset.
  ///
  /// From then on threads are delayed at random when they use a mutex of the library, until
  /// `endDelays` is called: the work that lanes start goes on after them.
  func perform(_ bodies: [@Sendable () -> Void]) {
    aplus_delays_begin(seed)
    let start = Barrier(parties: bodies.count, spinners: processors)
    let finish = Countdown(bodies.count)
    for (body, offset) in zip(bodies, offsets(bodies.count)) {
      let worker = idle.withLock { $0.popLast() } ?? startWorker()
      worker.job.body.withLock { job in
        job = { [self] in
          start.arrive()
          for _ in 0..<offset { aplus_thread_relax() }
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

  /// How often each lane signals that it spins before it begins; once takes some ten nanoseconds.
  ///
  /// A race may need two calls to meet within a few instructions, anywhere inside of them, and lanes that begin
  /// together meet in the same place again and again. So they begin at random moments, within a time that doubles
  /// from one performance to the next, from none to some microseconds, and then again.
  private func offsets(_ count: Int) -> [UInt64] {
    let number = performances.add(1, ordering: .relaxed).oldValue
    let mask = (1 as UInt64) << (number % 9) - 1
    // The mixing of SplitMix64.
    return (0..<UInt64(count)).map { lane in
      var bits = seed &+ (number << 8 | lane) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      return (bits ^ bits >> 31) & mask
    }
  }

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
