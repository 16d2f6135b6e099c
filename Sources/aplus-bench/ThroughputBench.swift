/// Performs a case of the threads chapter a few and many times: what more performances cost is
/// recorded, written, read and judged.
enum ThroughputBench {
  private static let name = "T1-d"
  /// What its five threads register.
  private static let registrations = 4 * 1000 + 500
  private static let performances = (few: 10, many: 90)

  static func measure(_ product: String) throws(BenchError) -> Budget {
    var few: [Double] = []
    var many: [Double] = []
    for _ in 0..<5 {
      few.append(try seconds(product, performances.few))
      many.append(try seconds(product, performances.many))
    }
    // What else runs on the machine only adds time.
    let elapsed = (many.min() ?? .nan) - (few.min() ?? .nan)
    let rate = Double((performances.many - performances.few) * registrations) / elapsed
    return Budget(
      work: "registrations of five threads, recorded and judged",
      measured: "\(Int(rate / 1000)) thousand a second",
      budget: "500 thousand",
      isMet: rate >= 500_000
    )
  }

  private static func seconds(_ product: String, _ performances: Int) throws(BenchError) -> Double {
    let result = try run([
      product, "--adapter", "reference", "--filter", name, "--repeat", "\(performances)",
      "--jobs", "2", "--timeout", "60", "--report", "junit=/dev/null",
    ])
    guard result.status == 0 else {
      throw BenchError("\(name): the reference ended with \(result.status)")
    }
    return result.seconds
  }
}
