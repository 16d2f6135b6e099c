import APlusHost

/// Records many events on one thread, as a host does.
enum RecordingBench {
  static func run() -> Budget {
    let times = (0..<21).map { _ in RecordingCost.nanoseconds(events: 100_000) }
    let nanoseconds = median(times)
    return Budget(
      work: "recording one event",
      measured: "\(Budget.format(nanoseconds)) ns",
      budget: "50 ns",
      isMet: nanoseconds < 50
    )
  }
}
