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
  private var idleBlocks: [(step: Int, stack: Int)] = []
  private var turnBlocks: [Int: Int] = [:]
  /// The calls of `then`, by the number of the registration.
  var registrations = NumberedTable<ThenCall>()
  /// The thenable that got each pair, by the pair's number.
  var pairs: [Int: TracedValue] = [:]
  /// The first pair of each thenable.
  var firstPairs: [TracedValue: Int] = [:]
  var calls = NumberedTable<Int>()
  /// The promises that are settled when nothing else can run, each as the program says.
  var due: [Int: [Value]] = [:]
  /// The number of the current event; nil before the first.
  private var sequence: Int?
  /// Whether the previous event is a phase.
  private var isAfterPhase = false
  /// The round of the previous event.
  private var round = 0
  private var newestRound = 0
  /// What `let` bound in the other rounds.
  private var bindings: [Int: [String: TracedValue]] = [:]

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
    stacks = [Stack(number: 0, contexts: [Context(cursor: Cursor(program.steps))])]
    _ = stackIndex.index(of: 0)
    index = ProgramIndex(program)
  }

  private mutating func run() throws(Fault) {
    for (position, event) in trace.events.enumerated() {
      sequence = event.sequence
      guard event.sequence == position + 1 else {
        throw fault("event \(position + 1) has the number \(event.sequence): numbers must be dense")
      }
      current = stackIndex.index(of: event.stack)
      if current == stacks.count { stacks.append(Stack(number: event.stack)) }
      if event.round != round { try enterRound(event) }
      try perform(event)
      if case .phase = event.kind { isAfterPhase = true } else { isAfterPhase = false }
    }
    guard trace.ending == .quiet else { return }
    guard case .phase? = trace.events.last?.kind else { throw fault("a quiet trace must end with a phase") }
    try checkEverythingDone()
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
      stacks[0].contexts = [Context(cursor: Cursor(program.steps))]
    }
    guard (0...newestRound).contains(event.round) else {
      throw fault("round \(event.round) after round \(newestRound)")
    }
    bindings[round] = matching.bindings
    matching.bindings = bindings[event.round] ?? [:]
    round = event.round
  }

  private mutating func checkEverythingDone() throws(Fault) {
    for stack in orderedStacks { for index in stacks[stack].contexts.indices { try finish(stack, index) } }
    guard idleBlocks.isEmpty, turnBlocks.isEmpty else {
      let step = idleBlocks.first?.step ?? turnBlocks.keys.min() ?? 0
      throw fault("the later block of step \(step) was never performed")
    }
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
      next = stacks[stack].contexts[index].cursor.peek()
    }
    queue(stacks[stack].contexts[index].cursor.takePassed(), by: stack)
    return next
  }

  private mutating func queue(_ passed: [Step], by stack: Int) {
    for step in passed {
      guard case .later(let moment, _) = step.action else { continue }
      switch moment {
      case .idle: idleBlocks.append((step.id, stack))
      case .turn: turnBlocks[step.id, default: 0] += 1
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
      matching.bindings[name] = value
    case .mark(let step, let name):
      let next = try take(step, event)
      guard next.action == .mark(name) else { throw wrongEvent(next) }
    case .gone(let step, let name, _):
      let next = try take(step, event)
      guard next.action == .probe(name) else { throw wrongEvent(next) }
    case .unbound(let step, _): try leaveOut(step, event)
    case .block(let step): try startBlock(step, event)
    case .due(let promise):
      try startScript(event)
      guard isAfterPhase else { throw fault("a due promise is settled without a phase") }
      stacks[0].contexts = [Context(cursor: Cursor([]), due: promise)]
    case .lane(let step, let lane):
      guard let lanes = index.lanes[step], lanes.indices.contains(lane), stacks[current].frames.isEmpty else {
        throw fault("a lane that the program does not have")
      }
      if let last = stacks[current].contexts.indices.last { try finish(current, last) }
      stacks[current].contexts = [Context(cursor: Cursor(lanes[lane]))]
    case .phase:
      guard event.stack == 0 else { throw fault("a phase on stack \(event.stack)") }
      for index in stacks[0].contexts.indices { try finish(0, index) }
      guard turnBlocks.isEmpty else { throw fault("a phase before a block of a later turn") }
    case .unhandled, .uncaught: break
    }
  }

  /// A step that uses an unbound name does nothing, or uses the mark `UNBOUND` as the value.
  private mutating func leaveOut(_ step: Int?, _ event: Event) throws(Fault) {
    if let step { _ = try take(step, event, advancing: false) }
    guard let last = stacks[current].contexts.indices.last else {
      throw fault("an unbound name on a stack without steps")
    }
    stacks[current].contexts[last].unbound = step == nil ? nil : event.indices
  }

  private mutating func startBlock(_ step: Int, _ event: Event) throws(Fault) {
    try startScript(event)
    guard let steps = index.laterBlocks[step] else { throw fault("step \(step) has no later block") }
    if turnBlocks[step] == nil { notePassedSteps() }
    if let count = turnBlocks[step] {
      turnBlocks[step] = count > 1 ? count - 1 : nil
    } else if let place = idleBlocks.firstIndex(where: { $0.step == step }), isAfterPhase,
      !idleBlocks[..<place].contains(where: { $0.stack == idleBlocks[place].stack })
    {
      idleBlocks.remove(at: place)
    } else {
      throw fault("the later block of step \(step) starts out of turn")
    }
    stacks[0].contexts = [Context(cursor: Cursor(steps))]
  }

  /// Queues the later blocks that code on any stack may have queued by now.
  ///
  /// A block can start before the frame that queued it has ended on another thread.
  private mutating func notePassedSteps() {
    for stack in orderedStacks {
      for index in stacks[stack].contexts.indices where stacks[stack].contexts[index].thrown == nil {
        _ = stacks[stack].contexts[index].cursor.peek()
        queue(stacks[stack].contexts[index].cursor.takePassed(), by: stack)
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
