#if os(Linux)
import CPlatform

/// What is known about the timer descriptors from earlier looks.
///
/// A timer that has expired shows no time left from that moment on, but it wakes its thread only
/// when the processor takes the interrupt; on a busy virtual machine that may be milliseconds
/// later. In between it looks like one that is not armed, so a timer without time left is believed
/// only after a while.
struct TimerMemory {
  /// Nanoseconds that an interrupt may be late; so long, too, must a timer stay as it is that was never
  /// seen armed, because it may have expired before the first look.
  private static let lateness: UInt64 = 20_000_000

  /// When each timer without time left may be believed.
  private var believable: [Int32: UInt64] = [:]
  /// When each armed timer is due.
  private var due: [Int32: UInt64] = [:]

  /// Notes what the timers say.
  ///
  /// - Parameters:
  ///   - timers: All timers of the process.
  ///   - time: When they were read, from before to after: one that expires in between must not be
  ///     taken for one that was disarmed before it was due.
  ///   - horizon: Nanoseconds.
  /// - Returns: Whether none can wake a thread within the horizon.
  mutating func note(
    _ timers: [aplus_proc_timer],
    readIn time: ClosedRange<UInt64>,
    horizon: UInt64
  ) -> Bool {
    let files = Set(timers.map(\.file))
    believable = believable.filter { files.contains($0.key) }
    due = due.filter { files.contains($0.key) }
    return timers.map { isFar($0, readIn: time, horizon: horizon) }.allSatisfy { $0 }
  }

  private mutating func isFar(
    _ timer: aplus_proc_timer,
    readIn time: ClosedRange<UInt64>,
    horizon: UInt64
  ) -> Bool {
    let now = time.lowerBound
    guard timer.remaining == 0 else {
      believable[timer.file] = nil
      due[timer.file] = now &+ timer.remaining
      return timer.remaining > horizon
    }
    if let due = due.removeValue(forKey: timer.file) {
      // A timer that is due later was disarmed, by a thread.
      believable[timer.file] = due > time.upperBound ? now : due + Self.lateness
    }
    let moment = believable[timer.file] ?? now + Self.lateness
    believable[timer.file] = moment
    return now >= moment
  }
}

extension aplus_proc_timer {
  /// What must not change from one look to the next.
  struct Identity: Equatable {
    var file: Int32
    var ticks: UInt64
  }

  /// What must not change from one look to the next.
  var identity: Identity { Identity(file: file, ticks: ticks) }
}

extension aplus_proc_timers {
  /// The timers, one after another.
  var all: [aplus_proc_timer] {
    var copy = timers
    return unsafe withUnsafeBytes(of: &copy) { bytes in
      unsafe Array(bytes.bindMemory(to: aplus_proc_timer.self).prefix(Int(count)))
    }
  }
}
#endif
