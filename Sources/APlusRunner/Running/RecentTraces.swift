import APlusModel

/// The last traces of a host that passed, for what its library does about their cases later.
struct RecentTraces {
  /// How many bytes of the wire they may have; in memory they take about three times as much.
  private static let budget = 1 << 19

  private var traces: [Int: Trace] = [:]
  /// The runs, the oldest first, and how many bytes each wrote.
  private var order: [(run: Int, bytes: Int)] = []
  private var bytes = 0

  /// Keeps the trace of a run, and drops the oldest for which there is no room.
  mutating func keep(_ trace: Trace, of run: Int, bytes size: Int) {
    traces[run] = trace
    order.append((run, size))
    bytes += size
    while bytes > Self.budget, let oldest = order.first {
      order.removeFirst()
      traces[oldest.run] = nil
      bytes -= oldest.bytes
    }
  }

  /// The trace of a run; nil if it was dropped.
  subscript(run: Int) -> Trace? {
    get { traces[run] }
    set { traces[run] = newValue }
  }
}
