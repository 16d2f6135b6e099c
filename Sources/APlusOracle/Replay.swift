import APlusModel

/// Performs a program in the model, with its turns in the order of a trace.
struct Replay {
  let program: Program
  let trace: Trace
  var machine = Machine()
  var identities: Identities
  var tape: Tape
  var disagreements: [Disagreement] = []

  /// The names of each round.
  private var names: [Int: Names] = [:]
  /// The scopes of the later blocks still to be performed, by step.
  var blocks: [Int: [Scope]] = [:]
  /// The promises made with `when: idle` that are still to be settled.
  var dues: [(promise: Promise, verb: Settlement, value: Thing)] = []
  /// By number.
  var registrations: [Int: Registration] = [:]
  /// The registrations whose handlers may still have to run.
  var waiting: [Registration] = []
  /// The registrations of each shared function, which is one object for all of them.
  var shared: [String: [Registration]] = [:]
  var pairs: [Int: Pair] = [:]
  let limits: Set<Limit>
  /// The calls of `timeout`.
  var timeouts: [Combination] = []
  /// The combinators that a function was passed to.
  var combined: [String: [Combination]] = [:]
  /// What user code threw, and the requirement that says what becomes of it.
  var thrown: [(value: TracedValue, name: String, requirement: String)] = []
  /// All promises that steps of the program made.
  var promises: [Promise] = []
  /// The frames that are open on the stack of the turn.
  var open: [Frame] = []
  let settleCalls: SettleCalls
  private let laterBlocks: [Int: [Step]]

  init(_ program: Program, _ trace: Trace, _ limits: Set<Limit>) {
    self.program = program
    self.limits = limits
    self.trace = trace
    identities = Identities(trace)
    tape = Tape(trace, Turn(kind: .phase, events: []))
    settleCalls = SettleCalls(trace)
    var blocks: [Int: [Step]] = [:]
    program.forEachStep { step in if case .later(_, let block) = step.action { blocks[step.id] = block } }
    laterBlocks = blocks
  }

  mutating func run() throws(Halt) {
    guard let turns = trace.turns else { throw .silent("user code gave up its stack") }
    for (number, turn) in turns.enumerated() {
      tape = Tape(trace, turn)
      do { try perform(turn, at: number) } catch .thrown {
        // An exception that ends a block of the script ends nothing else.
      }
    }
  }

  /// Breaks the reference cycles between promises and names.
  func breakCycles() {
    for promise in promises {
      promise.fate = .free
      promise.registrations = []
    }
    for names in names.values { names.bound = [:] }
  }

  private mutating func perform(_ turn: Turn, at number: Int) throws(Halt) {
    switch turn.kind {
    case .script(let round): try perform(program.steps, in: Scope(names: names(ofRound: round)))
    case .block(let step):
      guard let start = tape.head, let block = laterBlocks[step],
        let place = blocks[step]?.firstIndex(where: { scope in
          start.indices.last == scope.index && names(ofRound: start.round) === scope.names
        }), let scope = blocks[step]?.remove(at: place)
      else { throw unexpected() }
      tape.advance()
      try perform(block, in: scope)
    case .due(let traced):
      guard let place = dues.firstIndex(where: { $0.promise.traced == traced }) else { throw unexpected() }
      tape.advance()
      let due = dues.remove(at: place)
      try settle(due.promise, due.verb, due.value, step: nil)
    case .userCode: try userCode()
    case .phase: checkNothingIsOwed()
    case .uncaught(let value, let event): checkUncaught(value, at: event)
    }
  }

  mutating func names(ofRound round: Int) -> Names {
    if let known = names[round] { return known }
    let new = Names()
    names[round] = new
    return new
  }

  // MARK: Reading the trace

  /// Why the model stops where the trace shows what is not in the program.
  func unexpected() -> Halt {
    guard tape.head == nil, trace.ending != .quiet else { return .silent("the trace is no performance of the program") }
    return .cut
  }

  /// Reads the begin of a call of the library.
  mutating func beginCall(of step: Int?) throws(Halt) -> (number: Int, Frame, begin: Int) {
    guard let event = tape.head, case .begin(let number, let frame) = event.kind, frame.isLibraryCall,
      frame.step == step
    else { throw unexpected() }
    tape.advance()
    open.append(frame)
    return (number, frame, event.sequence)
  }

  /// Performs the user code that runs inside a call, and reads the end of the call.
  mutating func endCall(_ number: Int) throws(Halt) -> (FrameResult, end: Int) {
    while let event = tape.head {
      switch event.kind {
      case .end(number, let result):
        tape.advance()
        open.removeLast()
        return (result, event.sequence)
      case .begin(_, let frame) where frame.isUserCode: try userCode()
      default: throw unexpected()
      }
    }
    throw unexpected()
  }

  /// Whether the trace says that a step does nothing because the name that it uses is not bound.
  mutating func isLeftOut(_ step: Int?, _ name: String) -> Bool {
    guard let event = tape.head, case .unbound(let seen, let used) = event.kind, used == name, seen == step else {
      return false
    }
    tape.advance()
    // Some hosts evaluate the value of the step before they look for its promise.
    while let next = tape.head, case .unbound(seen, _) = next.kind, next.indices == event.indices, step != nil {
      tape.advance()
    }
    return true
  }
}
