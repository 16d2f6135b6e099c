import APlusModel

extension Program {
  /// The program without what a removal has made invalid or useless: steps and endings with unbound
  /// names, empty blocks, and unused functions and contexts.
  var pruned: Program {
    var program = self
    while true {
      let next = program.prunedOnce
      if next == program { return program }
      program = next
    }
  }

  private var prunedOnce: Program {
    let bound = boundNames
    let settled = settlers
    func isBound(_ name: String) -> Bool {
      name.isMarkName || bound.contains(Self.base(name)) || bound.contains(Self.family(of: name))
    }
    func isKept(_ action: Action) -> Bool {
      switch action {
      case .settle(_, let promise, _)
      where !settled.contains(Self.base(promise)) && !settled.contains(Self.family(of: promise)): return false
      case .later(_, let block), .repeated(_, let block): return !block.isEmpty
      case .lanes(let blocks): return blocks.contains { !$0.isEmpty }
      default: return Self.names(in: action).allSatisfy(isBound)
      }
    }
    var program = replacing { step in
      if case .lanes(let blocks) = step.action, isKept(step.action) {
        return [Step(id: step.id, .lanes(blocks.filter { !$0.isEmpty }))]
      }
      return isKept(step.action) ? [step] : []
    }
    for (name, function) in program.functions {
      program.functions[name]?.endings = function.endings.filter { ending in
        (ending.value?.names ?? []).allSatisfy(isBound)
      }
    }
    let used = program.usedNames
    program.functions = program.functions.filter { used.contains($0.key) }
    program.contexts = program.contexts.filter { used.contains($0.key) }
    return program
  }

  private var boundNames: Set<String> {
    var names = Set(functions.keys).union(contexts.keys)
    forEachStep { step in
      step.action.forEachField { field, argument in
        switch field.type {
        case .binding, .mark: argument.name.map { _ = names.insert(Self.base($0)) }
        default: break
        }
      }
    }
    forEachValue { value in if case .thenable(let thenable) = value { thenable.name.map { _ = names.insert($0) } } }
    return names
  }

  /// The promises that the program can settle.
  private var settlers: Set<String> {
    var names: Set<String> = []
    forEachStep { step in
      guard case .bind(let name, .promise(let state, _, let isDue)) = step.action else { return }
      if state == .pending || isDue { names.insert(Self.base(name)) }
    }
    return names
  }

  /// The functions and contexts that the program uses.
  private var usedNames: Set<String> {
    var used: Set<String> = []
    func note(_ value: Value) {
      value.walk { value in if case .thenable(let thenable) = value { used.formUnion(thenable.functions) } }
    }
    forEachStep { step in
      step.action.forEachField { field, argument in
        switch (field.type, argument) {
        case (_, .handler(.function(let name))), (.function, .name(let name)), (.context, .name(let name)):
          used.insert(name)
        default: break
        }
      }
    }
    forEachValue(note)
    return used
  }

  private static func base(_ name: String) -> String { NameGrammar.base(of: name) }

  /// The name that stands for all indices of a repeat: `q#` for `q49`.
  static func family(of name: String) -> String {
    "\(name.prefix(upTo: name.lastIndex { !$0.isNumber }.map(name.index(after:)) ?? name.startIndex))#"
  }
}
