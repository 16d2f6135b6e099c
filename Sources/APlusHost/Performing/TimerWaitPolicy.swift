import APlusQuiescence

/// How far ahead to wait for a timer, by the results of earlier waits.
///
/// A library may start its handlers with a timer. Then handlers are due, and an armed timer must be
/// awaited. Other libraries use timers for unrelated purposes, such as ending idle threads. Waiting
/// for those has no result, as a few waits show.
struct TimerWaitPolicy {
  /// The longest wait for a timer, in nanoseconds.
  private static let reach: UInt64 = 1_000_000_000
  private static let fruitlessLimit = 3

  private var fruitless = 0
  /// The longest wait that had a result, in nanoseconds.
  private var longest: UInt64 = 0

  /// Nanoseconds in which nothing may be due.
  func horizon(atLeast least: UInt64) -> UInt64 {
    max(least, fruitless < Self.fruitlessLimit ? Self.reach : min(2 * longest, Self.reach))
  }

  /// Notes the result of a wait for a timer.
  ///
  /// - Parameter nanoseconds: The time until the library did something; nil if it did nothing.
  mutating func note(_ nanoseconds: UInt64?) {
    if let nanoseconds { longest = max(longest, nanoseconds) } else { fruitless += 1 }
  }
}

/// A wait that, as far as is known, only a timer can end.
struct TimerWait {
  private var start: (moment: UInt64, count: Int)?

  /// Whether it has begun and had no result yet.
  var isUnderWay: Bool { start != nil }

  /// Notes that only a timer can wake a thread.
  ///
  /// - Parameters:
  ///   - moment: Nanoseconds of the monotonic clock.
  ///   - count: The number of events so far.
  mutating func begin(at moment: UInt64, _ count: Int) { if start == nil { start = (moment, count) } }

  /// Ends the wait if an event was recorded meanwhile.
  ///
  /// - Returns: The nanoseconds that it took; nil if there was no wait, or it goes on.
  mutating func end(at moment: UInt64, _ count: Int) -> UInt64? {
    guard let start, start.count != count else { return nil }
    self.start = nil
    return moment - start.moment
  }
}
