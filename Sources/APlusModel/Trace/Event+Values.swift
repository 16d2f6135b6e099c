extension Event.Kind {
  /// Calls a body with every identity that the event refers to.
  package func forEachReference(_ body: (Int) -> Void) {
    func visit(_ value: TracedValue?) {
      if case .reference(let reference)? = value { body(reference) }
    }
    func visit(_ slot: Slot) {
      if case .notFunction(let value) = slot { visit(value) }
    }
    switch self {
    case .begin(_, let frame):
      switch frame {
      case .make(_, _, let value, _), .call(_, _, _, let value): visit(value)
      case .settle(_, _, let subject, let value):
        visit(subject)
        visit(value)
      case .then(let call, _):
        visit(call.subject)
        visit(call.onFulfilled)
        visit(call.onRejected)
      case .cancel(_, let subject, let value):
        visit(subject)
        visit(value)
      case .combine(_, _, let members): for member in members { visit(member) }
      case .handler(let call, _, _), .task(let call), .onCancel(let call):
        for argument in call.arguments { visit(argument) }
      case .thenable(let call, let subject, _):
        visit(subject)
        for argument in call.arguments { visit(argument) }
      case .accessor(let subject, _, _): visit(subject)
      case .measure(_, let subject): visit(subject)
      case .drop, .wait, .lanes: break
      }
    case .end(_, let result): visit(result.value)
    case .bound(_, _, let value), .due(let value), .unhandled(let value), .uncaught(let value):
      visit(value)
    case .suspend, .resume, .mark, .block, .lane, .phase, .unbound, .gone: break
    }
  }
}

extension FrameResult {
  /// The value that the frame ended with; nil where it reports none.
  package var value: TracedValue? {
    switch self {
    case .gives(let value), .returned(let value), .threw(let value): value
    case .nothing, .accepted, .measured: nil
    }
  }
}
