import APlusReference
import Synchronization

/// A serial context that runs its jobs when a test says so, and not before.
///
/// Nothing happens behind the test's back: when the context is idle and nothing is due, no handler of
/// its promises can run any more.
final class ManualContext: Context {
  private struct State: Sendable {
    var ready: [@Sendable () -> Void] = []
    var waiting: [(due: ContinuousClock.Instant, alarm: Alarm)] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes an idle context with a clock, which a test may move by hand.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) { self.now = now }

  /// Whether no job is ready and none is running.
  var isIdle: Bool { state.withLock { state in state.ready.isEmpty && !state.isRunning } }

  /// Whether a job waits for its time.
  var isWaiting: Bool { state.withLock { state in !state.waiting.isEmpty } }

  func enqueue(_ job: @escaping @Sendable () -> Void) { state.withLock { state in state.ready.append(job) } }

  func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm {
    let due = now().advanced(by: delay)
    let alarm = Alarm({ [self] in enqueue(job) }, orElse: { [weak self] in self?.dropLast(due) })
    if delay > .zero { state.withLock { state in state.waiting.append((due, alarm)) } } else { alarm.ring() }
    return alarm
  }

  /// Runs jobs until none is ready or due, including those that are enqueued meanwhile.
  ///
  /// - Returns: How many ran; none where a job calls this.
  @discardableResult func drain() -> Int {
    var count = 0
    while let jobs = next() {
      for job in jobs { job() }
      count += jobs.count
      state.withLock { state in state.isRunning = false }
    }
    return count
  }

  /// Drops all jobs, ready and delayed; later ones are taken as before.
  func discard() {
    _ = state.withLock { state in
      let all = state
      state = State()
      return all
    }
  }

  private func next() -> [@Sendable () -> Void]? {
    guard !state.withLock({ state in state.isRunning }) else { return nil }
    let now = now()
    let due = state.withLock { state in
      let due = state.waiting.filter { $0.due <= now }.sorted { $0.due < $1.due }
      state.waiting.removeAll { $0.due <= now }
      return due.map(\.alarm)
    }
    for alarm in due { alarm.ring() }
    return state.withLock { state in
      guard !state.ready.isEmpty else { return nil }
      defer { state.ready = [] }
      state.isRunning = true
      return state.ready
    }
  }

  /// Forgets an alarm that was called off.
  private func dropLast(_ due: ContinuousClock.Instant) {
    state.withLock { state in
      if let index = state.waiting.firstIndex(where: { $0.due == due }) { state.waiting.remove(at: index) }
    }
  }
}
