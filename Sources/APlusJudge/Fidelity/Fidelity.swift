import APlusModel

/// Law 0: the trace is a performance of this scenario, without gaps.
///
/// Each block's steps come in order, each exactly once per run of its function; frames nest;
/// sequence numbers are dense; values are those that the program names. A failure here is the
/// host's fault.
struct Fidelity {
  let program: Program
  let trace: Trace
  let index: ProgramIndex
  var functions = NameTable<Function>()
  var matching: Matching
  private var stackIndex = StackIndex()
  /// By index of the stack; the script's is the first.
  var stacks: [Stack] = []
  /// The index of the current event's stack.
  var current = 0
  private var suspended: [Int: (OpenFrame, Context)] = [:]
  var frameNumbers: NumberSet
  /// The blocks that wait for quiescence, with the stacks that queued them: blocks that two threads
  /// queue concurrently may start in either order.
  private var idleBlocks: [QueuedBlock] = []
  /// The blocks of later turns, of which a repeat may queue 100,000.
  private var turnBlocks: [BlockPlace: [QueuedBlock]] = [:]
  /// The calls of `then`, and those that take completion handlers, by the number of the registration.
  var registrations = NumberedTable<Registered>()
  var registrationCount = 0
  /// The thenable that got each pair, by the pair's number.
  var pairs: [Int: TracedValue] = [:]
  /// The first pair of each thenable.
  var firstPairs: [TracedValue: Int] = [:]
  var calls = NumberedTable<Int>()
  /// How often each function was called that has no registration, and each `then` read or called.
  var otherCalls: [Callee: Int] = [:]
  /// The thenables of the program that each object may be.
  var origins: [Int: [Thenable]] = [:]
  /// How often each function was passed to each combinator.
  var combined: [String: [String: Int]] = [:]
  /// The lanes that have started, by the step and the round of those that have not ended.
  var openLanes: [LanesCall: [Int: Int]] = [:]
  /// The marks performed in each round.
  var gates: [Int: Set<String>] = [:]
  /// The marks that the library may have got.
  var givenMarks = NumberSet()
  /// The objects that each name was bound to.
  var namedObjects: [String: NumberSet] = [:]
  /// The promises that are settled when nothing else can run, each as the program says.
  var due: [Int: Due] = [:]
  /// How many of these are still to be settled.
  var dueCount = 0
  /// The number of the current event; nil before the first.
  private var sequence: Int?
  /// Whether the previous event is a phase.
  private var isAfterPhase = false
  /// The round of the previous event.
  private(set) var round = 0
  private var newestRound = 0
  /// What `let` bound in the other rounds, and what names stood for there.
  private var bindings: [Int: (named: [String: TracedValue], scope: NameScope?)] = [:]
  /// Whether the trace has one stack.
  let isOrdered: Bool

  /// A block that is being performed on a stack.
  struct Context {
    /// The number of the user-code frame whose body it is; nil for script blocks and lanes.
    var frame: Int?
    var cursor: Cursor
    /// The place in repeats where a name in the next step was not bound: the step may be left out
    /// there.
    var unbound: RepeatIndices?
    /// The settle of a promise made with `when: idle`, still to come.
    var due: TracedValue?
    /// What a resolver threw into the block, which ends it.
    var thrown: TracedValue?
    /// The innermost pair of resolvers.
    var pair = Pair.unknown
    /// How many promises the next step has begun to make, how many of them are settled later, and whether one of
    /// these calls threw.
    var making = (count: 0, due: 0, hasThrown: false)
  }

  /// The pair of resolvers that a block can call without naming a thenable.
  enum Pair {
    case unknown
    case none
    case number(Int)
  }

  /// The step of a later block, and the repeats around it.
  struct BlockPlace: Hashable {
    let step: Int
    let indices: RepeatIndices
  }

  /// A later block that waits for its turn.
  struct QueuedBlock {
    let at: BlockPlace
    let stack: Int
    let pair: Pair
  }

