extension Event.Kind {
  /// Every value that the event carries.
  package var values: [TracedValue] {
    switch self {
    case .begin(_, let frame): frame.values
    case .end(_, let result): result.value.map { [$0] } ?? []
    case .bound(_, _, let value), .due(let value), .unhandled(let value), .uncaught(let value):
      [value]
    case .suspend, .resume, .mark, .block, .lane, .phase, .unbound, .gone: []
    }
  }
}

extension Frame {
  /// Every value that the frame's begin carries.
  package var values: [TracedValue] {
    switch self {
    case .make(_, _, let value, _): value.map { [$0] } ?? []
    case .settle(_, _, let subject, let value): [subject, value]
    case .then(_, let subject, _, let fulfilled, let rejected):
      [subject] + fulfilled.values + rejected.values
    case .call(_, _, _, let value): value.map { [$0] } ?? []
    case .cancel(_, let subject, let value): [subject] + (value.map { [$0] } ?? [])
    case .combine(_, _, let members): members
    case .drop, .wait, .lanes: []
    case .handler(let call, _, _), .task(let call), .onCancel(let call): call.arguments
    case .thenable(let call, let subject, _): [subject] + call.arguments
    case .accessor(let subject, _, _): subject.map { [$0] } ?? []
    }
  }
}

extension Slot {
  fileprivate var values: [TracedValue] {
    if case .notFunction(let value) = self { [value] } else { [] }
  }
}

extension FrameResult {
  /// The value that the frame ended with; nil where it reports none.
  package var value: TracedValue? {
    switch self {
    case .gives(let value), .returned(let value), .threw(let value): value
    case .nothing, .accepted: nil
    }
  }
}
