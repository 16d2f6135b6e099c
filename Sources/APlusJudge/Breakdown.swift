import APlusModel
import APlusRules

/// Judges a scenario that did not finish: it got stuck, or its host died.
///
/// The library is known to be the cause where a call into it, or user code that it called, was
/// open. Between such calls the adapter, the host or the machine is to blame: an error, not a
/// verdict.
struct Breakdown {
  let facts: Facts
  let scenario: Scenario

  /// The violation; nil where the library is not known to be the cause.
  func violation() -> Violation? {
    let ending = facts.trace.ending
    if ending == .crashed { return crash() }
    if let lost = lostHandler { return lost }
    guard ending.isStuck, !isOwnWait, scenario.stuckViolates && !computesAlone || isDeadlocked else { return nil }
    let open = openFrame
    let explanation = facts.trace.explanation
    let requirement = scenario.stuckViolates ? scenario.requirement : requirement(of: stoppedCall)
    return Violation(
      law: nil, requirement: isHeldUpInThen ? rules[.liveness, .then] : requirement, type: .stuck,
      message: "the library got stuck\(open)\(explanation)", expected: "every call returns and every handler ends",
      observed: "nothing goes on\(open)\(explanation)", event: facts.frames.last { $0.end == nil }?.begin)
  }

  /// The error to report where there is no violation.
  var error: HarnessError {
    switch facts.trace.ending {
    case .running:
      let open = openFrame.isEmpty ? "" : ",\(openFrame)"
      return HarnessError(
        type: .computing, message: "\(facts.trace.computation?.description ?? "still computing")\(open)")
    case .stuck, .deadlocked:
      return HarnessError(type: .timeout, message: "the scenario got stuck\(openFrame)\(facts.trace.explanation)")
    case .quiet, .overrun, .crashed, .cut:
      return HarnessError(type: .crash, message: "the host ended mid-scenario\(openFrame)")
    }
  }

  /// Whether threads compute that are in no call of the program: they may only be slow.
  private var computesAlone: Bool {
    facts.trace.ending == .running && !innermost.contains { $0.frame.isUserCode || $0.frame.isLibraryCall }
  }

  // MARK: Crashes

  private func crash() -> Violation? {
    let crash = facts.trace.crash
    switch crash?.place {
    case .adapter?, .host?, .runtime?: return nil
    case .library?, .unknown?, nil: break
    }
    let isKnown = crash?.place == .library
    let open = innermost.filter { record in crash.map { $0.stack == record.stack } ?? true }
    if let record = open.last(where: { $0.frame.isUserCode || $0.frame.isCallOfPromise || isKnown }) {
      let place = record.frame.isUserCode ? "while it called" : "inside"
      return self.crash(
        "the library crashed \(place) \(record.frame.noun)\(caller(of: record))", requirement(of: record),
        at: record.begin)
    }
    let escapes = Escapes(facts: facts, scenario: scenario)
    // What a handler throws passes through the library until it is caught.
    if let (record, value) = lastThrow, crash.map({ $0.stack == record.stack }) ?? true {
      return self.crash(
        "the library crashed on what \(record.frame.noun) threw, \(facts.trace.text(value))",
        escapes.requirement(ofThrowBy: record) ?? scenario.requirement, at: record.end)
    }
    var explainer = Explainer(facts)
    if let escape = escapes.uncaught(&explainer).first {
      return self.crash("\(escape.message), and the process ended", escape.requirement, at: escape.event)
    }
    guard isKnown else { return nil }
    let function = crash?.function.map { ", in \($0)" } ?? ""
    return self.crash("the library crashed on its own queue\(function)", scenario.requirement, at: nil)
  }

  /// How many events other stacks may show between a throw and the end of the process.
  private static let eventsMeanwhile = 8

