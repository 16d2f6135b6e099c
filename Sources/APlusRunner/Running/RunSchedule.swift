import APlusModel

/// Numbers the requests to the hosts of one adapter.
///
/// A request is one performance of a scenario or, where its rounds do not fit into one trace, a
/// batch of them. Every scenario comes once, in the order of the specification, before any comes
/// again.
struct RunSchedule: Sendable {
  /// The part of a scenario that one request performs.
  struct Batch: Sendable, Hashable {
    /// The place of the scenario in the selection.
    var place: Int
    var rounds: Int
  }

  /// About how many steps the rounds of one request have: few enough for a trace in one line.
  private static let usualWork = 50_000.0

  let scenarios: [Scenario]
  /// The requests for one performance of all scenarios.
  private let batches: [Batch]
  /// The number of batches of each scenario.
  let batchCounts: [Int]

  init(_ scenarios: [Scenario], rounds: Int?) {
    self.scenarios = scenarios
    let each = scenarios.enumerated().map { place, scenario in Self.batches(of: scenario, at: place, rounds: rounds) }
    batches = each.flatMap(\.self)
    batchCounts = each.map(\.count)
  }

  /// The number of requests in the given number of performances of all scenarios.
  func count(performances: Int) -> Int { batches.count * performances }

  /// The place of a request's scenario in the selection.
  func place(of index: Int) -> Int { batches[index % batches.count].place }

  /// The performance that a request belongs to, from 0.
  func performance(of index: Int) -> Int { index / batches.count }

  /// Whether a request is one of several for a performance of its scenario.
  func isBatch(_ index: Int) -> Bool { batchCounts[place(of: index)] > 1 }

  /// The scenario of a request, with as many rounds as the request has.
  func scenario(at index: Int) -> Scenario {
    let batch = batches[index % batches.count]
    var scenario = scenarios[batch.place]
    scenario.program.rounds = batch.rounds
    return scenario
  }

  /// Splits the given number of rounds of a scenario, or else its own; a scenario without rounds is
  /// one batch.
  ///
  /// More rounds than the scenario's own number are split so that no batch has fewer than that,
  /// which its expectations were written for.
  static func batches(of scenario: Scenario, at place: Int, rounds: Int?) -> [Batch] {
    let own = scenario.program.rounds
    guard own > 1 else { return [Batch(place: place, rounds: own)] }
    let rounds = rounds ?? own
    guard rounds > own else { return [Batch(place: place, rounds: rounds)] }
    let work = max(1, scenario.program.work / Double(own))
    let least = max(own, Int((usualWork / work).rounded(.down)))
    let count = max(1, rounds / least)
    return (0..<count).map { batch in Batch(place: place, rounds: rounds / count + (batch < rounds % count ? 1 : 0)) }
  }
}
