package import APlusModel

/// An executable Promises/A+ 1.1: performs a program in a model of promises, and reports where a
/// trace differs.
///
/// Promises/A+ leaves open in which order turns follow one another, and whether a thenable is
/// called inside the call that resolves with it. Only there does the model follow the trace. What
/// each promise becomes, which handlers run, with what and how often, and which may run before
/// which, comes from the program alone. So the model allows whatever the specification leaves open.
///
///     Oracle.disagreements(program, trace).first?.message
///     // "`ok` got O as the value of p, which is D"
package enum Oracle {
  /// Where the model and a trace differ, in the order of the trace; empty where the oracle is
  /// silent.
  package static func disagreements(_ program: Program, _ trace: Trace, within limits: Set<Limit> = [])
    -> [Disagreement]
  { opinion(on: program, trace, within: limits).disagreements }

  /// What the oracle says about a trace.
  ///
  /// - Parameters:
  ///   - program: The program that a host performed.
  ///   - trace: What the host recorded. The judge's fidelity law finds a host that performed
  ///     something else.
  ///   - limits: What the library does otherwise than Promises/A+ expects, as its adapter claims.
  /// - Returns: The disagreements, or why the oracle is silent. Takes time near-linear in the
  ///   events.
  package static func opinion(on program: Program, _ trace: Trace, within limits: Set<Limit> = []) -> Opinion {
    if let reason = silence(about: program) { return .silent(because: reason) }
    var replay = Replay(program, trace, limits)
    defer { replay.breakCycles() }
    do { try replay.run() } catch .silent(let reason) { return .silent(because: reason) } catch {
      // The trace ends in the middle: what was seen so far counts.
    }
    // The trace does not say which of two overlapping calls came first.
    guard replay.disagreements.isEmpty || !trace.isConcurrent else {
      return .silent(because: "calls of several threads overlap")
    }
    return .checked(replay.disagreements)
  }

  /// Why the model cannot predict what a program does; nil where it can.
  ///
  /// ``Operation/beyondModel`` says it of each operation.
  package static func silence(about program: Program) -> String? {
    guard program.contexts.isEmpty else { return "Promises/A+ has no contexts" }
    guard program.functions.values.allSatisfy({ $0.released == nil }) else {
      return "Promises/A+ does not say when a handler is freed"
    }
    var reason: String?
    // The outcome of a combinator is up to the library; the rest of the program is checked.
    program.forEachStep { step in reason = step.action.operation.beyondModel ?? reason }
    return reason
  }
}

/// What the oracle says about a trace.
package enum Opinion: Sendable, Hashable {
  /// The model cannot predict the trace.
  case silent(because: String)
  /// The trace differs from the model in these disagreements only; empty where it agrees.
  case checked([Disagreement])

  package var disagreements: [Disagreement] {
    switch self {
    case .silent: []
    case .checked(let disagreements): disagreements
    }
  }
}

/// One difference between the model and a trace.
package struct Disagreement: Sendable, Hashable {
  /// The number of the requirement that the model follows there, for example `2.2.7.2`.
  package var requirement: String
  package var type: FailureType
  /// One line: what was seen, and what the model says.
  package var message: String
  package var expected: String
  package var observed: String
  /// The sequence number of the event; nil for uncaught exceptions and for what is missing.
  package var event: Int?
}

extension Trace {
  /// Whether a call or user code begins on a thread while another thread has one open.
  fileprivate var isConcurrent: Bool {
    var open: [Int: Int] = [:]
    for event in events {
      switch event.kind {
      case .begin:
        open[event.stack, default: 0] += 1
        if open.count > 1 { return true }
      case .end:
        open[event.stack, default: 1] -= 1
        if open[event.stack] == 0 { open[event.stack] = nil }
      default: break
      }
    }
    return false
  }
}
