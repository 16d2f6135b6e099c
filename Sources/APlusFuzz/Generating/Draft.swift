package import APlusModel

/// A program that is being written.
///
/// It is valid at every point: names are bound before they are used, wherever the code runs, and no
/// function can end up calling itself.
struct Draft: Sendable, FeatureChoosing {
  var decide: DecisionMaker
  let lanes: Int
  let capabilities: [Capability]
  /// What the library does not do, by design.
  let limits: Set<Limit>
  /// The combinators that the library has.
  let combinators: [String]
  /// The kinds of values, functions and thenables that the library's language has.
  let kinds: [LanguageKind]
  let emphasis: Set<String>
  /// How many steps may still be written.
  var stepsLeft: Int
  var functions: [String: Function] = [:]
  var contexts: [String: Program.ContextKind] = [:]
  /// Gates that are certain to open.
  var openGates: [String] = []
  /// Functions that any later code may register again.
  var reusable: [String] = []
  /// The promises that some step settles.
  var settled: Set<String> = []
  /// The promises that some step registers handlers on.
  var observed: Set<String> = []
  /// The promises of repeats, each with the number of iterations.
  var series: [(promise: Place.Promise, count: Int)] = []
  /// The promises that functions and later blocks use, which may run at any time.
  var captured: Set<String> = []
  var features: Set<String> = []
  private var counts: [String: Int] = [:]

  init(
    decide: DecisionMaker, size: Int, lanes: Int, capabilities: [Capability], kinds: [LanguageKind],
    emphasis: Set<String>
  ) {
    self.decide = decide
    self.lanes = lanes
    self.capabilities = capabilities
    self.emphasis = emphasis
    stepsLeft = size
    self.kinds = kinds
    limits = capabilities.limits
    combinators = Operation.combinators.filter { capabilities.provide(Capability("combinators", detail: $0)) }
  }

  mutating func program() -> Program {
    var place = Place()
    let kept = stepsLeft * Self.closingShare / 100
    stepsLeft -= kept
    var steps = block(&place, most: stepsLeft)
    stepsLeft = kept
    steps += closing(place)
    return Program(
      functions: functions, steps: steps,
      rounds: steps.contains { $0.action.verb == "lanes" } ? max(1, decide.usual(Self.rounds)) : 1, contexts: contexts
    ).renumbered
  }

  /// The number of rounds of a program with several threads.
  private static let rounds = 10

  /// The percentage of steps that settle and observe what the others left pending or unobserved.
  private static let closingShare = 40

  func has(_ name: String, _ detail: String? = nil) -> Bool { capabilities.provide(Capability(name, detail: detail)) }

  // MARK: Names

  /// A new name; inside a repeat, one for each index.
  mutating func fresh(_ stem: String, at place: Place? = nil) -> String {
    counts[stem, default: 0] += 1
    // The names of indices must be unique: `p1i#` stands for `p1i0`, `p1i1` and so on.
    return "\(stem)\(counts[stem, default: 0])" + (place?.isRepeated == true ? "i#" : "")
  }

  /// A new name for marks that differ for each index of a repeat: `SA#`, `SB#` and so on.
  mutating func freshMarks(_ stem: String) -> String {
    counts["\(stem)#", default: 0] += 1
    return "\(stem)\(Program.letters(of: counts["\(stem)#", default: 0]))#"
  }

  /// The name of a promise that is bound here, recent ones more often; nil where there is none.
  mutating func promise(at place: Place, where isWanted: (Place.Promise) -> Bool = { _ in true }) -> String? {
    guard let name = decide.recent(of: place.promises.filter(isWanted).map(\.name)) else { return nil }
    if place.nesting > 0 { captured.insert(name) }
    return name
  }
}

extension Program {
  /// The program with its steps numbered in reading order, those of functions last.
  package var renumbered: Program {
    var next = 0
    func numbered(_ steps: [Step]) -> [Step] {
      steps.map { step in
        let id = next
        next += 1
        return Step(id: id, step.action.mappingBlocks(numbered))
      }
    }
    var program = self
    program.steps = numbered(steps)
    for name in functions.keys.sorted() { program.functions[name]?.steps = numbered(functions[name]?.steps ?? []) }
    return program
  }
}
