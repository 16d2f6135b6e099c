package import APlusModel

/// What generated programs have covered so far: their features and pairs of features, and the laws
/// that had something to check.
package struct Coverage: Sendable {
  package private(set) var programs = 0
  private var features: Set<String> = []
  private var pairs: Set<Pair> = []
  private var laws: [Law: Int] = [:]
  /// The situations in which each verb was called.
  private var situations: [String: Set<String>] = [:]
  private var traces = 0

  private struct Pair: Hashable {
    let first: String
    let second: String
  }

  package init() {}

  /// Adds a program by its features.
  package mutating func add(features: Set<String>) {
    programs += 1
    self.features.formUnion(features)
    let sorted = features.sorted()
    for (place, first) in sorted.enumerated() {
      for second in sorted[(place + 1)...] { pairs.insert(Pair(first: first, second: second)) }
    }
  }

  /// Adds what a trace showed: the laws that had something to check, and the verb and situation of
  /// each call.
  package mutating func add(laws: Set<Law>, situations: some Sequence<(verb: String, words: String)>) {
    traces += 1
    for law in laws { self.laws[law, default: 0] += 1 }
    for (verb, words) in situations { self.situations[verb, default: []].insert(words) }
  }

  /// The laws that had something to check in at least one trace.
  package var exercisedLaws: Set<Law> { Set(laws.keys) }

  /// The coverage in a few lines.
  package var lines: [String] {
    let known = features.count
    let possible = known * (known - 1) / 2
    let share = possible == 0 ? 0 : pairs.count * 100 / possible
    var lines = ["features  \(known), pairs of them \(pairs.count) of \(possible) (\(share) %)"]
    let judged = Law.allCases.compactMap { law in laws[law].map { "\(law.rawValue) \($0 * 100 / max(1, traces))%" } }
    if !judged.isEmpty { lines.append("laws      " + judged.joined(separator: ", ")) }
    let calls = situations.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.count)" }
    if !calls.isEmpty { lines.append("situations  " + calls.joined(separator: ", ")) }
    return lines
  }
}
