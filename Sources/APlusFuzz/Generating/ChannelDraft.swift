import APlusModel

/// A program about one channel that is being written.
///
/// Faults of channels show where calls meet that wait: so some calls come to wait at first, and then others, ends and
/// cancels follow each other closely, in blocks, in handlers, and on several threads. At last come receivers for what is
/// left, and an end. No code runs twice, so all elements differ, and no program goes on for ever.
struct ChannelDraft: Sendable, FeatureChoosing {
  var decide: DecisionMaker
  let lanes: Int
  let capabilities: [Capability]
  let emphasis: Set<String>
  /// How many steps may still be written.
  private var stepsLeft: Int
  var features: Set<String> = []
  private var functions: [String: Function] = [:]
  private var counts: [String: Int] = [:]

  private static let channel = "c"
  /// The fewest steps that are left for calls which meet those that wait.
  private static let fewest = 4

  /// What a step does to the channel, or where its steps stand.
  enum Move: String, Sendable, CaseIterable {
    case send, receive, offer, poll, iterate, close
    case fail
    case cancel
    case cancelWait = "cancel of a wait"
    case idle
    case turn
    case lanes

    /// The call that it starts; nil for other moves.
    var word: ChannelWord? { ChannelWord(rawValue: rawValue) }

    /// Whether it ends the channel.
    var isEnd: Bool { [.close, .fail, .cancel].contains(self) }

    /// The feature's name, for the coverage of pairs.
    var feature: String { "channel \(rawValue)" }

    /// How often programs have it.
    var weight: Int {
      switch self {
      case .cancelWait: 14
      case .offer, .lanes: 12
      case .send, .poll, .close: 8
      case .receive, .turn: 5
      case .idle: 4
      case .fail, .cancel: 3
      case .iterate: 1
      }
    }

    /// What the library must have.
    var need: Capability {
      switch self {
      case .send, .receive, .offer, .poll, .iterate, .close: word.map(ChannelProfile.word) ?? ChannelProfile.channels
      case .fail: ChannelProfile.fail
      case .cancel: ChannelProfile.cancel
      case .cancelWait: ChannelProfile.cancelWaiting
      case .lanes: Capability("threads")
      case .idle, .turn: ChannelProfile.channels
      }
    }
  }

  /// Where code stands.
  private struct Place {
    /// The calls that have a name whenever the code runs.
    var waits: [String] = []
    var nesting = 0
    var isMain = true
    /// Whether a step before has ended the channel.
    var hasEnd = false

    /// The place of a nested block or a function.
    func inside() -> Place { Place(waits: waits, nesting: nesting + 1, isMain: false, hasEnd: hasEnd) }
  }

  /// What waits when the other calls begin.
  private enum Waiting: String, CaseIterable {
    case nothing, receivers, senders, elements

    var weight: Int {
      switch self {
      case .nothing: 2
      case .receivers: 9
      case .senders: 6
      case .elements: 3
      }
    }
  }

  init(decide: DecisionMaker, size: Int, lanes: Int, capabilities: [Capability], emphasis: Set<String>) {
    self.decide = decide
    self.lanes = lanes
    self.capabilities = capabilities
    self.emphasis = emphasis
    stepsLeft = size
  }

  /// The program; nil where the library has no kind of channel.
  mutating func program() -> Program? {
    let kinds = ChannelWord.allCases.filter { $0.isKind && has($0) }
    guard !kinds.isEmpty else { return nil }
    let kind = choose(kinds.map { ("channel \($0.rawValue)", $0 == .bounded ? 3 : $0 == .rendezvous ? 2 : 1, $0) })
    let room = kind == .bounded ? decide.happens(30) ? decide.number(in: 2...3) : 1 : nil
    functions["made"] = Function()
    let start = CallStart(
      kind: kind.rawValue, function: "made", value: room.map { .scalar(.integer($0)) }, result: Self.channel)
    var place = Place()
    var steps = [Step(id: 0, .start(start))] + waiting(room: room ?? 0, &place)
    stepsLeft = max(stepsLeft, Self.fewest)
    if steps.count > 1, decide.happens(80) {
      var inside = place.inside()
      let calls = block(&inside, most: stepsLeft)
      if !calls.isEmpty { steps.append(Step(id: 0, .later(.idle, calls))) }
    } else {
      steps += block(&place, most: stepsLeft)
    }
    steps += closing()
    return Program(functions: functions, steps: steps, rounds: 1, contexts: [:]).renumbered
  }

  private func has(_ word: ChannelWord) -> Bool { capabilities.provide(ChannelProfile.word(word)) }

  // MARK: Steps

  /// Calls that come to wait, or elements that do.
  private mutating func waiting(room: Int, _ place: inout Place) -> [Step] {
    switch choose(Waiting.allCases.map { ("waiting \($0.rawValue)", $0.weight, $0) }) {
    case .nothing: []
    case .receivers: starts(has(.receive) ? .receive : nil, decide.number(in: 1...2), &place)
    case .senders: starts(has(.send) ? .send : nil, room + decide.number(in: 1...2), &place)
    case .elements: starts(has(.send) ? .send : nil, max(room, 1), &place)
    }
  }

