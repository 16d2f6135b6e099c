package import APlusJSON

extension ProgramDecoder {
  /// The keys that identify the kind of value that an object describes.
  private static let valueKeys = ["text", "is", "error", "list", "promise", "thenable"]

  private static let specials = [
    "undefined", "NaN", "-0", "symbol", "bigint", "date", "regexp", "object", "function", "array-of-function",
    "function-heir",
  ]

  /// Reads a value; reports an invalid one, and returns nil.
  package mutating func value(_ node: Node) -> Value? {
    switch node.content {
    case .null: return .scalar(.null)
    case .bool(let value): return .scalar(.bool(value))
    case .integer(let value): return .scalar(.integer(value))
    case .real(let value): return .scalar(.number(value))
    case .string(let text): return name(text, node)
    case .array:
      diagnostics.report("found an array, expected a value; a list is {\"list\": [...]}", at: node.place)
      return nil
    case .object(let members): return object(node, members)
    }
  }

  private func name(_ text: String, _ node: Node) -> Value? {
    guard NameGrammar.isName(text) || NameGrammar.isMark(text) else {
      diagnostics.report(
        "found \(node.summary), expected a mark or a name; a string is {\"text\": \"...\"}", at: node.place)
      return nil
    }
    guard text != "UNBOUND" else {
      diagnostics.report("found the mark UNBOUND, which stands for a name without value", at: node.place)
      return nil
    }
    return .name(text)
  }

  private mutating func object(_ node: Node, _ members: [Node.Member]) -> Value? {
    guard let key = members.first(where: { Self.valueKeys.contains($0.key) })?.key else {
      let word = members.first?.key ?? ""
      diagnostics.report(
        unknown: word, expected: "a value: \(Self.valueKeys.map { "\"\($0)\"" }.joined(separator: ", "))",
        among: Self.valueKeys, at: node.place)
      return nil
    }
    switch key {
    case "text":
      let object = ObjectReader(node, "a string value", keys: ["text"], diagnostics)
      return object?.string("text").map { .text($0) }
    case "is":
      let object = ObjectReader(node, "a special value", keys: ["is"], diagnostics)
      let kinds = LanguageKind.values.keys
      return object?.wordIfPresent("is", among: Self.specials, orAmong: kinds).map { Self.special($0) }
    case "error":
      let object = ObjectReader(node, "an error", keys: ["error", "stack"], diagnostics)
      let hasStack = object?.boolIfPresent("stack") ?? true
      return object?.string("error").map { .error(type: $0, hasStack: hasStack) }
    case "list":
      let object = ObjectReader(node, "a list", keys: ["list"], diagnostics)
      return .list((object?.array("list") ?? []).compactMap { value($0) })
    case "promise": return promise(node)
    default: return node["thenable"].flatMap { thenable($0, in: node) }
    }
  }

  private static func special(_ word: String) -> Value {
    switch word {
    case "undefined": .scalar(.undefined)
    case "NaN": .scalar(.notANumber)
    case "-0": .scalar(.negativeZero)
    default: .special(word)
    }
  }

  private mutating func promise(_ node: Node) -> Value? {
    let states = ["pending", "fulfilled", "rejected", "resolved"]
    guard let object = ObjectReader(node, "a promise", keys: ["promise", "with", "when"], diagnostics),
      let state = object.wordIfPresent("promise", among: states).flatMap(PromiseState.init)
    else { return nil }
    let when = object.wordIfPresent("when", among: ["now", "idle"])
    if state == .pending {
      for key in ["with", "when"] {
        guard let member = object[key] else { continue }
        diagnostics.report("found \"\(key)\", expected none on a pending promise", at: member.place, isKey: true)
      }
      return .promise(.pending, with: nil, whenIdle: false)
    }
    guard let with = object.required("with").flatMap({ value($0) }) else { return nil }
    return .promise(state, with: with, whenIdle: when == "idle")
  }

  private mutating func thenable(_ node: Node, in outer: Node) -> Value? {
    _ = ObjectReader(outer, "a thenable", keys: ["thenable"], diagnostics)
    let keys = ["as", "shape", "then", "get", "reading"]
    guard let object = ObjectReader(node, "a thenable", keys: keys, diagnostics) else { return nil }
    let word = object.wordIfPresent("shape", among: Thenable.Shape.plain.map(\.word), orAmong: LanguageKind.shapes.keys)
    let shape = word.flatMap(Thenable.Shape.init(word:))
    let name = object.stringIfPresent("as")
    if let name, let place = object["as"]?.place, !NameGrammar.isName(name) {
      diagnostics.report("found \"\(name)\", expected \(NameGrammar.nameWords)", at: place)
    }
    return .thenable(
      Thenable(
        name: name, shape: shape ?? .object, then: handler(object["then"], role: "then"),
        get: object.arrayIfPresent("get").map { endings($0, canGive: true) },
        reading: object["reading"].flatMap { functionName($0, role: "reading") }))
  }
}
