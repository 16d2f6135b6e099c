import APlusReference
import Synchronization

/// A context that runs its jobs one at a time, in order, on the threads of a pool.
final class SerialContext: Context {
  /// The context whose job runs on the calling thread.
  @TaskLocal static var current: SerialContext?

  /// A job in a structure: a bare function in an array would be wrapped once more at each access.
  private struct Job: Sendable { let run: @Sendable () -> Void }

  private struct State: Sendable {
    var jobs: [Job?] = []
    var first = 0
    var isScheduled = false
  }

  private let pool: JobPool
  private let state = Mutex(State())

  init(_ pool: JobPool) { self.pool = pool }

  /// Takes a job.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    pool.expect()
    appendExpected(job)
  }

  /// Takes a job and runs it after a delay.
  func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm {
    pool.expect()
    let alarm = Alarm({ [self] in appendExpected(job) }, orElse: { [pool] in pool.finish() })
    alarm.ring(after: delay)
    return alarm
  }

  /// Runs jobs in order, until there is none or another context waits for a thread.
  ///
  /// The caller must have taken the context from the pool.
  ///
  /// - Returns: How many ran.
  func run() -> Int {
    var count = 0
    Self.$current.withValue(self) {
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

  /// Runs the next job, and releases it; false where there is none.
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
    if isNews { pool.append(self) }
  }
}