  private mutating func starts(_ word: ChannelWord?, _ count: Int, _ place: inout Place) -> [Step] {
    guard let word else { return [] }
    return (0..<count).map { _ in Step(id: 0, start(word, &place)) }
  }

  private mutating func block(_ place: inout Place, most: Int) -> [Step] {
    var steps: [Step] = []
    decide.beginBlock()
    while decide.beginStep(if: stepsLeft > 0 && steps.count < most) {
      // Moves that are not possible here keep their places, so that a decision keeps its meaning elsewhere.
      let moves = Move.allCases.map { move in
        (move.feature, capabilities.provide(move.need) && isAllowed(move, place) ? weight(of: move, place) : 0, move)
      }
      stepsLeft -= 1
      if let action = action(choose(moves), &place) { steps.append(Step(id: 0, action)) }
      decide.endStep()
    }
    decide.endBlock()
    return steps
  }

  /// How often a move comes: ends are rare once there was one.
  private func weight(of move: Move, _ place: Place) -> Int { place.hasEnd && move.isEnd ? 1 : move.weight }

  private func isAllowed(_ move: Move, _ place: Place) -> Bool {
    switch move {
    case .cancelWait: !place.waits.isEmpty
    case .idle, .turn: place.nesting < 4 && stepsLeft > 0
    case .lanes: lanes > 1 && place.isMain && place.nesting == 0 && stepsLeft > 1
    case .send, .receive, .offer, .poll, .iterate, .close, .fail, .cancel: true
    }
  }

  private mutating func action(_ move: Move, _ place: inout Place) -> Action? {
    if move.isEnd { place.hasEnd = true }
    return switch move {
    case .send, .receive, .offer, .poll, .iterate, .close: move.word.map { start($0, &place) }
    case .fail: .settle(.reject, promise: Self.channel, value: .name(fresh("E")))
    case .cancel: .cancel(promise: Self.channel, reason: nil)
    case .cancelWait: cancellation(&place)
    case .idle: later(.idle, &place)
    case .turn: later(.turn, &place)
    case .lanes: parallel(&place)
    }
  }

  /// The cancel of a wait; only few are cancelled twice.
  private mutating func cancellation(_ place: inout Place) -> Action? {
    guard let name = decide.element(of: place.waits) else { return nil }
    if decide.happens(90) { place.waits.removeAll { $0 == name } }
    return .cancel(promise: name, reason: nil)
  }

  private mutating func start(_ word: ChannelWord, _ place: inout Place) -> Action {
    let name = word.mayWait && capabilities.provide(ChannelProfile.cancelWaiting) ? fresh("t") : nil
    let value: Value? = word.isSend ? .name(fresh("A")) : nil
    let call = CallStart(
      kind: word.rawValue, function: handler(of: word, place), value: value, members: [Self.channel], result: name)
    if let name { place.waits.append(name) }
    return .start(call)
  }

  /// A handler of its own; that of an iteration, which is called again and again, does nothing.
  private mutating func handler(of word: ChannelWord, _ place: Place) -> String {
    let name = fresh("h")
    var function = Function()
    if word != .iterate, place.nesting < 3, stepsLeft > 0, takes("channel handler", 12) {
      var inside = place.inside()
      function.steps = block(&inside, most: 2)
    }
    functions[name] = function
    return name
  }

  private mutating func later(_ moment: Moment, _ place: inout Place) -> Action? {
    var inside = place.inside()
    let steps = block(&inside, most: decide.number(in: 1...4))
    return steps.isEmpty ? nil : .later(moment, steps)
  }

  private mutating func parallel(_ place: inout Place) -> Action? {
    var blocks: [[Step]] = []
    for _ in 0..<decide.number(in: 2...lanes) {
      var lane = place.inside()
      let steps = block(&lane, most: decide.number(in: 1...4))
      if !steps.isEmpty { blocks.append(steps) }
    }
    return blocks.isEmpty ? nil : .lanes(blocks)
  }

  // MARK: At last

  /// Receivers for what is left, and then an end: what is lost, and who waits for ever, shows.
  private mutating func closing() -> [Step] {
    var steps: [Step] = []
    if has(.receive), takes("channel drained", 70) {
      var place = Place()
      let receivers = starts(.receive, decide.number(in: 1...4), &place)
      steps.append(Step(id: 0, .later(.idle, receivers)))
    }
    if has(.close), takes("channel closed last", 40) {
      var place = Place()
      steps.append(Step(id: 0, .later(.idle, [Step(id: 0, start(.close, &place))])))
    }
    return steps
  }

  private mutating func fresh(_ stem: String) -> String {
    counts[stem, default: 0] += 1
    return "\(stem)\(counts[stem, default: 0])"
  }
}
