extension Scenario {
  /// The first of some limits that the scenario goes beyond; nil where it stays within all.
  package func exceeded(of limits: Set<Limit>) -> Limit? {
    guard !limits.isEmpty else { return nil }
    return Limit.allCases.first { limits.contains($0) && exceeds($0) }
  }

  /// Whether a library with the limit cannot show what the scenario asks.
  package func exceeds(_ limit: Limit) -> Bool {
    switch limit {
    case .nothingFromThen, .sameFromThen: usesResultsOfThen
    case .unordered: isAboutOrder
    case .brokenPromise, .cancelOnDrop: capabilities.contains(.abandonedStaysPending)
    case .nonthrowingHandlers, .nonthrowingFinally, .nonthrowingRecover, .valuesFromHandlers, .valuesFromRecover,
      .lazyBodies:
      program.exceeds(limit)
    }
  }

  private var usesResultsOfThen: Bool {
    let results = program.resultsOfThen
    guard !results.names.isEmpty else { return false }
    return program.uses(results)
      || expectations.contains { expectation in
        switch expectation {
        case .outcome(let name, _, _), .givesPromise(let name), .pendingAt(let name, _), .freed(let name, _),
          .constant(let name):
          results.contain(name)
        case .runs, .runsAll, .never, .order, .sequence, .reads, .calls, .receiver, .arguments, .distinct, .unhandled:
          false
        }
      }
  }

  /// Whether the case asks for the order of handlers that have no context.
  private var isAboutOrder: Bool {
    let plain = program.functionsWithoutContext
    return expectations.contains { expectation in
      switch expectation {
      case .order(let functions), .sequence(let functions): functions.contains(where: plain.contains)
      default: false
      }
    } || decides == [.order] && !plain.isEmpty
  }
}

extension Program {
  /// Whether a library with a limit on what user code does cannot perform the program.
  package func exceeds(_ limit: Limit) -> Bool {
    switch limit {
    case .nothingFromThen, .sameFromThen: uses(resultsOfThen)
    case .nonthrowingHandlers: handlers.contains(where: throwsSomething)
    case .nonthrowingFinally:
      // A promise that such a function returns would let it fail later.
      functions(of: ["finally"]).contains(where: throwsSomething) || returnPromises(functions(of: ["finally"]))
    case .nonthrowingRecover: functions(of: ["recover"]).contains(where: throwsSomething)
    case .valuesFromHandlers: returnPromises(handlers)
    case .valuesFromRecover: returnPromises(functions(of: ["recover"]))
    case .lazyBodies: showsStartOfBody
    // The order in which handlers of a generated program run is no part of it.
    case .unordered: false
    // Nor is what becomes of a promise that nothing can settle.
    case .brokenPromise, .cancelOnDrop: false
    }
  }

  fileprivate var functionsWithoutContext: Set<String> {
    var found: Set<String> = []
    forEachStep { step in
      guard case .then(let call) = step.action, call.context == nil else { return }
      found.formUnion([call.onFulfilled.function, call.onRejected.function].compactMap(\.self))
    }
    return found
  }

  private var handlers: Set<String> {
    var found: Set<String> = []
    forEachStep { step in
      guard case .then(let call) = step.action else { return }
      found.formUnion([call.onFulfilled.function, call.onRejected.function].compactMap(\.self))
    }
    return found
  }

  private func functions(of combinators: Set<String>) -> Set<String> {
    var found: Set<String> = []
    forEachStep { step in
      guard case .combine(let call) = step.action, combinators.contains(call.kind) else { return }
      call.function.map { _ = found.insert($0) }
    }
    return found
  }

  private func throwsSomething(_ function: String) -> Bool {
    functions[function]?.endings.contains { if case .throwing = $0 { true } else { false } } ?? false
  }

  private func returnPromises(_ names: Set<String>) -> Bool {
    let kinds = Kinds(of: self)
    return names.contains { name in functions[name].map { kinds.ending(of: $0) != .value } ?? false }
  }

  // MARK: Results of then

  /// The names that are bound to what `then` returns.
  struct Results {
    fileprivate let names: Set<String>
    fileprivate let kinds: Kinds

    fileprivate func contain(_ name: String) -> Bool { names.contains(kinds.binding(of: name)) }
  }

  fileprivate var resultsOfThen: Results {
    var names: Set<String> = []
    forEachStep { step in
      if case .then(let call) = step.action, let result = call.result { names.insert(NameGrammar.base(of: result)) }
    }
    return Results(names: names, kinds: Kinds(of: self))
  }

  fileprivate func uses(_ results: Results) -> Bool {
    var isUsed = false
    forEachStep { step in
      step.action.forEachField { field, argument in
        switch (field.type, argument) {
        case (.name, .name(let name)): isUsed = isUsed || results.contain(name)
        case (.names, .names(let names)): isUsed = isUsed || names.contains(where: results.contain)
        default: break
        }
      }
    }
    forEachValue { value in if case .name(let name) = value { isUsed = isUsed || results.contain(name) } }
    return isUsed
  }

  // MARK: Bodies

  /// The combinators that call a function to start with, without waiting for a promise.
  private static let bodies: Set<String> = ["executor", "try", "retry", "sequence"]

  /// Whether it can be seen that a body starts with the first handler of its promise: nothing is
  /// registered there right after the call, or the body acts on more than its own promise.
  private var showsStartOfBody: Bool {
    let blocks = [steps] + functions.values.map(\.steps)
    return blocks.contains(where: showsStartOfBody)
  }

  private func showsStartOfBody(_ steps: [Step]) -> Bool {
    for (place, step) in steps.enumerated() {
      if step.action.blocks.contains(where: showsStartOfBody) { return true }
      guard case .combine(let call) = step.action, Self.bodies.contains(call.kind) else { continue }
      let next = steps.dropFirst(place + 1).first?.action
      guard case .then(let registration)? = next, registration.promise == call.result else { return true }
      if bodies(of: call).contains(where: isActive) { return true }
    }
    return false
  }

  /// The functions that a combinator starts.
  private func bodies(of call: CombinatorCall) -> [Function] {
    var names = [call.function].compactMap(\.self)
    forEachStep { step in
      guard case .bind(let name, .thenable(let thenable)) = step.action, call.members.contains(name) else { return }
      names += thenable.functions
    }
    return names.compactMap { functions[$0] }
  }

  /// Whether a function does more than to call the resolvers that it was given.
  private func isActive(_ function: Function) -> Bool {
    var isActive = false
    Self.walk(function.steps) { step in
      switch step.action {
      case .call(let resolver, _): isActive = isActive || resolver.thenable != nil
      case .later, .mark: break
      default: isActive = true
      }
    }
    return isActive
  }
}
