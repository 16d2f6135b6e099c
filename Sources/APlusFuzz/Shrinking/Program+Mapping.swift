package import APlusModel

extension Action {
  /// The action with its blocks mapped.
  package func mappingBlocks(_ map: ([Step]) -> [Step]) -> Action {
    guard !blocks.isEmpty else { return self }
    let mapped = arguments.map { argument -> FieldValue? in
      switch argument {
      case .block(let steps): .block(map(steps))
      case .blocks(let blocks): .blocks(blocks.map(map))
      default: argument
      }
    }
    return Action(verb, mapped) ?? self
  }

  /// The action with its names and values mapped; its blocks stay.
  func mapping(name: (String) -> String, value: (Value) -> Value) -> Action {
    let mapped = zip(operation.fields, arguments).map { field, argument -> FieldValue? in
      switch argument {
      case .name(let text):
        if case .word = field.type { return argument }
        return .name(name(text))
      case .names(let names): return .names(names.map(name))
      case .resolver(let resolver):
        return .resolver(ResolverName(thenable: resolver.thenable.map(name), rejects: resolver.rejects))
      case .value(let old): return .value(value(old))
      case .handler(.function(let function)): return .handler(.function(name(function)))
      case .handler(.notFunction(let old)): return .handler(.notFunction(value(old)))
      case .number, .handler(.absent), .block, .blocks, nil: return argument
      }
    }
    return Action(verb, mapped) ?? self
  }
}

extension Value {
  /// The value with its names mapped.
  func mapping(name: (String) -> String) -> Value {
    switch self {
    case .name(let text): return .name(name(text))
    case .scalar, .text, .special, .error: return self
    case .list(let elements): return .list(elements.map { $0.mapping(name: name) })
    case .promise(let state, let value, let whenIdle):
      return .promise(state, with: value?.mapping(name: name), whenIdle: whenIdle)
    case .thenable(var thenable):
      thenable.name = thenable.name.map(name)
      switch thenable.then {
      case .absent: break
      case .function(let function): thenable.then = .function(name(function))
      case .notFunction(let value): thenable.then = .notFunction(value.mapping(name: name))
      }
      thenable.reading = thenable.reading.map(name)
      let getters = thenable.get
      thenable.get = getters?.map { ending in ending.mapping { $0.mapping(name: name) } }
      return .thenable(thenable)
    }
  }
}

extension Value {
  /// Every name in the value, in order.
  var names: [String] {
    var names: [String] = []
    _ = mapping {
      names.append($0)
      return $0
    }
    return names
  }
}

extension Ending {
  func mapping(_ map: (Value) -> Value) -> Ending {
    switch self {
    case .returns(let value): .returns(map(value))
    case .throwing(let value): .throwing(map(value))
    case .givesThen: self
    }
  }
}

extension Program {
  /// The program with each step replaced, from the inside out; an empty list removes the step.
  func replacing(_ replace: (Step) -> [Step]) -> Program {
    func map(_ steps: [Step]) -> [Step] { steps.flatMap { replace(Step(id: $0.id, $0.action.mappingBlocks(map))) } }
    var program = self
    program.steps = map(steps)
    for (name, function) in functions { program.functions[name]?.steps = map(function.steps) }
    return program
  }

  /// The program with its names, marks and gates mapped.
  func renaming(_ name: (String) -> String) -> Program {
    func value(_ value: Value) -> Value { value.mapping(name: name) }
    var program = replacing { [Step(id: $0.id, $0.action.mapping(name: name, value: value))] }
    let renamed = program.functions
    program.functions = [:]
    for (old, var function) in renamed {
      function.endings = function.endings.map { $0.mapping(value) }
      function.released = function.released.map(name)
      program.functions[name(old)] = function
    }
    program.contexts = Dictionary(contexts.map { (name($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    return program
  }

  /// Every name in an action, including those in its values, in order.
  static func names(in action: Action) -> [String] {
    var names: [String] = []
    _ = action.mapping(
      name: {
        names.append($0)
        return $0
      },
      value: {
        names += $0.names
        return $0
      })
    return names
  }
}
