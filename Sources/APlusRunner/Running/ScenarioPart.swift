import APlusJSON
import APlusModel

/// What a host performs of a scenario in one run: all of it, or some of its rounds.
struct ScenarioPart: Sendable, Hashable {
  /// The place of the scenario in the selection.
  var place: Int
  /// How many rounds the part has.
  var rounds: Int

  /// How many steps the rounds of one run have, about: few enough for their trace to be one line.
  private static let usualWork = 50_000.0

  /// Splits a scenario.
  ///
  /// No part has fewer rounds than the scenario has by itself, as that number
  /// is what its expectations were made for. A scenario without rounds is one part.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - place: Its place in the selection.
  ///   - rounds: How many rounds it has together; nil for its own number.
  /// - Returns: The parts, none of them empty.
  static func parts(of scenario: Scenario, at place: Int, rounds: Int?) -> [ScenarioPart] {
    let own = scenario.program.rounds
    guard own > 1, let rounds, rounds > own else {
      return [ScenarioPart(place: place, rounds: own > 1 ? rounds ?? own : own)]
    }
    let work = max(1, scenario.program.work / Double(own))
    let least = max(own, Int((usualWork / work).rounded(.down)))
    let count = max(1, rounds / least)
    return (0..<count).map { part in
      ScenarioPart(place: place, rounds: rounds / count + (part < rounds % count ? 1 : 0))
    }
  }
}

extension Scenario {
  /// The scenario with another number of rounds.
  func performing(rounds: Int) -> Scenario {
    guard rounds != program.rounds, case .object(var members) = wire else { return self }
    var changed = self
    changed.program.rounds = rounds
    members["rounds"] = .integer(rounds)
    changed.wire = .object(members)
    return changed
  }
}
