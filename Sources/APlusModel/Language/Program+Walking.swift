extension Program {
  /// Calls the body for every step, including those of functions.
  package func forEachStep(_ body: (Step) -> Void) {
    Self.walk(steps, body)
    for function in functions.values { Self.walk(function.steps, body) }
  }

  /// Calls the body for every value, including those inside others.
  ///
  /// - Parameters:
  ///   - inGetters: Whether to include what getters of `then` return and throw.
  ///   - body: Called with each value.
  package func forEachValue(inGetters: Bool = true, _ body: (Value) -> Void) {
    forEachStep { step in for value in step.action.values { value.walk(inGetters: inGetters, body) } }
    forEachEnding(inGetters: inGetters) { $0.value?.walk(inGetters: inGetters, body) }
  }

  /// Calls the body for every ending of functions, and of the getter of a patched prototype.
  package func forEachEnding(inGetters: Bool = true, _ body: (Ending) -> Void) {
    for function in functions.values { function.endings.forEach(body) }
    if inGetters { prototype?.get.forEach(body) }
  }

  /// The contexts that registrations and calls with completion handlers name, by the numbers of their steps.
  package var contextsOfSteps: [Int: String] {
    var found: [Int: String] = [:]
    guard !contexts.isEmpty else { return found }
    forEachStep { step in
      switch step.action {
      case .then(let registration): found[step.id] = registration.context
      case .start(let start): found[step.id] = start.context
      default: break
      }
    }
    return found
  }

  /// Calls the body for the steps of a block and of its nested blocks.
  package static func walk(_ steps: [Step], _ body: (Step) -> Void) {
    for step in steps {
      body(step)
      for block in step.action.blocks { walk(block, body) }
    }
  }

  /// Whether a thread of the script waits for a mark that only functions make, so that handlers must run meanwhile.
  package var waitsForHandlers: Bool {
    var made: Set<String> = []
    var awaited: Set<String> = []
    Self.walk(steps) { step in
      switch step.action {
      case .mark(let name): made.insert(name)
      case .wait(let gate): awaited.insert(gate)
      default: break
      }
    }
    return !awaited.isSubset(of: made)
  }

  /// What a host knows about the program in advance: the words it uses and its longest duration.
  ///
  /// The words are its verbs, `idle` if a block or a promise waits for quiescence, and `null` if
  /// that value occurs outside of getters.
  package var uses: (words: Set<String>, milliseconds: Int) {
    var words: Set<String> = []
    var milliseconds = 0
    forEachStep { step in
      words.insert(step.action.verb)
      if case .later(.idle, _) = step.action { words.insert("idle") }
      switch step.action {
      case .combine(let combination): milliseconds = max(milliseconds, combination.milliseconds ?? 0)
      case .awaiting(let awaiting): milliseconds = max(milliseconds, awaiting.milliseconds ?? 0)
      default: break
      }
    }
    forEachValue { value in if case .promise(_, _, whenIdle: true) = value { words.insert("idle") } }
    // Null in a getter does not decide how a language with a single empty value reports it.
    forEachValue(inGetters: false) { value in if value == .scalar(.null) { words.insert("null") } }
    return (words, milliseconds)
  }

  /// Whether a step or a value is about promises, so that only a library with promises can perform it.
  package var usesPromises: Bool {
    var isFound = false
    let tasks = tasks
    forEachStep { isFound = isFound || $0.action.operation.isAboutPromises && !isAboutCall($0) && !isAboutTask($0) }
    forEachValue { value in
      switch value {
      case .promise: isFound = true
      case .thenable(let thenable): isFound = isFound || !tasks.contains(thenable)
      default: break
      }
    }
    return isFound
  }

  /// Whether the program starts calls that take completion handlers.
  package var usesCalls: Bool {
    var isFound = false
    forEachStep { if case .start = $0.action { isFound = true } }
    return isFound
  }

  /// Whether a step finishes or cancels a call, and no promise.
  package func isAboutCall(_ step: Step) -> Bool {
    switch step.action {
    case .settle(_, let name, _), .cancel(let name, _): usesCalls && Kinds(of: self).kind(of: name) == .call
    default: false
    }
  }

  /// Whether the program has tasks that await promises.
  package var usesTasks: Bool {
    var isFound = false
    forEachStep { if case .awaiting = $0.action { isFound = true } }
    return isFound
  }

  /// Whether a step cancels a task that awaits, and no promise.
  package func isAboutTask(_ step: Step) -> Bool {
    guard case .cancel(let name, _) = step.action else { return false }
    return usesTasks && Kinds(of: self).kind(of: name) == .task
  }

  /// The thenables that only stand for the tasks of a sequence of calls.
  package var tasks: Set<Thenable> {
    var members: Set<String> = []
    forEachStep { step in
      guard case .start(let start) = step.action else { return }
      for name in start.members {
        members.insert(NameGrammar.base(of: name))
        // One of the names that a repeat bound: `x7` of `x#`.
        let digits = name.utf8.reversed().prefix(while: NameGrammar.isDigit).count
        if digits > 0 { members.insert("\(name.dropLast(digits))#") }
      }
    }
    guard !members.isEmpty else { return [] }
    var tasks: Set<Thenable> = []
    forEachStep { step in
      guard case .bind(let name, .thenable(let thenable)) = step.action, members.contains(NameGrammar.base(of: name))
      else { return }
      tasks.insert(thenable)
    }
    return tasks
  }
}

extension Handler {
  /// The value in the handler's place; nil for a function, or if it is absent.
  package var value: Value? { if case .notFunction(let value) = self { value } else { nil } }

  /// The function's name; nil for anything else.
  package var function: String? { if case .function(let name) = self { name } else { nil } }
}

extension Thenable {
  /// The names of the functions that act for it.
  package var functions: [String] { [then.function, reading].compactMap(\.self) }
}

extension Ending {
  /// The value that is returned or thrown; nil for the function behind `then`.
  package var value: Value? {
    switch self {
    case .returns(let value), .throwing(let value): value
    case .givesThen: nil
    }
  }
}

extension Value {
  /// Calls the body for the value and those inside it.
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
