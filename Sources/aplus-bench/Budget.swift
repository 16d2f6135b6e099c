/// One line of the table: what was measured, against what it is allowed to cost.
struct Budget {
  let work: String
  let measured: String
  let budget: String
  let isMet: Bool

  /// A ratio of two whole commands that ran in turn.
  static func ratio(
    _ work: String,
    of command: [String],
    to baseline: [String],
    named baselineName: String,
    atMost limit: Double,
    runs: Int = 11
  ) throws(BenchError) -> [Budget] {
    var own: [Double] = []
    var other: [Double] = []
    var peak = 0
    for _ in 0..<runs {
      let first = try run(baseline)
      let second = try run(command)
      guard first.status == 0, second.status == 0 else {
        throw BenchError("\(work): a command failed (\(first.status), \(second.status))")
      }
      other.append(first.seconds)
      own.append(second.seconds)
      peak = max(peak, second.peakMemory)
    }
    let ratio = median(own) / median(other)
    return [
      Budget(
        work: work,
        measured:
          "\(format(ratio))x (\(milliseconds(own)) / \(baselineName) \(milliseconds(other)))",
        budget: "\(format(limit))x",
        isMet: ratio <= limit
      ),
      Budget(
        work: "\(work): memory of the runner",
        measured: "\(peak / 1_000_000) MB",
        budget: "150 MB",
        isMet: peak < 150_000_000
      ),
    ]
  }

  private static func milliseconds(_ values: [Double]) -> String {
    "\(Int((median(values) * 1000).rounded())) ms"
  }

  /// One digit after the point, in every locale.
  static func format(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
