import APlusModel

/// The names of a round and what they are bound to, as far as the events show it.
struct NameScope {
  let round: Int
  /// Whether the trace has one stack, so that a name stands for what was bound to it last.
  let isOrdered: Bool
  /// The repeats around the current event.
  var place: RepeatIndices = []
  /// By name, with its index in place of `#`.
  private var newest: [String: TracedValue] = [:]
  /// What else the names were bound to: another thread may have looked before.
  private var older: [String: [TracedValue]] = [:]

  init(round: Int, isOrdered: Bool) {
    self.round = round
    self.isOrdered = isOrdered
  }

  /// What a name is bound to; nil if nothing, or if that does not show.
  func value(of name: String) -> TracedValue? { newest[key(name)] }

  /// Whether a name may stand for a value; nil if it is not known what it is bound to.
  func isBound(_ name: String, to value: TracedValue) -> Bool? {
    let key = key(name)
    guard let bound = newest[key] else { return nil }
    return bound == value || !isOrdered && older[key]?.contains(value) == true
  }

  mutating func bind(_ name: String, to value: TracedValue) {
    let key = key(name)
    guard let replaced = newest.updateValue(value, forKey: key), !isOrdered, replaced != value else { return }
    older[key, default: []].append(replaced)
  }

  mutating func drop(_ name: String) { newest[key(name)] = nil }

  /// The scope with no more than the given names.
  func keeping(_ names: [String]) -> NameScope {
    var scope = NameScope(round: round, isOrdered: isOrdered)
    scope.place = place
    for key in names.map(key) {
      scope.newest[key] = newest[key]
      scope.older[key] = older[key]
    }
    return scope
  }

  /// The name with the index of the innermost repeat, as hosts keep it.
  private func key(_ name: String) -> String {
    guard let index = place.last, let sign = name.utf8.firstIndex(of: UInt8(ascii: "#")) else { return name }
    let stem = name[..<sign]
    // What follows the sign can only be `-1`.
    guard name.utf8.index(after: sign) < name.endIndex else { return stem + String(index) }
    return index == 0 ? stem + "-start" : stem + String(index - 1)
  }
}
