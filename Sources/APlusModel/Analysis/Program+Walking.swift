extension Program {
  /// Calls the body for every step, those of functions included.
  package func forEachStep(_ body: (Step) -> Void) {
    Self.walk(steps, body)
    for function in functions.values {
      Self.walk(function.steps, body)
    }
  }

  /// Calls the body for every value, and for those inside of others.
  ///
  /// - Parameters:
  ///   - inGetters: Whether what getters of `then` return and throw is included.
  ///   - body: What is called.
  package func forEachValue(inGetters: Bool = true, _ body: (Value) -> Void) {
    forEachStep { step in
      for value in step.action.values { value.walk(inGetters: inGetters, body) }
    }
    for function in functions.values {
      for ending in function.endings { ending.value?.walk(inGetters: inGetters, body) }
    }
    guard inGetters else { return }
    for ending in prototype?.get ?? [] { ending.value?.walk(body) }
  }

  /// Calls the body for the steps of a block and of the blocks inside.
  package static func walk(_ steps: [Step], _ body: (Step) -> Void) {
    for step in steps {
      body(step)
      switch step.action {
      case .later(_, let block), .repeated(_, let block): walk(block, body)
      case .lanes(let lanes): for lane in lanes { walk(lane, body) }
      case .bind, .settle, .then, .call, .mark, .wait, .drop, .probe, .cancel, .combine, .measure:
        break
      }
    }
  }
}

extension Action {
  /// The values that stand in the step itself.
  package var values: [Value] {
    switch self {
    case .bind(_, let value), .settle(_, _, let value): [value]
    case .call(_, let value), .cancel(_, let value): value.map { [$0] } ?? []
    case .then(let registration):
      [registration.onFulfilled, registration.onRejected].compactMap(\.value)
    case .mark, .later, .repeated, .lanes, .wait, .drop, .probe, .combine, .measure: []
    }
  }
}

extension Handler {
  /// The value that stands in the handler's place.
  package var value: Value? {
    if case .notFunction(let value) = self { value } else { nil }
  }

  /// The function's name.
  package var function: String? {
    if case .function(let name) = self { name } else { nil }
  }
}

extension Ending {
  /// The value that is returned or thrown.
  package var value: Value? {
    switch self {
    case .returns(let value), .throwing(let value): value
    case .givesThen: nil
    }
  }
}

extension Value {
  /// Calls the body for the value and those inside.
  package func walk(inGetters: Bool = true, _ body: (Value) -> Void) {
    body(self)
    switch self {
    case .name, .scalar, .text, .special, .error: break
    case .list(let elements): for element in elements { element.walk(inGetters: inGetters, body) }
    case .promise(_, let value, _): value?.walk(inGetters: inGetters, body)
    case .thenable(let thenable):
      thenable.then.value?.walk(inGetters: inGetters, body)
      guard inGetters else { return }
      for ending in thenable.get ?? [] { ending.value?.walk(body) }
    }
  }
}
