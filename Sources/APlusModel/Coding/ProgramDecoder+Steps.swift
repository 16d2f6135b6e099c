package import APlusJSON

extension ProgramDecoder {
  /// Reads the steps of a block.
  package mutating func steps(_ nodes: [Node]) -> [Step] { nodes.compactMap { step($0) } }

  private mutating func step(_ node: Node) -> Step? {
    guard let members = node.object else {
      diagnostics.report("found \(node.summary), expected a step", at: node.place)
      return nil
    }
    guard let operation = Operation.of(members) else {
      let key = members.first { $0.key != "id" }?.key ?? ""
      diagnostics.report(
        "found \(members.isEmpty ? "no verb" : "\"\(key)\""), expected a step with a verb", at: node.place,
        suggestion: Operation.table.map(\.verb).nearest(to: key))
      return nil
    }
    let keys = form == .wire ? operation.wireKeys : operation.keys
    guard let object = ObjectReader(node, "the step \"\(operation.verb)\"", keys: keys, diagnostics) else { return nil }
    let id = number(node, object)
    let arguments = operation.fields.map { field -> FieldValue? in
      guard field.isRequired ? object.required(field.key) != nil : object[field.key] != nil else { return nil }
      return argument(field, object)
    }
    let action = Action(operation.verb, arguments)
    if case .repeated(let count, let block)? = action { note(block, repeated: count) }
    return action.map { Step(id: id, $0) }
  }

  /// Notes the names that a repeat binds for each index.
  private mutating func note(_ block: [Step], repeated count: Int) {
    for step in block {
      step.action.forEachField { field, argument in
        guard case .binding = field.type, let name = argument.name, name.hasSuffix("#") else { return }
        repeated[name] = count
      }
    }
  }

  /// Reads names; in a case file, a member from a repeat which has ended stands for all its indices.
  private func names(_ nodes: [Node], areMembers: Bool) -> [String] {
    nodes.flatMap { node -> [String] in
      guard let name = name(node) else { return [] }
      guard areMembers, form == .caseFile, let count = repeated[name] else { return [name] }
      return (0..<count).map { "\(name.dropLast())\($0)" }
    }
  }

  /// Reads the argument of a field; reports an invalid one, and returns nil.
  private mutating func argument(_ field: Field, _ object: ObjectReader) -> FieldValue? {
    guard let node = object[field.key] else { return nil }
    switch field.type {
    case .binding, .name, .mark, .gate, .context: return name(node).map { .name($0) }
    case .names: return .names(names(object.array(field.key) ?? [], areMembers: field.key == "of"))
    case .function(let role): return functionName(node, role: role).map { .name($0) }
    case .handler: return FieldValue(handler(node, role: "handler"))
    case .value: return value(node).map { .value($0) }
    case .resolver: return resolver(node).map { .resolver($0) }
    case .word(let words): return object.wordIfPresent(field.key, among: words).map { .name($0) }
    case .integer(let range): return object.integerIfPresent(field.key, in: range).map { .number($0) }
    case .block: return object.array(field.key).map { .block(steps($0)) }
    case .blocks:
      return .blocks(
        (object.array(field.key) ?? []).map { lane in
          if let elements = lane.array { return steps(elements) }
          diagnostics.report("found \(lane.summary), expected an array of steps", at: lane.place)
          return []
        })
    }
  }

  private func name(_ node: Node) -> String? {
    if let text = node.string, NameGrammar.isName(text) { return text }
    diagnostics.report("found \(node.summary), expected \(NameGrammar.nameWords)", at: node.place)
    return nil
  }

  private func resolver(_ node: Node) -> ResolverName? {
    let text = node.string ?? ""
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let word = parts.last, ["resolve", "reject"].contains(word), parts.count <= 2,
      parts.count == 1 || NameGrammar.isName(parts[0])
    else {
      diagnostics.report(
        "found \(node.summary), expected \"resolve\", \"reject\" or those of a thenable, \"x.resolve\"", at: node.place,
        suggestion: ["resolve", "reject"].nearest(to: text))
      return nil
    }
    return ResolverName(thenable: parts.count == 2 ? parts[0] : nil, rejects: word == "reject")
  }
}

extension Operation {
  /// The operation of a step with these members; nil if none is a verb.
  ///
  /// A verb may also be a key beside another verb, as `call` is beside `combine`.
  fileprivate static func of(_ members: [Node.Member]) -> Operation? {
    var found: Operation?
    for member in members {
      guard let operation = of(member.key) else { continue }
      if found.map({ operation.keys.contains($0.verb) }) ?? true { found = operation }
    }
    return found
  }
}
