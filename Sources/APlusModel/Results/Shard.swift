/// A part of a run: the cases that one of several machines runs.
///
///     Shard(1, of: 4)?.cases(of: scenarios)
///
/// The parts are disjoint, cover the whole run, and are the same on every machine. Most cases are
/// cheap: a hash of the id assigns each to a part, so that a new case moves no other. The few
/// expensive cases follow, in descending order of cost, each to the part with the lowest load.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// From 1.
  package let index: Int
  package let count: Int

  /// A case that costs more than this many times the mean is assigned by load.
  private static let expensiveFactor = 10.0

  /// Creates a part; nil unless 1 ≤ index ≤ count ≤ 10,000.
  package init?(_ index: Int, of count: Int) {
    guard (1...10_000).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `2/4`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index, of: count)
  }

  package var description: String { "\(index)/\(count)" }

  /// The cases of this part, in the order of the scenarios.
  package func cases(of scenarios: [Scenario]) -> [Scenario] { Self.parts(of: scenarios, count: count)[index - 1] }

  /// The cases of every part, in the order of the scenarios.
  package static func parts(of scenarios: [Scenario], count: Int) -> [[Scenario]] {
    let costs = scenarios.map(\.cost)
    let limit = costs.reduce(0, +) / Double(max(1, costs.count)) * expensiveFactor
    var loads = Array(repeating: 0.0, count: count)
    var places = Array(repeating: 0, count: scenarios.count)
    let expensive = scenarios.indices.filter { costs[$0] > limit }.sorted {
      (-costs[$0], scenarios[$0].id) < (-costs[$1], scenarios[$1].id)
    }
    for index in scenarios.indices where costs[index] <= limit {
      places[index] = Int(scenarios[index].id.stableHash % UInt64(count))
      loads[places[index]] += costs[index]
    }
    for index in expensive {
      places[index] = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      loads[places[index]] += costs[index]
    }
    var parts = Array(repeating: [Scenario](), count: count)
    for (index, scenario) in scenarios.enumerated() { parts[places[index]].append(scenario) }
    return parts
  }
}

extension Scenario {
  /// The cost of a case, in steps of its program.
  ///
  /// Measured with the reference and Node: a step takes 10 to 20 µs; the request and the judging
  /// take as long as 30 steps.
  package var cost: Double { 30 + program.work }
}

extension String {
  /// FNV-1a of the UTF-8 bytes: unlike `hashValue`, the same in every process.
  package var stableHash: UInt64 { utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
}