  /// A call that registers handlers, and where it was.
  struct Registered {
    /// What is called for each outcome; a completion handler alone is called for all.
    let slots: [Slot]
    let place: RepeatIndices
    let round: Int
    let pair: Pair
  }

  /// What numbers its calls.
  enum Callee: Hashable {
    case function(String, round: Int)
    case then(TracedValue)
    case getter(TracedValue?)
  }

  /// Lanes of a step in a round.
  struct LanesCall: Hashable {
    let step: Int
    let round: Int
  }

  /// The open blocks and frames of a stack.
  struct Stack {
    let number: Int
    var contexts: [Context] = []
    var frames: [OpenFrame] = []
  }

  /// What is wrong with a trace, and at which event.
  struct Fault: Error {
    let message: String
    let event: Int?
  }

  /// A frame that has begun and not ended.
  struct OpenFrame {
    let number: Int
    let frame: Frame
    let place: RepeatIndices
    let round: Int
    /// How many promises its ending has made that are settled later.
    var due = 0
  }

  /// What is wrong with a trace as a performance of a program; nil where nothing is.
  static func check(_ program: Program, _ trace: Trace) -> Fault? {
    let count = trace.events.count
    if trace.ending == .overrun, count < program.eventLimit {
      return Fault(
        message: "it stopped recording after \(count) events, of \(program.eventLimit) that it may record", event: nil)
    }
    var check = Fidelity(program, trace)
    do {
      try check.run()
      return nil
    } catch { return error }
  }

  private init(_ program: Program, _ trace: Trace) {
    self.program = program
    self.trace = trace
    matching = Matching(trace)
    for (name, function) in program.functions { functions[name, default: function] = function }
    frameNumbers = NumberSet(limit: 4 * trace.events.count)
    stacks = [Stack(number: 0, contexts: [Context(cursor: Cursor(program.steps), pair: .none)])]
    _ = stackIndex.index(of: 0)
    index = ProgramIndex(program)
    isOrdered = trace.events.allSatisfy { $0.stack == 0 }
    matching.scope = NameScope(round: 0, isOrdered: isOrdered)
  }

  private mutating func run() throws(Fault) {
    try checkObjects()
    for (position, event) in trace.events.enumerated() {
      sequence = event.sequence
      guard event.sequence == position + 1 else {
        throw fault("event \(position + 1) has the number \(event.sequence): numbers must be dense")
      }
      current = stackIndex.index(of: event.stack)
      if current == stacks.count { stacks.append(Stack(number: event.stack)) }
      if event.round != round { try enterRound(event) }
      matching.scope?.place = event.indices
      try perform(event)
      noteMarks(event.kind)
      if case .phase = event.kind { isAfterPhase = true } else { isAfterPhase = false }
    }
    guard trace.ending == .quiet else { return }
    guard case .phase? = trace.events.last?.kind else { throw fault("a quiet trace must end with a phase") }
    try checkEverythingDone()
    try checkNames()
  }

  /// Switches to the round of an event.
  ///
  /// The script begins rounds one after another; their work on other stacks may overlap.
  private mutating func enterRound(_ event: Event) throws(Fault) {
    if event.round == newestRound + 1, event.round < program.rounds, event.stack == 0 {
      for index in stacks[0].contexts.indices { try finish(0, index) }
      guard idleBlocks.isEmpty, stacks[0].frames.isEmpty else {
        throw fault("a round begins before the last one is done")
      }
      newestRound = event.round
      stacks[0].contexts = [Context(cursor: Cursor(program.steps), pair: .none)]
    }
    guard (0...newestRound).contains(event.round) else {
      throw fault("round \(event.round) after round \(newestRound)")
    }
    bindings[round] = (matching.bindings, matching.scope)
    let known = bindings.removeValue(forKey: event.round)
    matching.bindings = known?.named ?? [:]
    matching.scope = known?.scope ?? NameScope(round: event.round, isOrdered: isOrdered)
    round = event.round
  }

