extension Event.Kind {
  /// Calls a body with every identity that the event refers to.
  package func forEachReference(_ body: (Int) -> Void) {
    func visit(_ value: TracedValue?) { if case .reference(let reference)? = value { body(reference) } }
    switch self {
    case .begin(_, let frame): for value in frame.values { visit(value) }
    case .end(_, let result): visit(result.value)
    case .bound(_, _, let value), .due(let value), .unhandled(let value), .uncaught(let value): visit(value)
    case .suspend, .resume, .mark, .block, .lane, .phase, .unbound, .gone: break
    }
  }
}

extension FrameResult {
  /// The value that the frame ended with; nil if it reports none.
  package var value: TracedValue? {
    switch self {
    case .gives(let value), .returned(let value), .threw(let value): value
    case .nothing, .accepted, .measured: nil
    }
  }
}
