import APlusModel

/// What it means that a scenario did not come to its end: it got stuck, or its host died.
///
/// The library is known to be the cause where one of its calls, or user code that it called, was open. What runs
/// between is the adapter's, the host's or the machine's: an error, and no verdict.
struct Breakdown {
  let facts: Facts
  let scenario: Scenario

  /// The violation; nil where the library is not known to be the cause.
  func violation() -> Violation? {
    let ending = facts.trace.ending
    if ending == .crashed { return crash() }
    guard ending.isStuck, scenario.stuckViolates || isDeadlocked else { return nil }
    let open = openFrame
    return Violation(
      law: nil,
      requirement: scenario.stuckViolates ? scenario.requirement : requirement(of: stoppedCall),
      type: .stuck,
      message: "the library got stuck\(open)\(ending.explanation)",
      expected: "every call returns and every handler ends",
      observed: "nothing goes on\(open)\(ending.explanation)",
      event: facts.frames.last { $0.end == nil }?.begin
    )
  }

  /// What is told where there is no violation.
  var error: HarnessError {
    facts.trace.ending.isStuck
      ? HarnessError(
        type: .timeout,
        message: "the scenario got stuck\(openFrame)\(facts.trace.ending.explanation)"
      )
      : HarnessError(type: .crash, message: "the host ended in the middle\(openFrame)")
  }

  // MARK: Crashes

  private func crash() -> Violation? {
    if let record = innermost.last(where: { $0.frame.isUserCode || $0.frame.isCallOfPromise }) {
      let place = record.frame.isUserCode ? "while it called" : "inside"
      return crash(
        "the library crashed \(place) \(record.frame.noun)\(caller(of: record))",
        requirement(of: record),
        at: record.begin
      )
    }
    let escapes = Escapes(facts: facts, scenario: scenario)
    // What a handler throws goes through the library, up to where it is caught.
    if let (record, value) = lastThrow {
      return crash(
        "the library crashed on what \(record.frame.noun) threw, \(facts.trace.text(value))",
        escapes.requirement(ofThrowBy: record) ?? scenario.requirement,
        at: record.end
      )
    }
    var explainer = Explainer(facts)
    return escapes.uncaught(&explainer).first.map { escape in
      crash("\(escape.message), and the process ended", escape.requirement, at: escape.event)
    }
  }

  /// How many events other stacks may show between a throw and the end of the process.
  private static let eventsMeanwhile = 8

  /// The user code that threw as the last thing on its stack, and what.
  ///
  /// Other stacks may have gone on for a few events meanwhile. What came longer ago was over.
  private var lastThrow: (record: FrameRecord, value: TracedValue)? {
    var later: Set<Int> = []
    for event in facts.trace.events.suffix(Self.eventsMeanwhile).reversed() {
      guard later.insert(event.stack).inserted, case .end(let number, let result) = event.kind
      else { continue }
      if case .threw(let value) = result,
        let record = facts.frames.last(where: { $0.number == number }), record.frame.isUserCode
      {
        return (record, value)
      }
    }
    return nil
  }

  private func crash(_ message: String, _ requirement: String, at event: Int?) -> Violation {
    Violation(
      law: nil,
      requirement: requirement,
      type: .crash,
      message: message,
      expected: "every call returns and every handler ends",
      observed: "the process ended",
      event: event
    )
  }

  /// Who made a call: `, called by handler h1`; empty where the script did.
  private func caller(of record: FrameRecord) -> String {
    guard let outer = record.outer, facts.frames[outer].frame.isUserCode else { return "" }
    let caller = facts.frames[outer]
    guard let call = caller.frame.call else { return ", called by an accessor of then" }
    let name = "`\(caller.named(call.function))`"
    return switch caller.frame {
    case .handler: ", called by handler \(name)"
    case .thenable: ", called by the thenable's then \(name)"
    case .task: ", called by task \(name)"
    default: ", called by cancel callback \(name)"
    }
  }

  // MARK: Open frames

  /// The innermost open frame of each stack, in order of their begins.
  private var innermost: [FrameRecord] {
    var innermost: [Int: FrameRecord] = [:]
    for record in facts.frames where record.end == nil && !record.isSuspended {
      innermost[record.stack] = record
    }
    return innermost.values.sorted { $0.begin < $1.begin }
  }

  /// The call that nothing ends; nil where none is open.
  private var stoppedCall: FrameRecord? { innermost.last { $0.frame.isCallOfPromise } }

  /// Whether a call of the library is open although nothing can run any more, as the host or the kernel showed.
  ///
  /// A host that gave up waiting knows less: what is open there may only be slow. User code that waits may be what
  /// holds the call up.
  private var isDeadlocked: Bool {
    var isProved = facts.trace.ending == .deadlocked
    if case .phase(let strength)? = facts.trace.events.last?.kind, strength != .bounded {
      isProved = true
    }
    guard isProved else { return false }
    let isWaiting = facts.frames.contains { record in
      guard case .wait = record.frame else { return false }
      return record.end == nil && !record.isSuspended
    }
    return !isWaiting && innermost.contains { $0.frame.isCallOfPromise && !$0.frame.isRelease }
  }

  /// The innermost open frame as a phrase; empty where none is open.
  private var openFrame: String {
    facts.frames.last { $0.end == nil }.map { " inside \($0.frame.noun)" } ?? ""
  }

  /// The requirement that says what a call gives, or the case's own.
  ///
  /// What breaks under a great number of things is about that number.
  private func requirement(of record: FrameRecord?) -> String {
    guard let record, !scenario.requirement.hasPrefix("S") else { return scenario.requirement }
    return Escapes(facts: facts, scenario: scenario).requirement(ofCall: record)
      ?? scenario.requirement
  }
}

extension TraceEnding {
  /// Why nothing goes on, where the kernel showed it.
  fileprivate var explanation: String {
    switch self {
    case .deadlocked: ", deadlocked: all threads wait, nothing is due"
    case .running: ", still running: its threads compute"
    case .quiet, .stuck, .overrun, .crashed, .cut: ""
    }
  }
}

extension Frame {
  /// Whether this is a call of a promise, which adapters hand on as it is; they make promises by themselves.
  fileprivate var isCallOfPromise: Bool {
    if case .make = self { false } else { isLibraryCall }
  }

  fileprivate var isRelease: Bool {
    switch self {
    case .drop, .measure: true
    default: false
    }
  }
}
