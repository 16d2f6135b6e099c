package import APlusModel

/// A program while it is written.
///
/// It is valid at each moment: names are bound before they are used, wherever the code runs, and no function can come to
/// call itself.
struct Draft: Sendable {
  var random: RandomNumbers
  let lanes: Int
  let capabilities: [Capability]
  /// The combinators that the library has.
  let combinators: [String]
  private let emphasis: Set<String>
  /// How many steps may still be written.
  var stepsLeft: Int
  var functions: [String: Function] = [:]
  var contexts: [String: Program.ContextKind] = [:]
  /// Gates that open whatever else happens.
  var openGates: [String] = []
  /// Functions that any later code may register again.
  var reusable: [String] = []
  /// The promises that are settled and observed somewhere.
  var settled: Set<String> = []
  var observed: Set<String> = []
  /// Promises of repeats, which there are as many of.
  var series: [(promise: Place.Promise, count: Int)] = []
  /// The names that code uses which runs some time.
  var captured: Set<String> = []
  private(set) var features: Set<String> = []
  private var counts: [String: Int] = [:]

  init(
    random: RandomNumbers,
    size: Int,
    lanes: Int,
    capabilities: [Capability],
    emphasis: Set<String>
  ) {
    self.random = random
    self.lanes = lanes
    self.capabilities = capabilities
    self.emphasis = emphasis
    stepsLeft = size
    combinators = Operation.combinators.filter {
      capabilities.provide(Capability("combinators", detail: $0))
    }
  }

  /// Writes the program.
  mutating func program() -> Program {
    var place = Place()
    let kept = stepsLeft * Self.closingShare / 100
    stepsLeft -= kept
    var steps = block(&place, most: stepsLeft)
    stepsLeft = kept
    steps += closing(place)
    return Program(
      functions: functions,
      steps: steps,
      rounds: steps.contains { $0.action.verb == "lanes" } ? Self.rounds : 1,
      contexts: contexts
    ).renumbered
  }

  /// How often a program of several threads is performed.
  private static let rounds = 10

  /// How many of a hundred steps settle and observe what the others left pending or unobserved.
  private static let closingShare = 40

  // MARK: Choosing

  /// Something that can be chosen: its feature, how often it is, and what it is.
  typealias Choice<Value> = (feature: String, weight: Int, value: Value)

  /// How much more often a feature is chosen that the program is to have.
  private static let boost = 16

  /// Chooses one of several, of which at least one has a weight, and notes the feature.
  mutating func choose<Value>(_ choices: [Choice<Value>]) -> Value {
    let weights = choices.map { $0.weight * (emphasis.contains($0.feature) ? Self.boost : 1) }
    var rest = random.below(weights.reduce(0, +))
    let chosen = weights.firstIndex { weight in
      rest -= weight
      return rest < 0
    }
    let choice = choices[chosen ?? 0]
    features.insert(choice.feature)
    return choice.value
  }

  /// Whether an option is taken, so often in a hundred times.
  mutating func takes(_ feature: String, _ percent: Int) -> Bool {
    guard random.happens(emphasis.contains(feature) ? 60 : percent) else { return false }
    features.insert(feature)
    return true
  }

  mutating func note(_ feature: String) { features.insert(feature) }

  func has(_ name: String, _ detail: String? = nil) -> Bool {
    capabilities.provide(Capability(name, detail: detail))
  }

  // MARK: Names

  /// A new name; inside a repeat, one for each index.
  mutating func fresh(_ stem: String, at place: Place? = nil) -> String {
    counts[stem, default: 0] += 1
    // The names of indices must be nobody else's: `p1i#` stands for `p1i0`, `p1i1` and so on.
    return "\(stem)\(counts[stem, default: 0])" + (place?.isRepeated == true ? "i#" : "")
  }

  /// A new name for marks of which each index of a repeat has its own: `SA#`, `SB#` and so on.
  mutating func freshMarks(_ stem: String) -> String {
    counts["\(stem)#", default: 0] += 1
    var rest = counts["\(stem)#", default: 0]
    var letters = ""
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return "\(stem)\(letters)#"
  }

  /// A promise that can be named; later ones come more often.
  mutating func promise(
    at place: Place,
    where isWanted: (Place.Promise) -> Bool = { _ in true }
  ) -> String? {
    let names = place.promises.filter(isWanted).map(\.name)
    guard !names.isEmpty else { return nil }
    let recent = random.happens(50) ? Array(names.suffix(3)) : names
    let name = recent[random.below(recent.count)]
    if place.nesting > 0 { captured.insert(name) }
    return name
  }
}

extension Program {
  /// The program with steps that are numbered in the order of the page, the functions after the first turn.
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
    for name in functions.keys.sorted() {
      program.functions[name]?.steps = numbered(functions[name]?.steps ?? [])
    }
    return program
  }
}