  /// The user code whose throw was the last event on its stack, and the value that it threw.
  ///
  /// Other stacks may show a few events before the process ends. An earlier throw was dealt with.
  private var lastThrow: (record: FrameRecord, value: TracedValue)? {
    var later: Set<Int> = []
    for event in facts.trace.events.suffix(Self.eventsMeanwhile).reversed() {
      guard later.insert(event.stack).inserted, case .end(let number, let result) = event.kind else { continue }
      if case .threw(let value) = result, let record = facts.frames.last(where: { $0.number == number }),
        record.frame.isUserCode
      {
        return (record, value)
      }
    }
    return nil
  }

  private func crash(_ message: String, _ requirement: String, at event: Int?) -> Violation {
    Violation(
      law: nil, requirement: requirement, type: .crash, message: message,
      expected: "every call returns and every handler ends", observed: "the process ended", event: event)
  }

  /// The user code that made a call, as `, called by handler h1`; empty where the script made it.
  private func caller(of record: FrameRecord) -> String {
    guard let outer = record.outer, facts.frames[outer].frame.isUserCode else { return "" }
    let caller = facts.frames[outer]
    guard let call = caller.frame.call else { return ", called by an accessor of then" }
    let name = "`\(caller.named(call.function))`"
    return switch caller.frame {
    case .handler: ", called by handler \(name)"
    case .thenable: ", called by the thenable's then \(name)"
    case .task: ", called by task \(name)"
    case .onCancel: ", called by cancel callback \(name)"
    case .make, .settle, .then, .start, .awaiting, .call, .cancel, .combine, .drop, .operation, .wait, .lanes,
      .accessor:
      ""
    }
  }

  // MARK: Open frames

  /// The innermost open frame of each stack, in order of their begins.
  private var innermost: [FrameRecord] {
    var innermost: [Int: FrameRecord] = [:]
    for record in facts.frames where record.end == nil && !record.isSuspended { innermost[record.stack] = record }
    return innermost.values.sorted { $0.begin < $1.begin }
  }

  /// The call that never returned; nil where none is open.
  private var stoppedCall: FrameRecord? { innermost.last { $0.frame.isCallOfPromise } }

  /// Whether the library holds up a `then`, or waits in it for the handler that it registered.
  private var isHeldUpInThen: Bool {
    if thenWaitsForHandler { return true }
    guard !scenario.stuckViolates, case .then? = stoppedCall?.frame else { return false }
    return true
  }

  /// The handler that the library owes, where the program waits for a mark that it sets.
  private var lostHandler: Violation? {
    let ending = facts.trace.ending
    guard ending == .deadlocked || ending == .stuck else { return nil }
    let gates = Set(innermost.compactMap { if case .wait(_, let gate) = $0.frame { gate } else { nil } })
    guard !gates.isEmpty, innermost.allSatisfy(isWaitOfProgram) else { return nil }
    var marking = Set<String>()
    for (name, function) in scenario.program.functions where function.steps.contains(where: { $0.marks(gates) }) {
      marking.insert(name)
    }
    guard !marking.isEmpty else { return nil }
    var explainer = Explainer(facts)
    var lost = Liveness(facts: facts, uncaught: []).owed(among: marking, &explainer)
    // The scenario ended here, so it decides the case, whatever laws the case names.
    lost?.law = nil
    return lost
  }

  /// Whether the script or a lane waits, outside of any call.
  ///
  /// User code that waits may hold up the queue on which what it waits for is to run.
  private func isWaitOfProgram(_ record: FrameRecord) -> Bool {
    guard record.frame.isWaiting else { return false }
    return record.outer.map { isWaitOfProgram(facts.frames[$0]) } ?? true
  }

  /// Whether `then` waits for the handler that it registered, on another stack.
  ///
  /// That handler may in turn wait for the promise that `then` is to return.
  private var thenWaitsForHandler: Bool {
    let open = innermost
    return open.contains { call in
      guard case .then = call.frame, let number = call.frame.registration else { return false }
      return open.contains {
        guard case .handler = $0.frame else { return false }
        return $0.frame.registration == number
      }
    }
  }

