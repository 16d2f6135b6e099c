import APlusModel

/// Collects what a program mentions, and refuses what Swift cannot say.
struct ProgramSurvey {
  var steps: [Int: Step] = [:]
  var mentioned: Set<String> = ["UNBOUND"]
  var kinds: [String: StaticKind] = [:]
  var hasIdleBlocks = false
  var hasGates = false
  var probed: Set<String> = []
  var longestRepeat = 1
  var longestMilliseconds = 0
  private var aliases: [(name: String, value: String)] = []

  /// Visits all steps and functions of a program.
  mutating func visit(_ program: Program) throws(NotExpressible) {
    try visit(program.steps, depth: 0)
    for function in program.functions.values {
      guard !function.isSloppy else {
        throw NotExpressible("a non-strict function: Swift has no receivers")
      }
      try visit(function.steps, depth: 0)
      for ending in function.endings {
        switch ending {
        case .returns(let value), .throwing(let value): try visit(value)
        case .givesThen: throw NotExpressible("an ending of an accessor outside of one")
        }
      }
    }
    resolveAliases()
  }

  private mutating func resolveAliases() {
    // A chain of aliases is at most as long as their number.
    for _ in aliases {
      for alias in aliases where kinds[alias.name] == nil {
        kinds[alias.name] = kinds[alias.value]
      }
    }
  }

  private mutating func visit(_ block: [Step], depth: Int) throws(NotExpressible) {
    for step in block {
      steps[step.id] = step
      try visit(step.action, depth: depth)
    }
  }

  private mutating func visit(_ action: Action, depth: Int) throws(NotExpressible) {
    switch action {
    case .bind(let name, let value):
      mentioned.insert(name)
      try visit(value)
      if case .name(let other) = value {
        aliases.append((name, other))
      } else {
        kinds[name] = StaticKind(value, names: kinds)
      }
    case .settle(_, let promise, let value):
      mentioned.insert(promise)
      try visit(value)
    case .then(let registration):
      mentioned.insert(registration.promise)
      bindPromise(registration.result)
      try visit(registration.onFulfilled)
      try visit(registration.onRejected)
    case .call(let resolver, let value):
      if let thenable = resolver.thenable {
        mentioned.insert(thenable)
      }
      if let value {
        try visit(value)
      }
    case .mark: break
    case .later(let moment, let block):
      hasIdleBlocks = hasIdleBlocks || moment == .idle
      try visit(block, depth: depth)
    case .repeated(let count, let block):
      guard depth < Place.maximumDepth else {
        throw NotExpressible("more than \(Place.maximumDepth) nested repeats")
      }
      longestRepeat = max(longestRepeat, count)
      try visit(block, depth: depth + 1)
    case .lanes(let lanes):
      for lane in lanes {
        try visit(lane, depth: depth)
      }
    case .wait: hasGates = true
    case .drop(let names): mentioned.formUnion(names)
    case .probe(let name):
      mentioned.insert(name)
      probed.insert(name)
    case .cancel(let promise, let reason):
      mentioned.insert(promise)
      if let reason {
        try visit(reason)
      }
    case .measure(let promise, _): mentioned.insert(promise)
    case .combine(let combination):
      mentioned.formUnion(combination.members)
      bindPromise(combination.result)
      longestMilliseconds = max(longestMilliseconds, combination.milliseconds ?? 0)
    }
  }

  private mutating func bindPromise(_ name: String?) {
    guard let name else { return }
    mentioned.insert(name)
    kinds[name] = .promise
  }

  private mutating func visit(_ handler: Handler) throws(NotExpressible) {
    if case .notFunction = handler {
      throw NotExpressible("a handler that is not a function: Swift checks types")
    }
  }

  private mutating func visit(_ value: Value) throws(NotExpressible) {
    switch value {
    case .name(let name): mentioned.insert(name)
    case .scalar, .text, .error, .special: break
    case .list(let items):
      for item in items {
        try visit(item)
      }
    case .promise(_, let value, let whenIdle):
      hasIdleBlocks = hasIdleBlocks || whenIdle
      if let value {
        try visit(value)
      }
    case .thenable(let thenable):
      guard thenable.shape == .object, thenable.get == nil, case .function = thenable.then else {
        throw NotExpressible("a thenable that is no object with a method")
      }
      if let name = thenable.name {
        mentioned.insert(name)
        kinds[name] = .thenable
      }
    }
  }
}
