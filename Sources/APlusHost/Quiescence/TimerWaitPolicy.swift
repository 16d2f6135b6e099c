import APlusQuiescence

/// How far ahead a timer is waited for, by what came of those that were.
///
/// A library may start its handlers with a timer: then they are due, and what is armed must be
/// waited for. Others have timers for purposes of their own, such as threads that end after a while
/// without work; nothing comes of those, and a few such waits show it.
struct TimerWaitPolicy {
  /// Nanoseconds that a timer may be away.
  private static let reach: UInt64 = 1_000_000_000
  private static let fruitlessLimit = 3

  private var fruitless = 0
  /// Nanoseconds of the longest wait that something came of.
  private var longest: UInt64 = 0

  /// Nanoseconds in which nothing may be due.
  func horizon(atLeast least: UInt64) -> UInt64 {
    max(least, fruitless < Self.fruitlessLimit ? Self.reach : min(2 * longest, Self.reach))
  }

  /// Notes what came of a wait for a timer.
  ///
  /// - Parameter nanoseconds: How long it was until the library did something; nil where it did nothing.
  mutating func note(_ nanoseconds: UInt64?) {
    if let nanoseconds {
      longest = max(longest, nanoseconds)
    } else {
      fruitless += 1
    }
  }
}

/// A wait for the end of which only a timer is known.
struct TimerWait {
  private var start: (moment: UInt64, count: Int)?

  /// Whether nothing has come of it yet.
  var isUnderWay: Bool { start != nil }

  /// Notes that nothing but a timer can wake a thread.
  ///
  /// - Parameters:
  ///   - moment: Nanoseconds of the monotonic clock.
  ///   - count: Of the events so far.
  mutating func begin(at moment: UInt64, _ count: Int) {
    if start == nil { start = (moment, count) }
  }

  /// Ends the wait where something was recorded meanwhile.
  ///
  /// - Returns: How many nanoseconds it was; nil where there was none, or it goes on.
  mutating func end(at moment: UInt64, _ count: Int) -> UInt64? {
    guard let start, start.count != count else { return nil }
    self.start = nil
    return moment - start.moment
  }
}
