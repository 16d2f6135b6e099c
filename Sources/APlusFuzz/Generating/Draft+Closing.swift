import APlusModel

/// Writes the last steps, which settle pending promises and observe those that no step has
/// observed. Many programs would show nothing without them.
extension Draft {
  mutating func closing(_ place: Place) -> [Step] {
    var open: [(name: String, settles: Bool, count: Int)] = []
    for (promise, count) in place.promises.map({ (promise: $0, count: 1) }) + series {
      if promise.hasSettler, !promise.isDue, !settled.contains(promise.name) {
        open.append((promise.name, true, count))
      }
      if !observed.contains(promise.name) { open.append((promise.name, false, count)) }
    }
    var steps: [Step] = []
    decide.beginBlock()
    while decide.beginStep(if: stepsLeft > 0 && !open.isEmpty) {
      defer { decide.endStep() }
      let (name, settles, count) = open.remove(at: decide.below(open.count))
      let isSeries = name.hasSuffix("#")
      guard !isSeries || stepsLeft > 1 else { continue }
      stepsLeft -= isSeries ? 2 : 1
      var inside = place
      inside.isRepeated = isSeries
      inside.times = count
      let action = settles ? settlement(of: name, inside) : observation(of: name)
      var step = Step(id: 0, action)
      if isSeries { step = Step(id: 0, .repeated(count, [step])) }
      if stepsLeft > 0, takes("later idle", 15) {
        stepsLeft -= 1
        step = Step(id: 0, .later(.idle, [step]))
      }
      steps.append(step)
    }
    decide.endBlock()
    return steps
  }

  private mutating func settlement(of name: String, _ place: Place) -> Action {
    let verb = choose(
      [("verb fulfill", 5, .fulfill), ("verb reject", 3, .reject), ("verb resolve", 3, .resolve)]
        as [Choice<Settlement>])
    let use: ValueUse =
      switch verb {
      case .fulfill: .fulfillment
      case .reject: .rejection
      case .resolve: .resolution
      }
    return .settle(verb, promise: name, value: value(for: use, own: name, place))
  }

  /// A registration of two handlers that only show that they ran; all observations share them.
  private mutating func observation(of name: String) -> Action {
    .then(Registration(promise: name, onFulfilled: observer("seen"), onRejected: observer("failed"), result: nil))
  }

  /// A handler that every program written by chance has; a shrunk one may lack it.
  private mutating func observer(_ name: String) -> Handler {
    guard decide.usual(1) == 1 else { return .absent }
    functions[name] = Function()
    return .function(name)
  }
}
