import APlusModel

/// What the events of a step say beyond what was recorded.
struct StepLabels: Sendable {
  /// The name that the step is about, or its verb; empty for a handler.
  private(set) var name = ""
  /// The name of the promise that the library returns; nil if the program does not name it.
  private(set) var result: String?
  private(set) var onFulfilled = Slot.absent
  private(set) var onRejected = Slot.absent
  private(set) var dropped: [String] = []
  /// The completion handler; empty for other steps.
  private(set) var function = ""

  /// Creates the labels of a step without any.
  init() {}

  init(_ action: Action) {
    result = action.resultName
    switch action {
    case .bind(let name, _), .mark(let name), .probe(let name), .wait(let name): self.name = name
    case .combine(let combination): name = combination.kind
    case .start(let start):
      name = start.kind
      function = start.function
    case .awaiting(let awaiting):
      onFulfilled = awaiting.onFulfilled.map(Slot.function) ?? .absent
      onRejected = awaiting.onRejected.map(Slot.function) ?? .absent
    case .then(let registration):
      onFulfilled = Slot(registration.onFulfilled)
      onRejected = Slot(registration.onRejected)
    case .drop(let names): dropped = names
    default: name = action.verb
    }
  }
}

extension Slot {
  fileprivate init(_ handler: Handler) {
    if case .function(let name) = handler { self = .function(name) } else { self = .absent }
  }
}
