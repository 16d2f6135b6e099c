import APlusQuiescence
import CQuiescence
import Synchronization

/// A thread that looks at all others while tests wait for callbacks.
///
/// Those who wait do nothing meanwhile, so they do not keep each other from rest.
final class Lookout: Sendable {
  static let shared = Lookout()

  /// What a look at all threads shows.
  enum Rest {
    /// None can run for so many nanoseconds; `UInt64.max` if only the outside world can wake one.
    case resting(UInt64)
    /// One runs, or may run soon.
    case busy
    /// Something exists whose state the kernel does not show.
    case unknown
  }

  private struct Entry {
    let watch: CallbackWatch
    /// The thread that is blocked meanwhile; nil if none is.
    let thread: Int32?
    let resume: @Sendable () -> Void
  }

  private struct State {
    var added: [Entry] = []
    var isLooking = false
  }

  private let state = Mutex(State())
  #if os(Linux)
  private let horizon = Horizon()
  #endif

  /// Adds a callback to wait for.
  ///
  /// - Parameters:
  ///   - watch: Decides when the wait is over.
  ///   - thread: The thread that is blocked until then; nil if none is.
  ///   - resume: Called once it is.
  func add(_ watch: CallbackWatch, from thread: Int32?, resume: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.added.append(Entry(watch: watch, thread: thread, resume: resume))
      defer { state.isLooking = true }
      return !state.isLooking
    }
    if isFirst { Threads.start { [self] in look() } }
  }

  /// Looks until nobody waits any more.
  private func look() {
    var waiting: [(entry: Entry, quiet: QuietTime)] = []
    var history = ThreadHistory()
    var looks = 0
    while true {
      let (added, isDone) = state.withLock { state in
        defer { state.added = [] }
        // Then the next one that waits starts another thread.
        if waiting.isEmpty, state.added.isEmpty { state.isLooking = false }
        return (state.added, !state.isLooking)
      }
      if isDone { return }
      if !added.isEmpty { looks = 0 }
      waiting += added.map { ($0, QuietTime()) }
      let blocked = Set(waiting.compactMap(\.entry.thread))
      let rest = rest()
      let now = aplus_clock_now()
      for index in waiting.indices {
        let watch = waiting[index].entry.watch
        waiting[index].quiet.note(watch.count, at: now) { shares() }
      }
      history.note(at: now) { shares() }
      let over = waiting.filter { waiting in
        waiting.entry.watch.isOver(rest, waiting.quiet) { history.lines(at: now, ignoring: blocked) }
      }
      waiting.removeAll { one in over.contains { $0.entry.watch === one.entry.watch } }
      for one in over { one.entry.resume() }
      looks += 1
      pause(after: looks)
    }
  }

  /// Leaves the processors to others: first hardly at all, then longer.
  private func pause(after looks: Int) {
    if looks < 20 { aplus_thread_yield() } else { aplus_thread_nap(looks < 200 ? 50 : 1000) }
  }

  private func rest() -> Rest {
    #if os(Linux)
    switch horizon?.look(0, ignoring: []) {
    case .idle(let nanoseconds): return .resting(nanoseconds)
    case .busy: return .busy
    case .unknown, nil: return .unknown
    }
    #else
    return .unknown
    #endif
  }

  /// How much each thread uses the processors; where the kernel does not show that, how much the
  /// process does.
  private func shares() -> [Int32: QuietTime.Share] {
    #if os(Linux)
    if let horizon { return horizon.shares(ignoring: []) }
    #endif
    return [0: QuietTime.Share(run: aplus_process_time(), wait: 0, isReady: false)]
  }
}

/// Since when each thread has not run.
struct ThreadHistory {
  private var shares: [Int32: (share: QuietTime.Share, since: UInt64)] = [:]
  private var moment: UInt64 = 0

  /// Notes which threads ran since the last look.
  mutating func note(at now: UInt64, _ look: () -> [Int32: QuietTime.Share]) {
    guard now - moment >= QuietTime.step else { return }
    moment = now
    let earlier = shares
    shares = [:]
    for (thread, share) in look() {
      let since = earlier[thread].map { $0.share == share ? $0.since : now } ?? now
      shares[thread] = (share, since)
    }
  }

  /// A line for each thread: what it waits in, and since when.
  func lines(at now: UInt64, ignoring ignored: Set<Int32>) -> [ThreadLine] {
    #if os(Linux)
    return ThreadWait.all(ignoring: ignored).map { wait in
      let since = shares[wait.thread].map { (now - $0.since) / 1_000_000 } ?? 0
      let text = since > 0 ? "\(wait), for \(since) ms so far" : "\(wait)"
      return ThreadLine(text: text, weight: wait.weight)
    }
    #else
    return []
    #endif
  }
}
