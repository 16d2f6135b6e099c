import APlusCases
package import APlusModel

/// Writes valid programs of the language, each from a seed and a number.
///
///     let generator = ProgramGenerator(seed: 42, capabilities: [Capability("thenables")])
///     generator.program(at: 17).program  // the same on every machine
///
/// Programs are small at first, and grow with their number. A program depends only on the generator
/// and its number, so machines can share the work by seeds or by ranges of numbers.
package struct ProgramGenerator: Sendable {
  package let seed: UInt64
  /// The most steps of a program, those of its functions included.
  package let steps: Int
  /// The most threads of a program; 1 for programs of one thread.
  package let lanes: Int
  /// What the library can do.
  package let capabilities: [Capability]

  /// The kinds of values, functions and thenables of the library's language that programs use.
  private let kinds: [LanguageKind]
  /// Whether a program may go beyond what the library can do, although its steps do not.
  private let isNarrow: Bool

  package static let usualSteps = 24

  package init(seed: UInt64, steps: Int = usualSteps, lanes: Int = 1, capabilities: [Capability]) {
    self.seed = seed
    self.steps = steps
    self.lanes = lanes
    self.capabilities = capabilities
    let places: [LanguageKind.Place] = [.value, .functionValue, .reason, .function, .shape]
    isNarrow =
      !capabilities.limits.isEmpty || capabilities.contains { $0.name == "adopting-resolve" && $0.detail != nil }
    kinds = LanguageKind.table.filter { places.contains($0.place) && capabilities.provide($0.capability) }
  }

  /// A program, the features that it is made of, and the decisions that it was written by.
  package struct Generated: Sendable {
    package let program: Program
    package let features: Set<String>
    package let decisions: Decisions
  }

  /// The program with a number, from 0.
  package func program(at index: Int) -> Generated {
    let most = min(steps, Self.smallest + index / Self.programsOfASize)
    let decide = DecisionMaker(by: RandomNumbers(seed: seed, index: index))
    return generated(decide, most: most, emphasis(of: index)) ?? program(at: index + Self.replacement)
  }

  /// The program that follows from decisions; nil where it would be too much work.
  func program(by decisions: Decisions) -> Generated? {
    generated(DecisionMaker(repeating: decisions), most: steps, [])
  }

  private func generated(_ decide: DecisionMaker, most: Int, _ emphasis: Set<String>) -> Generated? {
    var decide = decide
    if let generated = generatedAboutChannels(&decide, most: most, emphasis) { return generated }
    let size = decide.number(in: min(2, most)...most)
    var draft = Draft(
      decide: decide, size: size, lanes: lanes, capabilities: capabilities, kinds: kinds, emphasis: emphasis)
    let program = draft.program()
    // Repeats in handlers that a repeat registers need more events, and more indices in each, than a host records.
    guard program.work <= Self.mostWork, program.repeatDepth <= RepeatIndices.limit, !isNarrow || isWithin(program)
    else { return nil }
    return Generated(program: program, features: draft.features, decisions: draft.decide.decisions)
  }

  /// A program about a channel, where the library has channels: every one, or half of them where it has promises, too.
  private func generatedAboutChannels(_ decide: inout DecisionMaker, most: Int, _ emphasis: Set<String>) -> Generated? {
    guard hasChannels, !hasPromises || decide.happens(50) else { return nil }
    let size = decide.number(in: 2...max(6, most / 2))
    var draft = ChannelDraft(decide: decide, size: size, lanes: lanes, capabilities: capabilities, emphasis: emphasis)
    guard let program = draft.program() else { return nil }
    return Generated(program: program, features: draft.features, decisions: draft.decide.decisions)
  }

  private var hasChannels: Bool { capabilities.provide(ChannelProfile.channels) }
  private var hasPromises: Bool { Capability.withSubject(capabilities).provide(.promises) }

  /// Whether a library with these capabilities can perform the program.
  private func isWithin(_ program: Program) -> Bool {
    program.capabilities.allSatisfy(Capability.withSubject(capabilities).provide)
      && !capabilities.limits.contains(where: program.exceeds)
  }

  /// How many steps a program performs at most: each takes a few of the 900,000 events of a host.
  private static let mostWork = 100_000.0
  /// How far away the program is that replaces one with too much work.
  private static let replacement = 1 << 40

  /// The steps of the first programs, and how many programs it takes until they may have one more.
  private static let smallest = 4
  private static let programsOfASize = 16

  /// The features to emphasize in a program.
  ///
  /// Three of four programs emphasize a pair of their own, in an order that the seed decides, and
  /// one of these three a third feature.
  private func emphasis(of index: Int) -> Set<String> {
    guard index % 4 != 0 else { return [] }
    let hasAccessors = capabilities.provide(Capability("accessors"))
    if hasChannels, !hasPromises { return emphasis(of: index, among: Feature.channels) }
    let all =
      Feature.general + (kinds.isEmpty ? [] : Feature.kinds) + (hasAccessors ? Feature.readings : [])
      + (capabilities.provide(Capability("any-member")) ? Feature.combining : [])
      + (capabilities.provide(Capability("abandon")) ? Feature.settlers : [])
    return emphasis(of: index, among: all)
  }

  private func emphasis(of index: Int, among all: [String]) -> Set<String> {
    let pairs = all.count * (all.count - 1) / 2
    var start = RandomNumbers(seed: seed, index: -1)
    // A prime that does not divide the number of pairs visits each of them.
    let place = (start.below(pairs) + index * 7919) % pairs
    var (first, rest) = (0, place)
    while rest >= all.count - 1 - first {
      rest -= all.count - 1 - first
      first += 1
    }
    var features: Set<String> = [all[first], all[first + 1 + rest]]
    if index % 4 == 3 {
      var own = RandomNumbers(seed: ~seed, index: index)
      features.insert(all[own.below(all.count)])
    }
    return features
  }
}
