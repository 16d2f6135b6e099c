/// Measures what it costs to record an event, for the budgets of the project.
package enum RecordingCost {
  /// The time of one event on the hot path: one thread, into a buffer that grows.
  ///
  /// - Parameter events: How many events are recorded, one after another.
  /// - Returns: Nanoseconds for each.
  package static func nanoseconds(events: Int) -> Double {
    let recorder = Recorder()
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      for _ in 0..<events { recorder.record(RawEvent(.mark)) }
    }
    let (seconds, attoseconds) = elapsed.components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(events)
  }
}
