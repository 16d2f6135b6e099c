/// When a host must have answered, in time that it could use.
///
/// On a busy machine a host waits for a processor longer than it runs. What it
/// waits is not counted, so that other programs do not change a result.
package struct HostDeadline {
  /// Even what waits for ever is not waited for more than this many times as long.
  package static let longest = 5

  package let instant: ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private var seen: ProcessorWaits?
  private var lastLook: ContinuousClock.Instant
  private var waited = Duration.zero

  package init(_ instant: ContinuousClock.Instant, from start: ContinuousClock.Instant) {
    self.instant = instant
    self.start = start
    lastLook = start
  }

  /// Whether it has passed.
  ///
  /// - Parameters:
  ///   - now: Later than in all calls before.
  ///   - waits: How long the threads that work on the answer have waited until now.
  /// - Returns: Whether the host has had its time, or five times as much by the clock.
  package mutating func isOver(at now: ContinuousClock.Instant, _ waits: ProcessorWaits) -> Bool {
    if let seen { waited += min(waits.longest(since: seen), now - lastLook) }
    seen = waits
    lastLook = now
    let allowed = instant - start
    return instant + min(waited, allowed * (Self.longest - 1)) <= now
  }
}
