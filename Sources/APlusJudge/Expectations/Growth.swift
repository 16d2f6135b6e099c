import APlusSpec

/// How the cost of registering a handler grows with the number of those that wait, where it does for certain.
///
/// Where registering costs the same however many wait, a doubling of those leaves the readings as they
/// are; where each registration looks at all of them, it doubles what that costs. Three doublings then make
/// eight times of it, and what a registration costs besides hides that only while few wait. So the last three
/// doublings must make the readings at least four times as long, each of the last two by a quarter or more. And
/// it must be seen twice: in the first half of the rounds, and again in the second.
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
    guard half > 0, let first = Self.points(Array(rounds[..<half])),
      let second = Self.points(Array(rounds[half...])), Self.isSteep(first), Self.isSteep(second)
    else { return nil }
    points = second
  }

  /// The last levels that all rounds have, each with the shortest reading.
  private static func points(_ rounds: [[Int]]) -> [(level: Int, reading: Int)]? {
    let length = rounds.map(\.count).min() ?? 0
    guard length > doublings else { return nil }
    let points = (length - doublings - 1..<length).map { level in
      (level, rounds.map { $0[level] }.min() ?? 0)
    }
    return points
  }

  private static func factors(_ points: [(level: Int, reading: Int)]) -> [Double] {
    zip(points, points.dropFirst()).map { Double($1.reading) / Double($0.reading) }
  }

  private static func isSteep(_ points: [(level: Int, reading: Int)]) -> Bool {
    let factors = factors(points)
    return points[doublings].reading >= leastReading && factors[0] >= 1
      && factors.dropFirst().allSatisfy { $0 >= leastFactor }
      && factors.reduce(1, *) >= leastGrowth
  }

  /// The mean factor of a doubling, such as `1.9`.
  var factor: String {
    let factors = Self.factors(points)
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
