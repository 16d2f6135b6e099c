/// A table by name.
///
/// A program has few names, and a trace repeats a few of them over and over.
///
/// Comparing a short name with a few others takes a third of the time of hashing it.
struct NameTable<Value> {
  /// How many names are compared before the others are hashed.
  private static var fewNames: Int { 8 }

  private(set) var names: [String] = []
  private var values: [Value] = []
  private var places: [String: Int] = [:]

  /// The value of a name.
  subscript(name: String) -> Value? { place(of: name).map { values[$0] } }

  /// The value of a name; a change inserts the default where there is none.
  subscript(name: String, default fallback: @autoclosure () -> Value) -> Value {
    get { self[name] ?? fallback() }
    _modify {
      let place = place(of: name) ?? values.count
      if place == values.count {
        names.append(name)
        values.append(fallback())
        if place >= Self.fewNames { places[name] = place }
      }
      yield &values[place]
    }
  }

  private func place(of name: String) -> Int? {
    for place in 0..<min(names.count, Self.fewNames) where names[place] == name { return place }
    return names.count > Self.fewNames ? places[name] : nil
  }
}
