import APlusReference
import Dispatch

/// A context that runs its jobs one at a time, in order, on the threads of a pool.
final class SerialContext: Context {
  private static let slot = ThreadSlot<SerialContext>()

  /// The context whose job runs on the calling thread.
  static var current: SerialContext? { slot.object }

  /// A function that stands in an array by itself is wrapped once more with each look at it.
  private struct Job: Sendable {
    let run: @Sendable () -> Void
  }

  private struct State: Sendable {
    var jobs: [Job?] = []
    var first = 0
    var isScheduled = false
  }

  private let pool: JobPool
  private let state = Locked(State())

  init(_ pool: JobPool) {
    self.pool = pool
  }

  /// Takes a job.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    pool.expect()
    appendExpected(job)
  }

  /// Takes a job and runs it when a time has passed.
  func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm {
    guard delay > .zero else {
      enqueue(job)
      return Alarm {}
    }
    pool.expect()
    let delayed = DelayedJob(job)
    let nanoseconds = Int(delay / .nanoseconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
      if let job = delayed.take() {
        appendExpected(job)
      }
    }
    return Alarm { [pool] in
      if delayed.take() != nil {
        pool.finish()
      }
    }
  }

  /// Runs jobs in order, until there is none or another context waits for a thread; whoever calls
  /// this took the context from the pool.
  ///
  /// - Returns: How many ran.
  func run() -> Int {
    var count = 0
    Self.slot.hold(self) { _ in
      while runNext() {
        pool.finish()
        count += 1
        if pool.hasReady {
          pool.append(self)
          break
        }
      }
    }
    return count
  }

  /// Runs the next job, and lets go of it; false where there is none.
  private func runNext() -> Bool {
    let job = state.withLock { state -> Job? in
      guard state.first < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.first = 0
        state.isScheduled = false
        return nil
      }
      state.first += 1
      return state.jobs[state.first - 1].take()
    }
    job?.run()
    return job != nil
  }

  private func appendExpected(_ job: @escaping @Sendable () -> Void) {
    let isNews = state.withLock { state in
      state.jobs.append(Job(run: job))
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isNews {
      pool.append(self)
    }
  }
}

/// A job that is taken once: when its time comes, or when it is called off.
private final class DelayedJob: Sendable {
  private let job: Locked<(@Sendable () -> Void)?>

  init(_ job: @escaping @Sendable () -> Void) {
    self.job = Locked(job)
  }

  func take() -> (@Sendable () -> Void)? {
    job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
