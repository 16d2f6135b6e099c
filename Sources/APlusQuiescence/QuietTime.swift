/// How long nothing was recorded, by a clock that stops while a thread waits for a processor.
///
/// On a busy machine a thread that could run may get no processor for a second, and one that yields
/// for longer. A time limit must not count that time, or the wait would end while the library is
/// still at work. For the same reason the clock goes back while a thread computes.
package struct QuietTime {
  /// A thread's use of the processors up to one moment.
  package struct Share: Equatable {
    /// Nanoseconds in which it ran.
    package var run: UInt64
    /// Nanoseconds in which it waited for a processor, up to when it last got one.
    package var wait: UInt64
    /// Whether it runs or waits for a processor.
    package var isReady: Bool

    package init(run: UInt64, wait: UInt64, isReady: Bool) {
      self.run = run
      self.wait = wait
      self.isReady = isReady
    }
  }

  /// The least time between two looks at the threads, in nanoseconds: longer than the kernel takes
  /// to update the counters of a running thread.
  package static let step: UInt64 = 20_000_000

  /// At least one part in this many of the elapsed time counts, so that every limit is reached: a
  /// stopped thread looks as if it waited for a processor.
  package static let leastPart: UInt64 = 8

  /// The most that counts of the time between two looks, which come every few milliseconds, in
  /// nanoseconds: if the process was stopped, the library had no time either.
  package static let longestStep = 5 * step

  package init() {}

  /// Nanoseconds that count since the last change.
  package private(set) var nanoseconds: UInt64 = 0
  /// Whether a thread computed at the last look.
  package private(set) var isComputing = false
  /// The thread that ran longest up to the last look; nil if none ran.
  package private(set) var busiest: Int32?
  /// Nanoseconds of processor time that all threads used since the last change.
  package private(set) var used: UInt64 = 0
  /// Nanoseconds by the clock since the last change.
  package var elapsed: UInt64 { moment - start }
  private var count = -1
  private var start: UInt64 = 0
  private var moment: UInt64 = 0
  private var shares: [Int32: Share]?

  /// Updates the clock.
  ///
  /// - Parameters:
  ///   - count: The number of events; the clock starts anew if it has changed.
  ///   - now: Nanoseconds of the monotonic clock.
  ///   - look: Returns the share of each thread of the library; called at most once per `step`.
  package mutating func note(_ count: Int, at now: UInt64, _ look: () -> [Int32: Share]) {
    guard count == self.count else {
      self = QuietTime()
      self.count = count
      return
    }
    guard let shares else {
      start = now
      return begin(at: now, look())
    }
    let elapsed = now - moment
    guard elapsed >= Self.step else { return }
    let latest = look()
    let wanted = latest.map { $1.want(since: shares[$0], elapsed) }.max() ?? 0
    let runs = latest.map { (thread: $0, run: $1.ran(since: shares[$0])) }
    busiest = runs.filter { $0.run > 0 }.max { $0.run < $1.run }?.thread
    used += runs.reduce(0) { $0 + $1.run }
    isComputing = latest.contains { $1.computed(since: shares[$0], elapsed) }
    if isComputing {
      nanoseconds -= min(nanoseconds, elapsed)
    } else {
      nanoseconds += min(max(elapsed - min(wanted, elapsed), elapsed / Self.leastPart), Self.longestStep)
    }
    begin(at: now, latest)
  }

  private mutating func begin(at now: UInt64, _ latest: [Int32: Share]) {
    moment = now
    shares = latest
  }
}

extension QuietTime.Share {
  /// A thread that computes uses at least one part in this many of the time that no other thread
  /// takes from it; one that polls with short sleeps uses less.
  private static let computingPart: UInt64 = 2
  /// On a busy machine, it gets at least one part in this many of the whole time.
  private static let leastPart: UInt64 = 100

  /// Nanoseconds since an earlier look in which the thread ran; a new thread had not run before.
  fileprivate func ran(since earlier: Self?) -> UInt64 {
    guard let earlier, earlier.run <= run else { return run }
    return run - earlier.run
  }

  /// Whether the thread computed since an earlier look.
  fileprivate func computed(since earlier: Self?, _ elapsed: UInt64) -> Bool {
    let ran = ran(since: earlier)
    let waited = wait - min(earlier?.wait ?? 0, wait)
    return ran >= elapsed / Self.leastPart && ran >= (elapsed - min(waited, elapsed)) / Self.computingPart
  }

  /// Nanoseconds since an earlier look in which the thread waited for a processor.
  fileprivate func want(since earlier: Self?, _ elapsed: UInt64) -> UInt64 {
    guard let earlier else { return 0 }
    // The kernel adds a wait to the counter only once the wait is over.
    if isReady, self == earlier { return elapsed }
    // A new thread may have the number of one that has ended.
    return wait > earlier.wait ? wait - earlier.wait : 0
  }
}
