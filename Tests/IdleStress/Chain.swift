import CQuiescence
import Dispatch
import Synchronization

/// Where a chain can hop to.
final class Places: Sendable {
  let serial = DispatchQueue(label: "stress")
  let pool = Pool(size: 2)
}

/// Threads that take jobs from a list.
final class Pool: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let available = DispatchSemaphore(value: 0)

  init(size: Int) {
    for _ in 0..<size {
      Thread { [self] in
        while true {
          available.wait()
          jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
        }
      }.start()
    }
  }

  func append(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
    available.signal()
  }
}

/// A number of hops, one causing the next.
final class Chain: Sendable {
  private let places: Places
  private let rest: Mutex<(hops: Int, generator: Generator)>
  private let over = Atomic<Bool>(false)
  private let signal = DispatchSemaphore(value: 0)

  init(places: Places, hops: Int, seed: UInt64) {
    self.places = places
    rest = Mutex((hops, Generator(state: seed)))
  }

  /// Whether the last hop is done.
  var isOver: Bool { over.load(ordering: .sequentiallyConsistent) }

  /// Makes the first hop.
  func start() { hop() }

  /// Waits for the last hop.
  func waitUntilOver() { signal.wait() }

  private func hop() {
    let kind = rest.withLock { rest -> UInt64? in
      guard rest.hops > 0 else { return nil }
      rest.hops -= 1
      return rest.generator.next() % 100
    }
    guard let kind else {
      over.store(true, ordering: .sequentiallyConsistent)
      signal.signal()
      return
    }
    let next: @Sendable () -> Void = { [self] in hop() }
    switch kind {
    case ..<30: DispatchQueue.global().async(execute: next)
    case ..<55: places.serial.async(execute: next)
    case ..<80: places.pool.append(next)
    case ..<85: DispatchQueue.main.async(execute: next)
    case ..<90: Task { next() }
    case ..<99:
      let delay = DispatchTimeInterval.microseconds(Int(60 * (kind - 89)))
      DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: next)
    default:
      DispatchQueue.global().async {
        aplus_thread_nap(200)
        next()
      }
    }
  }
}
