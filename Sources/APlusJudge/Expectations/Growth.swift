import APlusModel

/// How the cost of registering a handler grows with the number of waiting handlers, where it
/// certainly does.
///
/// Where the cost is constant, doubling the number of waiting handlers leaves the readings as they
/// are. Where each registration looks at all of them, each doubling doubles the cost of looking,
/// and three doublings multiply it by eight; the constant cost hides that only while few wait. So
/// the last three doublings together must make the readings at least four times as long, and each
/// of the last two must make them at least a quarter longer.
///
/// A machine may be slow for a while, but it is never too fast. So the cost of a level is its
/// shortest reading of all rounds. The last level must show the growth twice: with its shortest
/// reading of the first half of the rounds, and with that of the second half.
struct Growth {
  private static let doublings = 3
  private static let leastGrowth = 4.0
  private static let leastFactor = 1.25
  /// In nanoseconds: a last batch that is shorter shows no growth that matters.
  private static let leastReading = 16_000

  /// The last levels, each with the nanoseconds of its shortest batch.
  private let points: [(level: Int, reading: Int)]

  /// Judges readings, one list for each round; nil where they do not show growth.
  init?(_ rounds: [[Int]]) {
    let half = rounds.count / 2
    let halves = [rounds[..<half], rounds[half...]]
    // On a slow machine, a round ends earlier, at a level that took long enough.
    let last = (halves.map { half in half.map(\.count).max() ?? 0 }.min() ?? 0) - 1
    guard last >= Self.doublings else { return nil }
    points = (last - Self.doublings...last).map { ($0, Self.reading($0, rounds[...])) }
    let isSeen = halves.allSatisfy { half in Self.isSteep(points.dropLast().map(\.reading) + [Self.reading(last, half)])
    }
    guard isSeen else { return nil }
  }

  /// The shortest reading of a level in the rounds that reached it.
  private static func reading(_ level: Int, _ rounds: ArraySlice<[Int]>) -> Int {
    rounds.compactMap { $0.count > level ? $0[level] : nil }.min() ?? 0
  }

  private static func factors(_ readings: [Int]) -> [Double] {
    zip(readings, readings.dropFirst()).map { Double($1) / Double(max(1, $0)) }
  }

  private static func isSteep(_ readings: [Int]) -> Bool {
    let factors = factors(readings)
    return readings[doublings] >= leastReading && factors.dropFirst().allSatisfy { $0 >= leastFactor }
      && factors.reduce(1, *) >= leastGrowth
  }

  /// The mean factor of a doubling, such as `1.9`.
  var factor: String {
    let factors = Self.factors(points.map(\.reading))
    return decimal(factors.reduce(0, +) / Double(factors.count))
  }

  /// The readings, such as `2.1 µs beside 1024, 4.0 µs beside 2048`.
  var readings: String {
    points.map { point in
      let microseconds = Double(point.reading) / Double(Measurement.batch) / 1000
      return "\(decimal(microseconds)) µs beside \(Measurement.waiting(at: point.level))"
    }.joined(separator: ", ")
  }

  /// The number with one decimal digit.
  private func decimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
