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
  /// An accessor that modifies in place would take memory for each call.
  mutating func update(_ number: Int, _ change: (inout Value) -> Void) {
    guard var value = self[number] else { return }
    // Held once, what is in it is not copied.
    values[number] = nil
    change(&value)
    values[number] = value
  }

  /// The value of a number, put there where there is none.
  subscript(number: Int, default fallback: @autoclosure () -> Value) -> Value {
    get { self[number] ?? fallback() }
    _modify {
      precondition(number >= 0, "the fidelity law lets only such numbers through")
      reserve(number)
      var value = values[number] ?? fallback()
      values[number] = nil
      defer { values[number] = value }
      yield &value
    }
  }

  private mutating func reserve(_ number: Int) {
    guard number >= values.count else { return }
    values.append(contentsOf: repeatElement(nil, count: number + 1 - values.count))
  }
}
