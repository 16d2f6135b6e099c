import APlusHost

/// Records many events on one thread, as a host does.
enum RecordingBench {
  static func run() -> Budget {
    let times = (0..<21).map { _ in nanoseconds(events: 100_000) }
    let nanoseconds = median(times)
    return Budget(
      work: "recording one event",
      measured: "\(Budget.format(nanoseconds)) ns",
      budget: "50 ns",
      isMet: nanoseconds < 50
    )
  }

  /// The time of one event: one thread, into a buffer that grows.
  private static func nanoseconds(events: Int) -> Double {
    let recorder = Recorder()
    let elapsed = ContinuousClock().measure {
      for _ in 0..<events { recorder.record(RawEvent(.mark)) }
    }
    return elapsed.seconds * 1e9 / Double(events)
  }
}
