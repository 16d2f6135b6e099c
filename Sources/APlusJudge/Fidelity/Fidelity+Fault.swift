import APlusModel

extension Fidelity {
  /// What is wrong with a trace, and at which event.
  struct Fault: Error {
    let message: String
    let event: Int?
  }
}

extension Trace {
  /// A reference of an event that has no object.
  func danglingReference(in event: Event) -> Int? {
    var dangling: Int?
    event.kind.forEachReference { reference in
      if !objects.indices.contains(reference) { dangling = reference }
    }
    return dangling
  }

  /// A reference of a list that has no object.
  var danglingItem: Int? {
    for object in objects {
      for case .reference(let item) in object.items ?? [] where !objects.indices.contains(item) {
        return item
      }
    }
    return nil
  }
}
