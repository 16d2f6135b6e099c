/// A table by small numbers, as traces use them: an array with gaps, without hashing.
struct NumberedTable<Value> {
  private var values: [Value?] = []

  /// The numbers that have a value, in order.
  var numbers: [Int] { values.indices.filter { values[$0] != nil } }

  /// The values, in order of their numbers.
  var all: some Sequence<Value> { values.lazy.compactMap(\.self) }

  /// The value of a number; numbers below 0 have none.
  subscript(number: Int) -> Value? {
    get { values.indices.contains(number) ? values[number] : nil }
    set {
      guard number >= 0 else { return }
      reserve(number)
      values[number] = newValue
    }
  }

  /// Changes the value of a number that has one.
  ///
  /// An accessor that modifies in place would allocate memory on each call.
  mutating func update(_ number: Int, _ change: (inout Value) -> Void) {
    guard contains(number) else { return }
    // swift-format-ignore: NeverForceUnwrap
    // There is no other way to change the value of an optional in place.
    change(&values[number]!)
  }

  /// Whether a number has a value.
  func contains(_ number: Int) -> Bool { values.indices.contains(number) && values[number] != nil }

  /// The value of a number; a change inserts the default where there is none.
  subscript(number: Int, default fallback: @autoclosure () -> Value) -> Value {
    get { self[number] ?? fallback() }
    _modify {
      precondition(number >= 0, "the fidelity law lets only such numbers through")
      reserve(number)
      if values[number] == nil { values[number] = fallback() }
      // swift-format-ignore: NeverForceUnwrap
      yield &values[number]!
    }
  }

  private mutating func reserve(_ number: Int) { while values.count <= number { values.append(nil) } }
}
