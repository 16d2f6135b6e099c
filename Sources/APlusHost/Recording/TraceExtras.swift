/// What events refer to by number, and what is too rare to justify a lock-free buffer.
struct TraceExtras {
  var texts: [String] = []
  var members: [[RawValue]] = []
  /// Dropped entities; another object may have the address of theirs by now.
  var dropped: Set<Int> = []
  /// The readings of `measure` steps, in nanoseconds.
  var measurements: [[Int]] = []
}
