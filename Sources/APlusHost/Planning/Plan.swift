import APlusModel

/// A program, analyzed once before its rounds are performed.
struct Plan: Sendable {
  /// Where a name is kept in the environment of a round.
  struct Name: Sendable {
    enum Form {
      /// The name itself.
      case plain
      /// `#`: one of a family, by the index of the innermost repeat.
      case indexed
      /// `#-1`: the previous one of the family; at index 0 the name with `-start` instead.
      case previous
    }

    var form: Form
    var slot: Int
    /// The slot of the name with `-start`.
    var startSlot = 0
  }

  /// A function with what is known about it.
  ///
  /// It is an object because registrations refer to it.
  final class UserFunction: Sendable {
    let number: Int
    let name: String
    let code: Function
    let kind: EndingKind

    init(number: Int, name: String, code: Function, kind: EndingKind) {
      self.number = number
      self.name = name
      self.code = code
      self.kind = kind
    }
  }

  private static let mostSteps = 1_000_000

  let program: Program
  private(set) var names: [String: Name] = [:]
  private(set) var functions: [String: UserFunction] = [:]
  private(set) var functionNames: [String] = []
  /// The contexts that registrations may name, sorted.
  let contextNames: [String]
  /// What the events of each step say, by the step's number.
  private(set) var labels: [StepLabels] = []
  /// The steps that call `then`, by their numbers.
  private(set) var thens: [PlannedThen?] = []
  private(set) var slotCount = 0
  private(set) var hasIdleBlocks = false
  private(set) var hasGates = false
  /// Whether tasks await, which no driver of a library runs.
  private(set) var hasTasks = false
  /// The names that `probe` steps refer to.
  private(set) var probed: Set<String> = []
  /// The longest time in the program.
  private(set) var longestMilliseconds = 0

  /// Analyzes a program.
  init(_ program: Program) throws(NotExpressible) {
    self.program = program
    contextNames = program.contexts.keys.sorted()
    let survey = ProgramSurvey(program)
    if let refusal = survey.refusal { throw NotExpressible(refusal) }
    labels = try Self.labels(survey.steps)
    probed = survey.probed
    let uses = program.uses
    hasIdleBlocks = uses.words.contains("idle")
    hasGates = uses.words.contains("wait")
    hasTasks = uses.words.contains("await") || program.usesChannels || program.usesScopes
    longestMilliseconds = uses.milliseconds
    placeNames(survey.mentioned, familySize: survey.longestRepeat)
    let kinds = Kinds(of: program)
    for (name, code) in program.functions.sorted(by: { $0.key < $1.key }) {
      functions[name] = UserFunction(number: functionNames.count, name: name, code: code, kind: kinds.ending(of: code))
      functionNames.append(name)
    }
    thens = [PlannedThen?](repeating: nil, count: labels.count)
    for (id, step) in survey.steps {
      if case .then(let registration) = step.action { thens[id] = PlannedThen(registration, in: self) }
    }
  }

  /// A table of what the steps say.
  ///
  /// The program has been checked, so the numbers have few gaps.
  private static func labels(_ steps: [Int: Step]) throws(NotExpressible) -> [StepLabels] {
    let highest = steps.keys.max() ?? -1
    guard highest < mostSteps else {
      throw NotExpressible("a step with the number \(highest): the highest is \(mostSteps - 1)")
    }
    var labels = [StepLabels](repeating: StepLabels(), count: highest + 1)
    for (id, step) in steps { labels[id] = StepLabels(step.action) }
    return labels
  }

  /// The family of a name such as `a7`: `a#`, if the program has it.
  ///
  /// An index has no leading zeros, so `a07` is a name of its own.
  private static func member(_ name: String, of mentioned: Set<String>) -> (family: String, index: Int)? {
    let digits = String(name.reversed().prefix { $0.isWholeNumber }.reversed())
    guard let index = Int(digits), String(index) == digits else { return nil }
    let family = name.dropLast(digits.count) + "#"
    return mentioned.contains(String(family)) ? (String(family), index) : nil
  }

  private mutating func placeNames(_ mentioned: Set<String>, familySize: Int) {
    var bases: [String: Int] = [:]
    func slot(_ base: String, size: Int) -> Int {
      if let slot = bases[base] { return slot }
      bases[base] = slotCount
      slotCount += size
      return slotCount - size
    }
    for name in mentioned.sorted() {
      if name.hasSuffix("#-1") {
        let family = String(name.dropLast(2))
        let start = String(name.dropLast(3)) + "-start"
        let base = slot(family, size: familySize)
        names[name] = Name(form: .previous, slot: base, startSlot: slot(start, size: 1))
        names[start] = Name(form: .plain, slot: slot(start, size: 1))
      } else if name.hasSuffix("#") {
        names[name] = Name(form: .indexed, slot: slot(name, size: familySize))
      } else if let member = Self.member(name, of: mentioned), member.index < familySize {
        let base = slot(member.family, size: familySize)
        names[name] = Name(form: .plain, slot: base + member.index)
      } else {
        names[name] = Name(form: .plain, slot: slot(name, size: 1))
      }
    }
  }
}
