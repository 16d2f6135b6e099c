package import APlusJSON

/// Reads programs from case files, and as hosts get them.
///
/// Errors are reported with their place, and what cannot be read is left out, so
/// the program is only valid if nothing was reported.
package struct ProgramDecoder {
  /// Where the program comes from.
  package enum Form {
    /// A case file: functions may be inline, and steps get their numbers here.
    case caseFile
    /// A host's input: every step has its number, and functions are given by name.
    case wire
  }

  package let form: Form
  package let diagnostics: Diagnostics

  /// The functions read so far, including inline ones.
  package var functions: [String: Function] = [:]
  /// The node of each step, by its number.
  package var stepNodes: [Int: Node] = [:]
  /// The node of each function, by its name.
  package var functionNodes: [String: Node] = [:]
  /// The number that the next step of a case file gets.
  private var nextID = 0
  /// How often a repeat that has ended bound each name with `#`.
  var repeated: [String: Int] = [:]
  /// How many functions were inline, by the role that names them.
  private var inlineCounts: [String: Int] = [:]

  package init(_ form: Form, _ diagnostics: Diagnostics) {
    self.form = form
    self.diagnostics = diagnostics
  }

  /// The keys of a program.
  package static let programKeys = ["functions", "steps", "prototype", "rounds", "contexts"]

  /// Reads a program from the members of an object.
  package mutating func program(_ object: ObjectReader) -> DecodedProgram {
    let steps = object.array("steps").map { self.steps($0) } ?? []
    let prototype = object["prototype"].flatMap { self.prototype($0) }
    if let table = object["functions"] { readFunctions(table) }
    let rounds = object.integerIfPresent("rounds", in: 1...10_000_000) ?? 1
    let program = Program(
      functions: functions, steps: steps, prototype: prototype, rounds: rounds,
      contexts: object["contexts"].map { contexts($0) } ?? [:])
    return DecodedProgram(program: program, node: object.node, stepNodes: stepNodes, functionNodes: functionNodes)
  }

  private mutating func readFunctions(_ table: Node) {
    guard let members = table.object else {
      diagnostics.report("found \(table.summary), expected an object of functions", at: table.place)
      return
    }
    for member in members {
      if !NameGrammar.isName(member.key) || member.key.hasSuffix("-1") {
        diagnostics.report(
          "found \"\(member.key)\", expected \(NameGrammar.nameWords)", at: member.value.place, isKey: true)
      }
      if form == .caseFile, NameGrammar.isGenerated(member.key) {
        diagnostics.report(
          "found \"\(member.key)\", which is reserved for inline functions", at: member.value.place, isKey: true)
      }
      functions[member.key] = function(member.value)
      functionNodes[member.key] = member.value
    }
  }

  /// Reads a function.
  package mutating func function(_ node: Node) -> Function {
    let keys = ["steps", "ends", "shared", "mode", "kind", "released"]
    guard let object = ObjectReader(node, "a function", keys: keys, diagnostics) else { return Function() }
    let steps = object.arrayIfPresent("steps").map { self.steps($0) } ?? []
    let mode = object.wordIfPresent("mode", among: ["strict", "sloppy"])
    let kind = object.wordIfPresent("kind", among: [], orAmong: LanguageKind.functions.keys)
    return Function(
      steps: steps, endings: object.arrayIfPresent("ends").map { endings($0, canGive: false) } ?? [],
      isShared: object.boolIfPresent("shared") ?? false, isSloppy: mode == "sloppy",
      kind: kind.flatMap { LanguageKind.functions[$0] },
      released: object["released"].flatMap { functionName($0, role: "released") })
  }

  /// Reads endings; only accessors may have `give`.
  package mutating func endings(_ nodes: [Node], canGive: Bool) -> [Ending] {
    let keys = canGive ? ["return", "throw", "give"] : ["return", "throw"]
    var endings: [Ending] = []
    for node in nodes {
      guard let object = ObjectReader(node, "an ending", keys: keys, diagnostics) else { continue }
      guard node.object?.count == 1, let member = node.object?.first else {
        diagnostics.report("found \(node.object?.count ?? 0) keys, expected one", at: node.place)
        continue
      }
      switch member.key {
      case "return": value(member.value).map { endings.append(.returns($0)) }
      case "throw": value(member.value).map { endings.append(.throwing($0)) }
      case "give" where canGive:
        _ = object.wordIfPresent("give", among: ["then"])
        endings.append(.givesThen)
      default: continue
      }
    }
    return endings
  }

  /// Reads the name of a function, or an inline function.
  package mutating func functionName(_ node: Node, role: String) -> String? {
    if let name = node.string, NameGrammar.isName(name) { return name }
    guard form == .caseFile, node.string == nil else {
      diagnostics.report("found \(node.summary), expected a function's name", at: node.place)
      return nil
    }
    guard node.object != nil else {
      diagnostics.report("found \(node.summary), expected a function or a function's name", at: node.place)
      return nil
    }
    let count = inlineCounts[role, default: 0] + 1
    inlineCounts[role] = count
    let name = "\(role)\(count)"
    functionNodes[name] = node
    functions[name] = function(node)
    return name
  }

  /// Reads a handler, or the value in its place.
  package mutating func handler(_ node: Node?, role: String) -> Handler {
    guard let node else { return .absent }
    if let value = node["not"] {
      _ = ObjectReader(node, "a non-function", keys: ["not"], diagnostics)
      return self.value(value).map { .notFunction($0) } ?? .absent
    }
    return functionName(node, role: role).map { .function($0) } ?? .absent
  }

  private mutating func prototype(_ node: Node) -> PrototypePatch? {
    let keys = ["of", "then", "get"]
    guard let object = ObjectReader(node, "a prototype patch", keys: keys, diagnostics), let type = object.string("of")
    else { return nil }
    let then = object["then"].flatMap { functionName($0, role: "then") }
    let get = object.array("get").map { endings($0, canGive: true) } ?? []
    return PrototypePatch(type: type, then: then, get: get)
  }

  /// Reads the table of contexts: names and kinds.
  private func contexts(_ node: Node) -> [String: Program.ContextKind] {
    let words = Program.ContextKind.allCases.map(\.rawValue)
    var contexts: [String: Program.ContextKind] = [:]
    guard let members = node.object else {
      diagnostics.report("found \(node.summary), expected an object of contexts", at: node.place)
      return contexts
    }
    for member in members {
      if !NameGrammar.isName(member.key) || member.key.contains("#") {
        diagnostics.report(
          "found \"\(member.key)\", expected a name such as \"c1\"", at: member.value.place, isKey: true)
      }
      let expected = "a kind of context: \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
      guard let word = member.value.string else {
        diagnostics.report("found \(member.value.summary), expected a string, \(expected)", at: member.value.place)
        continue
      }
      if let kind = Program.ContextKind(rawValue: word) {
        contexts[member.key] = kind
      } else {
        diagnostics.report(unknown: word, expected: expected, among: words, at: member.value.place)
      }
    }
    return contexts
  }

  /// Numbers a step: the next free number, or the one that it carries.
  package mutating func number(_ node: Node, _ object: ObjectReader) -> Int {
    var id = nextID
    nextID += 1
    if form == .wire {
      guard object.required("id") != nil, let carried = object.integerIfPresent("id", in: 0...Int.max) else {
        return id
      }
      id = carried
      if stepNodes[id] != nil { diagnostics.report("found the id \(id) a second time", at: node.place) }
    }
    stepNodes[id] = node
    return id
  }
}

/// A program with the places of its parts.
package struct DecodedProgram {
  package let program: Program
  package let node: Node
  package let stepNodes: [Int: Node]
  package let functionNodes: [String: Node]

  /// The place of a member of a step, or of the step if it has no such member.
  package func place(ofStep id: Int, _ key: String? = nil) -> Place {
    let step = stepNodes[id] ?? node
    return key.flatMap { step[$0] }?.place ?? step.place
  }

  /// The place of a function.
  package func place(ofFunction name: String) -> Place { (functionNodes[name] ?? node).place }
}
