import APlusModel

extension Program {
  /// Programs with one step simplified, in every way.
  var stepEdits: [Program] {
    var programs: [Program] = []
    forEachStep { step in
      for simpler in step.action.simpler {
        programs.append(replacing { $0.id == step.id ? simpler.map { Step(id: 0, $0) } : [$0] })
      }
      if case .repeated(let count, let body) = step.action {
        programs += count == 1 ? [unrolled(step.id, body)] : fewer(step.id, count, body)
      }
    }
    return programs
  }

  /// Programs with fewer iterations of a repeat; names of its last iteration become those of the
  /// new last one.
  private func fewer(_ id: Int, _ count: Int, _ body: [Step]) -> [Program] {
    let counts = Set([1, 2, 3, count / 2, count - 1].filter { $0 > 0 && $0 < count })
    return counts.sorted().map { fewer in
      let suffix = "\(count - 1)"
      let families = Self.families(in: body)
      let shorter = replacing { $0.id == id ? [Step(id: id, .repeated(fewer, body))] : [$0] }
      return shorter.renaming { name in
        guard name.hasSuffix(suffix), families.contains("\(name.dropLast(suffix.count))#") else { return name }
        return "\(name.dropLast(suffix.count))\(fewer - 1)"
      }
    }
  }

  /// The program with a repeat of one iteration replaced by its body.
  private func unrolled(_ id: Int, _ body: [Step]) -> Program {
    let families = Self.families(in: body)
    return replacing { $0.id == id ? body.map { Step(id: 0, $0.action) } : [$0] }.renaming { name in
      if families.contains(name) { return "\(name.dropLast())0" }
      return name.hasSuffix("#-1") && families.contains(String(name.dropLast(2))) ? "\(name.dropLast(3))-start" : name
    }
  }

  /// The names that differ in each iteration.
  private static func families(in body: [Step]) -> Set<String> {
    var families: Set<String> = []
    walk(body) { step in families.formUnion(names(in: step.action).filter { $0.hasSuffix("#") }) }
    return families
  }

  /// Programs with one function simplified, in every way.
  var functionEdits: [Program] {
    var programs: [Program] = []
    for (name, function) in functions.sorted(by: { $0.key < $1.key }) {
      func add(_ change: (inout Function) -> Void) {
        var program = self
        var changed = function
        change(&changed)
        program.functions[name] = changed
        programs.append(program)
      }
      if function.isShared { add { $0.isShared = false } }
      if function.kind != nil { add { $0.kind = nil } }
      if !function.endings.isEmpty { add { $0.endings = [] } }
      for place in function.endings.indices {
        if function.endings.count > 1 { add { $0.endings.remove(at: place) } }
        if case .throwing(let value) = function.endings[place] { add { $0.endings[place] = .returns(value) } }
        for value in function.endings[place].value?.simpler ?? [] {
          add { $0.endings[place] = $0.endings[place].mapping { _ in value } }
        }
      }
    }
    return programs
  }

  /// Programs with one promise replaced by another: the result of a registration by the promise
  /// that it was made on, and a promise that a `let` makes by the first such promise.
  var aliases: [Program] {
    var programs: [Program] = []
    var first: String?
    forEachStep { step in
      var pair: (old: String, new: String)?
      switch step.action {
      case .then(let then): pair = then.result.map { ($0, then.promise) }
      case .bind(let name, .promise): if let first { pair = (name, first) } else { first = name }
      default: break
      }
      guard let (old, new) = pair, !old.contains("#"), !new.contains("#") else { return }
      let without = replacing { $0.id == step.id ? [] : [$0] }
      programs.append(without.renaming { $0 == old ? new : $0 })
    }
    return programs
  }
}

extension Action {
  /// Simpler replacements of the action, apart from fewer steps and iterations.
  fileprivate var simpler: [[Action]] {
    switch self {
    case .later(let moment, let block): return [block.map(\.action)] + (moment == .idle ? [[.later(.turn, block)]] : [])
    case .repeated(_, let block):
      let isIndexed = block.contains { step in Program.names(in: step.action).contains { $0.contains("#") } }
      return isIndexed ? [] : [block.map(\.action)]
    case .lanes(let blocks):
      return [blocks.flatMap { $0.map(\.action) }]
        + blocks.indices.map { place in
          var fewer = blocks
          fewer.remove(at: place)
          return [.lanes(fewer)]
        }
    case .then(let then): return then.simpler.map { [.then($0)] }
    case .combine(let call):
      let pending = Value.promise(.pending, with: nil, whenIdle: false)
      let replaced = call.result.map { [[Action.bind(name: $0, value: pending)]] } ?? []
      let places = call.isOfOne ? 0..<0 : call.members.indices
      return replaced
        + places.map { place in
          var fewer = call
          fewer.members.remove(at: place)
          return [.combine(fewer)]
        }
    case .settle(.resolve, let promise, let value):
      let fulfills: [[Action]] =
        if case .name(let name) = value, name.isMarkName { [[.settle(.fulfill, promise: promise, value: value)]] } else
        { [] }
      return fulfills + value.simpler.map { [.settle(.resolve, promise: promise, value: $0)] }
    case .settle(let verb, let promise, let value):
      return value.simpler.map { [.settle(verb, promise: promise, value: $0)] }
    case .bind(let name, let value): return value.simpler.map { [.bind(name: name, value: $0)] }
    case .call(let resolver, let value?): return value.simpler.map { [.call(resolver: resolver, value: $0)] }
    case .cancel(let promise, _?): return [[.cancel(promise: promise, reason: nil)]]
    case .pause(let milliseconds): return milliseconds > 1 ? [[.pause(milliseconds / 2)]] : []
    default: return []
    }
  }
}

extension Registration {
  fileprivate var simpler: [Registration] {
    var found: [Registration] = []
    func add(_ change: (inout Registration) -> Void) {
      var changed = self
      change(&changed)
      if changed != self { found.append(changed) }
    }
    add { $0.onFulfilled = .absent }
    add { $0.onRejected = .absent }
    add { $0.context = nil }
    add { $0.result = nil }
    return found
  }
}

extension Value {
  /// Simpler replacements of the value.
  fileprivate var simpler: [Value] {
    switch self {
    case .name(let name): return name.isMarkName ? [] : [.name("S")]
    case .scalar, .text, .special, .error, .list: return [.name("S")]
    case .promise(let state, let value, let isDue):
      guard let value else { return [.name("S")] }
      var found: [Value] = [.name("S"), value]
      if isDue { found.append(.promise(state, with: value, whenIdle: false)) }
      found += value.simpler.map { .promise(state, with: $0, whenIdle: isDue) }
      if state == .resolved { found.append(.promise(.fulfilled, with: value, whenIdle: isDue)) }
      return found
    case .thenable(let thenable):
      var found: [Value] = [.name("S")]
      var plain = thenable
      if thenable.reading != nil {
        plain.reading = nil
        found.append(.thenable(plain))
      }
      plain.get = nil
      plain.shape = .object
      plain.name = nil
      if plain != thenable { found.append(.thenable(plain)) }
      return found
    }
  }
}