  private mutating func checkEverythingDone() throws(Fault) {
    for stack in orderedStacks { for index in stacks[stack].contexts.indices { try finish(stack, index) } }
    guard idleBlocks.isEmpty, turnBlocks.isEmpty else {
      let step = idleBlocks.first?.at.step ?? turnBlocks.keys.map(\.step).min() ?? 0
      throw fault("the later block of step \(step) was never performed")
    }
    guard newestRound == program.rounds - 1 else { throw fault("round \(newestRound + 1) was never performed") }
    guard dueCount == 0 else { throw fault("a promise that was due was not settled") }
    if let number = suspended.keys.min() { throw fault("frame \(number) was never resumed in a quiet trace") }
    for stack in stacks {
      guard let open = stack.frames.last else { continue }
      throw fault("frame \(open.number) on stack \(stack.number) never ended in a quiet trace")
    }
  }

  /// The indices of the stacks, in order of their numbers.
  private var orderedStacks: [Int] { stacks.indices.sorted { stacks[$0].number < stacks[$1].number } }

  /// Requires that a context has no step left, and queues the later blocks that it passed.
  mutating func finish(_ stack: Int, _ index: Int) throws(Fault) {
    guard stacks[stack].contexts[index].thrown == nil else { return }
    if let next = dueStep(stack, index, expecting: nil) { throw fault("step \(next.id) was not performed") }
    if stacks[stack].contexts[index].due != nil { throw fault("a promise that was due was not settled") }
  }

  /// The next step of a context, past a step that was left out because of an unbound name; queues
  /// the later blocks that it passes.
  ///
  /// - Parameters:
  ///   - stack: The index of the stack.
  ///   - index: The index of the context.
  ///   - expected: The step that an event names, and its place in repeats: the step that follows
  ///     in a repeat may be the same one. Nil where the block must be over.
  /// - Returns: The step; nil at the end of the block.
  mutating func dueStep(_ stack: Int, _ index: Int, expecting expected: (id: Int, place: RepeatIndices)?) -> Step? {
    let unbound = stacks[stack].contexts[index].unbound
    var next = stacks[stack].contexts[index].cursor.peek()
    if let unbound, let step = next, step.id != expected?.id || unbound != expected?.place {
      stacks[stack].contexts[index].cursor.advance()
      stacks[stack].contexts[index].unbound = nil
      stacks[stack].contexts[index].making = (0, 0, false)
      next = stacks[stack].contexts[index].cursor.peek()
    }
    queuePassed(stack, index)
    return next
  }

  private mutating func queuePassed(_ stack: Int, _ index: Int) {
    for (step, place) in stacks[stack].contexts[index].cursor.takePassed() {
      guard case .later(let moment, _) = step.action else { continue }
      let at = BlockPlace(step: step.id, indices: place)
      let block = QueuedBlock(at: at, stack: stack, pair: stacks[stack].contexts[index].pair)
      switch moment {
      case .idle: idleBlocks.append(block)
      case .turn: turnBlocks[at, default: []].append(block)
      }
    }
  }

