import APlusModel

/// The runs, registrations and objects of each round, indexed once, so that thousands of rounds
/// cost no more than one long one.
struct RoundIndex {
  private let facts: Facts
  private var runs: [String: [Int: [Int]]] = [:]
  private var registrations: [Int: [Int]] = [:]
  private var objects: [String: [Int: [Int]]] = [:]

  init(_ facts: Facts) {
    self.facts = facts
    for function in facts.runs.names { runs[function] = facts.runs[function]?.grouped { facts.frames[$0].round } }
    registrations = facts.registrationOrder.grouped { number in
      facts.registrations[number].map { facts.frames[$0.frame].round } ?? 0
    }
    for (reference, object) in facts.trace.objects.enumerated() {
      for name in object.names { objects[name, default: [:]][object.round, default: []].append(reference) }
    }
  }

  /// The runs of a user function, as indices of frames, in order.
  func runs(of function: String, in round: Int) -> [Int] { runs[function]?[round] ?? [] }

  /// The numbers of the registrations, in order.
  func registrations(in round: Int) -> [Int] { registrations[round] ?? [] }

  /// The objects that carry a name; `q#` covers all indices.
  func objects(named name: String, in round: Int) -> [Int] { objects[name]?[round] ?? [] }
}

extension [Int] {
  /// The numbers of each round, in order; adjacent numbers of one round need only one lookup.
  fileprivate func grouped(byRound round: (Int) -> Int) -> [Int: [Int]] {
    var groups: [Int: [Int]] = [:]
    var start = startIndex
    while start < endIndex {
      let first = round(self[start])
      let end = self[start...].firstIndex { round($0) != first } ?? endIndex
      groups[first, default: []] += self[start..<end]
      start = end
    }
    return groups
  }
}
