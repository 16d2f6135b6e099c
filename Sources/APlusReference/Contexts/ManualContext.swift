/// A serial context that runs its jobs only when its owner says so.
///
/// Nothing happens behind the owner's back, so absence can be proved: when the context is idle and
/// nothing is due, no handler of its promises can run any more.
///
///     let context = ManualContext()
///     let promise = Promise.fulfilled(1, on: context)
///     promise.then { value in print(value) }
///     context.drain()  // prints 1
///
/// Jobs may be enqueued from any thread. They run on the thread that drains, one at a time: a call
/// to ``drain()`` or ``runNext()`` while a job runs, from inside it or from another thread, runs
/// nothing.
public final class ManualContext: Context {
  private struct State: Sendable {
    var queue = JobQueue()
    var isRunning = false
  }

  private let state = Locked(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes an idle context.
  ///
  /// - Parameter now: The clock that decides what is due; a test may pass a clock of its own and
  ///   move it by hand.
  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
    self.now = now
  }

  /// Whether no job is ready and none is running.
  public var isIdle: Bool {
    state.withLock { state in state.queue.isEmpty && !state.isRunning }
  }

  /// When the soonest delayed job is due, or nothing if no job waits for its time.
  public var nextDue: ContinuousClock.Instant? {
    state.withLock { state in state.queue.nextDue }
  }

  /// Appends a job.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    state.withLock { state in state.queue.append(job) }
  }

  /// Appends a job that a later drain runs, once its time has passed.
  public func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm {
    guard delay > .zero else {
      enqueue(job)
      return Alarm {}
    }
    let due = now().advanced(by: delay)
    let id = state.withLock { state in state.queue.append(job, due: due) }
    return Alarm { [weak self] in
      // The job comes out of the lock before it is released: it may own promises.
      _ = self?.state.withLock { state in state.queue.cancel(id) }
    }
  }

  /// Runs the next job that is ready or due.
  ///
  /// - Returns: Whether there was one to run.
  @discardableResult
  public func runNext() -> Bool {
    let now = now()
    let job = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isRunning, let job = state.queue.take(at: now) else { return nil }
      state.isRunning = true
      return job
    }
    guard let job else { return false }
    job()
    state.withLock { state in state.isRunning = false }
    return true
  }

  /// Runs jobs until none is ready or due, including those that are enqueued meanwhile.
  ///
  /// - Returns: How many ran.
  @discardableResult
  public func drain() -> Int {
    var count = 0
    while runNext() {
      count += 1
    }
    return count
  }

  /// Drops all jobs, ready and delayed; later ones are taken as before.
  public func discard() {
    // The jobs come out of the lock before they are released: they may own promises.
    _ = state.withLock { state in state.queue.takeAll() }
  }
}
