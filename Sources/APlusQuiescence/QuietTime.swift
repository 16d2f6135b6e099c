/// How long nothing was recorded, by a clock that stands still while a thread waits for a processor.
///
/// On a busy machine a thread that could run may get no processor for a second, and one that yields
/// for longer. A time limit must not count that: the library would be told to rest in the middle of
/// its work.
package struct QuietTime {
  /// What a thread had of the processors at one moment.
  package struct Share: Equatable {
    /// Nanoseconds in which it ran, up to then.
    package var run: UInt64
    /// Nanoseconds in which it waited for a processor, up to when it last got one.
    package var wait: UInt64
    /// Whether it could run, or does.
    package var isReady: Bool

    package init(run: UInt64, wait: UInt64, isReady: Bool) {
      self.run = run
      self.wait = wait
      self.isReady = isReady
    }
  }

  /// Nanoseconds between two looks at the threads, at the least: longer than the kernel takes to
  /// count the time of one that runs.
  package static let step: UInt64 = 20_000_000

  /// Of so much time in want of processors one part counts, so that every limit is reached: a
  /// thread that was stopped looks as if it waited for a processor.
  package static let leastPart: UInt64 = 8

  package init() {}

  /// Nanoseconds that count since the last change.
  package private(set) var nanoseconds: UInt64 = 0
  private var count = -1
  private var moment: UInt64 = 0
  private var shares: [Int32: Share]?

  /// Notes how things stand.
  ///
  /// - Parameters:
  ///   - count: Of what was recorded; another one than last time begins anew.
  ///   - now: Nanoseconds of the monotonic clock.
  ///   - look: Gives the share of each thread of the library; asked once in a while.
  package mutating func note(_ count: Int, at now: UInt64, _ look: () -> [Int32: Share]) {
    guard count == self.count else {
      self = QuietTime()
      self.count = count
      return
    }
    guard let shares else { return begin(at: now, look()) }
    let elapsed = now - moment
    guard elapsed >= Self.step else { return }
    let latest = look()
    let wanted = latest.map { $1.want(since: shares[$0], elapsed) }.max() ?? 0
    nanoseconds += max(elapsed - min(wanted, elapsed), elapsed / Self.leastPart)
    begin(at: now, latest)
  }

  private mutating func begin(at now: UInt64, _ latest: [Int32: Share]) {
    moment = now
    shares = latest
  }
}

extension QuietTime.Share {
  /// Nanoseconds since an earlier look in which the thread had no processor that it could use.
  fileprivate func want(since earlier: Self?, _ elapsed: UInt64) -> UInt64 {
    guard let earlier else { return 0 }
    // A thread's wait is added to its count only once it is over.
    if isReady, self == earlier { return elapsed }
    // A new thread may have the number of one that has ended.
    return wait > earlier.wait ? wait - earlier.wait : 0
  }
}