  private mutating func perform(_ event: Event) throws(Fault) {
    switch event.kind {
    case .begin(let number, let frame): try begin(number, frame, event)
    case .end(let number, let result): try end(number, result, event)
    case .suspend(let number):
      try requireTop(number, event)
      if let open = stacks[current].frames.popLast(), let context = stacks[current].contexts.popLast() {
        suspended[number] = (open, context)
      }
    case .resume(let number):
      guard let (open, context) = suspended.removeValue(forKey: number) else {
        throw fault("frame \(number) resumes without suspend")
      }
      stacks[current].frames.append(open)
      stacks[current].contexts.append(context)
    case .bound(let step, let name, let value):
      let next = try take(step, event)
      guard case .bind(name, let expression) = next.action else { throw wrongEvent(next) }
      guard matching.matches(expression, value) else {
        throw fault("`let \(name)` bound \(trace.text(value)), which is not what the program says")
      }
      note(expression, value)
      matching.bindings[name] = value
      try bind(name, to: value)
    case .mark(let step, let name):
      let next = try take(step, event)
      guard next.action == .mark(name) else { throw wrongEvent(next) }
      gates[event.round, default: []].insert(name)
    case .gone(let step, let name, _):
      let next = try take(step, event)
      guard next.action == .probe(name) else { throw wrongEvent(next) }
    case .unbound(let step, let name): try leaveOut(step, name, event)
    case .block(let step): try startBlock(step, event)
    case .due(let promise):
      try startScript(event)
      guard isAfterPhase else { throw fault("a due promise is settled without a phase") }
      stacks[0].contexts = [Context(cursor: Cursor([]), due: promise)]
    case .lane(let step, let lane):
      let call = LanesCall(step: step, round: event.round)
      guard let lanes = index.lanes[step], lanes.indices.contains(lane), stacks[current].frames.isEmpty,
        openLanes[call]?.updateValue(current, forKey: lane) == nil, openLanes[call] != nil
      else { throw fault("a lane that the program does not have") }
      if let last = stacks[current].contexts.indices.last { try finish(current, last) }
      stacks[current].contexts = [Context(cursor: Cursor(lanes[lane], in: event.indices))]
    case .phase:
      guard event.stack == 0 else { throw fault("a phase on stack \(event.stack)") }
      for index in stacks[0].contexts.indices { try finish(0, index) }
      guard turnBlocks.isEmpty else { throw fault("a phase before a block of a later turn") }
    case .unhandled, .uncaught: break
    }
  }

  /// A step that uses an unbound name does nothing, or uses the mark `UNBOUND` as the value.
  private mutating func leaveOut(_ id: Int?, _ name: String, _ event: Event) throws(Fault) {
    let step: Step? = if let id { try take(id, event, advancing: false) } else { nil }
    guard let last = stacks[current].contexts.indices.last else {
      throw fault("an unbound name on a stack without steps")
    }
    if let step, isKnownToBeBound(name, in: step, last) {
      throw fault("`\(name)` is bound where step \(step.id) uses it")
    }
    stacks[current].contexts[last].unbound = id == nil ? nil : event.indices
  }

  private mutating func startBlock(_ step: Int, _ event: Event) throws(Fault) {
    try startScript(event)
    guard let steps = index.laterBlocks[step] else { throw fault("step \(step) has no later block") }
    let at = BlockPlace(step: step, indices: event.indices)
    if turnBlocks[at] == nil { notePassedSteps() }
    let block: QueuedBlock
    if let first = turnBlocks[at]?.removeFirst() {
      block = first
      if turnBlocks[at]?.isEmpty == true { turnBlocks[at] = nil }
    } else if let place = idleBlocks.firstIndex(where: { $0.at == at }), isAfterPhase,
      !idleBlocks[..<place].contains(where: { $0.stack == idleBlocks[place].stack })
    {
      block = idleBlocks.remove(at: place)
    } else {
      throw fault("the later block of step \(step) starts out of turn")
    }
    stacks[0].contexts = [Context(cursor: Cursor(steps, in: at.indices), pair: block.pair)]
  }

  /// Queues the later blocks that code on any stack may have queued by now.
  ///
  /// A block can start before the frame that queued it has ended on another thread.
  private mutating func notePassedSteps() {
    for stack in orderedStacks {
      for index in stacks[stack].contexts.indices where stacks[stack].contexts[index].thrown == nil {
        _ = stacks[stack].contexts[index].cursor.peek()
        queuePassed(stack, index)
      }
    }
  }

  /// Requires that the script's stack is free before a block starts on it.
  private mutating func startScript(_ event: Event) throws(Fault) {
    guard event.stack == 0, stacks[0].frames.isEmpty else { throw fault("a later block starts on a stack in use") }
    for index in stacks[0].contexts.indices { try finish(0, index) }
  }

  /// Makes the fault of the current event.
  func fault(_ message: String) -> Fault { Fault(message: message, event: sequence) }

  func wrongEvent(_ step: Step) -> Fault { fault("step \(step.id) was not performed as written") }

  func requireTop(_ number: Int, _ event: Event) throws(Fault) {
    guard stacks[current].frames.last?.number == number else {
      throw fault("frame \(number) is not the innermost of stack \(event.stack)")
    }
  }
}
