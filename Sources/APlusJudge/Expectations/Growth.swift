import APlusModel

/// How the cost of registering a handler grows with the number of those that wait, where it does for certain.
///
/// Where registering costs the same however many wait, a doubling of those leaves the readings as they
/// are; where each registration looks at all of them, it doubles what that costs. Three doublings then make
/// eight times of it, and what a registration costs besides hides that only while few wait. So the last three
/// doublings must make the readings at least four times as long, each of the last two by a quarter or more.
///
/// A machine may be slow for a while, and never fast for one. So a level costs what its shortest reading
/// of all rounds says, but for the last level: its readings must be that long in the first half of the
/// rounds, and again in the second.
struct Growth {
  private static let doublings = 3
  private static let leastGrowth = 4.0
  private static let leastFactor = 1.25
  /// Nanoseconds: where the last batch is shorter, nothing costs much.
  private static let leastReading = 16_000

  /// The last levels, each with the nanoseconds of its shortest batch.
  private let points: [(level: Int, reading: Int)]

  /// Judges readings, one list for each round; nil where they do not show growth.
  init?(_ rounds: [[Int]]) {
    let half = rounds.count / 2
    let halves = [rounds[..<half], rounds[half...]]
    // Where the machine is slow a round ends earlier, at a level that took long enough.
    let last = (halves.map { half in half.map(\.count).max() ?? 0 }.min() ?? 0) - 1
    guard last >= Self.doublings else { return nil }
    points = (last - Self.doublings...last).map { ($0, Self.reading($0, rounds[...])) }
    let isSeen = halves.allSatisfy { half in
      Self.isSteep(points.dropLast().map(\.reading) + [Self.reading(last, half)])
    }
    guard isSeen else { return nil }
  }

  /// The shortest reading of a level in the rounds that have come to it.
  private static func reading(_ level: Int, _ rounds: ArraySlice<[Int]>) -> Int {
    rounds.compactMap { $0.count > level ? $0[level] : nil }.min() ?? 0
  }

  private static func factors(_ readings: [Int]) -> [Double] {
    zip(readings, readings.dropFirst()).map { Double($1) / Double(max(1, $0)) }
  }

  private static func isSteep(_ readings: [Int]) -> Bool {
    let factors = factors(readings)
    return readings[doublings] >= leastReading
      && factors.dropFirst().allSatisfy { $0 >= leastFactor }
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
    }
    .joined(separator: ", ")
  }

  /// The number with one digit behind the point.
  private func decimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
