import APlusModel

/// What a program mentions, and what of it Swift cannot express.
struct ProgramSurvey {
  private(set) var steps: [Int: Step] = [:]
  /// The names that need a slot.
  private(set) var mentioned: Set<String> = ["UNBOUND"]
  private(set) var probed: Set<String> = []
  private(set) var longestRepeat = 1
  /// Why the program cannot be performed; nil if it can.
  private(set) var refusal: String?

  /// Visits all steps and values of a program.
  init(_ program: Program) {
    if program.prototype != nil { refuse("a patched prototype: Swift has no prototypes") }
    if program.repeatDepth > RepeatIndices.limit { refuse("more than \(RepeatIndices.limit) nested repeats") }
    visit(program.steps)
    for function in program.functions.values {
      if function.isSloppy { refuse("a non-strict function: Swift has no receivers") }
      visit(function.steps)
    }
    program.forEachEnding { ending in if ending == .givesThen { refuse("an accessor's ending outside an accessor") } }
    program.forEachValue { visit($0) }
  }

  private mutating func refuse(_ reason: String) { refusal = refusal ?? reason }

  private mutating func visit(_ block: [Step]) {
    for step in block {
      steps[step.id] = step
      step.action.forEachField { field, argument in visit(field, argument) }
      switch step.action {
      case .repeated(let count, _): longestRepeat = max(longestRepeat, count)
      case .probe(let name): probed.insert(name)
      default: break
      }
      for block in step.action.blocks { visit(block) }
    }
  }

  private mutating func visit(_ field: Field, _ argument: FieldValue) {
    switch (field.type, argument) {
    case (.binding, .name(let name)), (.name, .name(let name)): mentioned.insert(name)
    case (_, .names(let names)): mentioned.formUnion(names)
    case (_, .resolver(let resolver)): if let name = resolver.thenable { mentioned.insert(name) }
    case (_, .handler(.notFunction)): refuse("a handler that is not a function: Swift checks types")
    default: break
    }
  }

  private mutating func visit(_ value: Value) {
    switch value {
    case .name(let name): mentioned.insert(name)
    case .thenable(let thenable):
      guard thenable.shape == .object, thenable.get == nil, case .function = thenable.then else {
        return refuse("a thenable that is not an object with a method")
      }
      if let name = thenable.name { mentioned.insert(name) }
    default: break
    }
  }
}
