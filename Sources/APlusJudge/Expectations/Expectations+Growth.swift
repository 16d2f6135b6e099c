import APlusModel

extension Expectations {
  /// The violation where registering on the promise takes longer the more handlers wait, over all
  /// rounds.
  func growth(_ promise: String) -> Violation? {
    var rounds: [[Int]] = []
    for record in facts.frames {
      guard case .operation(_, "measure", let subject) = record.frame, isNamed(promise, subject, record.round) else {
        continue
      }
      switch record.result {
      case .measured(let readings): rounds.append(readings)
      case .threw(let error): return refusal(promise, error, record)
      case .nothing, .gives, .accepted, .returned: break
      }
    }
    return Growth(rounds).map { growth in
      violation(
        .growth,
        "registering a handler on \(promise) took \(growth.factor) times as long where twice as many"
          + " waited: \(growth.readings)", expected: "as long, however many wait", observed: growth.readings)
    }
  }

  private func refusal(_ promise: String, _ error: TracedValue, _ record: FrameRecord) -> Violation {
    let text = facts.trace.text(error)
    return violation(
      .state, "`then` on \(promise) threw \(text) where many handlers waited", expected: "a registration",
      observed: "\(text) thrown", event: record.end)
  }
}
