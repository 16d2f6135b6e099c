import Dispatch
import Synchronization

/// The threads behind the reference's handlers, and the count of what is left to do.
///
/// The thread that performs the scenario runs jobs when it has nothing else to do. Where it does
/// not come in time, threads of Dispatch run them. So short scenarios need no second thread, and
/// handlers may still block.
final class JobPool: Sendable {
  private struct State: Sendable {
    var ready: [SerialContext] = []
    var first = 0
    var isThreadComing = false
    var isSummoned = false
  }

  /// How long a job may wait for the thread that performs the scenario.
  private static let moment = DispatchTimeInterval.milliseconds(10)

  private let state = Mutex(State())
  /// Whether jobs wait a moment for the thread that performs the scenario.
  private let waits: Bool
  private let pending = Atomic<Int>(0)

  init(waits: Bool = true) { self.waits = waits }

  /// Whether no job is waiting, delayed or running; if one is ready, this also calls a thread.
  var isIdle: Bool {
    guard pending.load(ordering: .acquiring) > 0 else { return true }
    let isThreadMissing = state.withLock { state in
      guard state.first < state.ready.count, !state.isSummoned else { return false }
      state.isSummoned = true
      return true
    }
    if isThreadMissing {
      DispatchQueue(label: "reference").async { [self] in
        state.withLock { $0.isSummoned = false }
        _ = runAll()
      }
    }
    return false
  }

  /// Counts a job that is going to be run or called off.
  func expect() { pending.add(1, ordering: .acquiringAndReleasing) }

  /// Counts a job that is over.
  func finish() { pending.subtract(1, ordering: .acquiringAndReleasing) }

  /// Takes a context that has jobs.
  func append(_ context: SerialContext) {
    let isThreadMissing = state.withLock { state in
      state.ready.append(context)
      defer { state.isThreadComing = true }
      return !state.isThreadComing
    }
    // Nobody calls a thread later where jobs do not wait, and the thread that comes may block in another job.
    guard isThreadMissing || !waits else { return }
    // A new serial queue gets a thread even while all others are blocked.
    let queue = DispatchQueue(label: "reference")
    let work: @Sendable @convention(block) () -> Void = { [self] in
      state.withLock { $0.isThreadComing = false }
      _ = runAll()
    }
    if waits { queue.asyncAfter(deadline: .now() + Self.moment, execute: work) } else { queue.async(execute: work) }
  }

  /// Runs jobs until none is ready.
  ///
  /// - Returns: How many ran.
  func runAll() -> Int {
    var count = 0
    while let context = next() { count += context.run() }
    return count
  }

  /// Whether a context waits for a thread.
  var hasReady: Bool { state.withLock { state in state.first < state.ready.count } }

  private func next() -> SerialContext? {
    state.withLock { state in
      guard state.first < state.ready.count else {
        state.ready.removeAll(keepingCapacity: true)
        state.first = 0
        return nil
      }
      state.first += 1
      return state.ready[state.first - 1]
    }
  }
}