  /// Whether a call of the library is open although nothing can run any more, as the host or the
  /// kernel proved.
  ///
  /// A host that gave up waiting proves nothing: the open call may only be slow. Where user code
  /// waits, it may be what holds up the call.
  private var isDeadlocked: Bool {
    guard facts.trace.ending != .running else { return false }
    var isProved = facts.trace.ending == .deadlocked
    if case .phase(let strength)? = facts.trace.events.last?.kind, strength != .bounded { isProved = true }
    guard isProved else { return false }
    let isWaiting = facts.frames.contains { record in
      guard case .wait = record.frame else { return false }
      return record.end == nil && !record.isSuspended
    }
    return !isWaiting && innermost.contains { $0.frame.isCallOfPromise && !$0.frame.isRelease }
  }

  /// Whether only the program's own waits are open, and not for a handler: no call of the library is,
  /// and no code that it called, and no function makes a mark that is waited for.
  private var isOwnWait: Bool {
    let open = facts.frames.filter { $0.end == nil && !$0.isSuspended }
    let gates = open.compactMap { record in if case .wait(_, let gate) = record.frame { gate } else { nil } }
    guard !gates.isEmpty, !open.contains(where: { $0.frame.isLibraryCall || $0.frame.isUserCode }) else { return false }
    var owed: Set<String> = []
    for function in scenario.program.functions.values {
      Program.walk(function.steps) { step in
        if case .mark(let name) = step.action { owed.insert(NameGrammar.base(of: name)) }
      }
    }
    return !gates.contains { owed.contains(NameGrammar.base(of: $0)) }
  }

  /// The innermost open frame as a phrase; empty where none is open.
  private var openFrame: String { facts.frames.last { $0.end == nil }.map { " inside \($0.frame.noun)" } ?? "" }

  /// The requirement that says what a call returns, or the case's own.
  ///
  /// A case about scale keeps its own: the call broke because of the number of things.
  private func requirement(of record: FrameRecord?) -> String {
    guard let record, scenario.chapter != "scale" else { return scenario.requirement }
    return Escapes(facts: facts, scenario: scenario).requirement(ofCall: record) ?? scenario.requirement
  }
}

extension Trace {
  /// Why the scenario makes no progress, where the kernel showed it.
  fileprivate var explanation: String {
    switch ending {
    case .deadlocked: ", deadlocked: all threads wait, nothing is due"
    case .running: ", \(computation?.description ?? "still computing")"
    case .quiet, .stuck, .overrun, .crashed, .cut: ""
    }
  }
}

extension Step {
  /// Whether the step, or one of its blocks that runs in the same turn, sets one of the marks.
  fileprivate func marks(_ gates: Set<String>) -> Bool {
    switch action {
    case .mark(let name): gates.contains(name)
    case .repeated(_, let steps): steps.contains { $0.marks(gates) }
    default: false
    }
  }
}

extension Frame {
  /// Whether the program itself waits here for another stack.
  fileprivate var isWaiting: Bool {
    switch self {
    case .wait, .lanes: true
    case .make, .settle, .then, .start, .awaiting, .call, .cancel, .combine, .drop, .operation, .handler, .thenable,
      .accessor, .task, .onCancel:
      false
    }
  }

  /// Whether this is a call on promises, which adapters forward unchanged.
  ///
  /// Making one may involve code of the adapter.
  fileprivate var isCallOfPromise: Bool { if case .make = self { false } else { isLibraryCall } }

  fileprivate var isRelease: Bool {
    switch self {
    case .drop, .operation(_, "measure", _): true
    case .make, .settle, .then, .start, .awaiting, .call, .cancel, .combine, .operation, .wait, .lanes: false
    case .handler, .thenable, .accessor, .task, .onCancel: false
    }
  }
}
