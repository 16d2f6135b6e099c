import APlusTrace

extension Fidelity {
  /// What is wrong with a trace, and at which event.
  struct Fault: Error {
    let message: String
    let event: Int?
  }
}

extension Trace {
  /// A reference of an event, or of a list that it refers to, that has no object.
  func danglingReference(in event: Event) -> Int? {
    var dangling: Int?
    event.kind.forEachReference { reference in
      guard objects.indices.contains(reference) else {
        dangling = reference
        return
      }
      guard let items = objects[reference].items else { return }
      for case .reference(let item) in items where !objects.indices.contains(item) {
        dangling = item
      }
    }
    return dangling
  }
}
