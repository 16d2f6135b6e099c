package import APlusModel

/// An executable Promises/A+ 1.1: performs a program in a model of promises, and says where a trace shows anything else.
///
/// Promises/A+ leaves open in which order turns follow one another, and whether a thenable is called inside the call
/// that resolves with it. There the model follows the trace, and nowhere else: what each promise becomes, which
/// handlers run, with what and how often, and which may run before which, comes from the program alone. So whatever
/// the specification leaves free is free here as well.
///
///     Oracle.disagreements(program, trace).first?.message
///     // "`ok` got O as the value of p, which is D"
package enum Oracle {
  /// Where the model and a trace differ, in the order of the trace; none where the oracle is silent.
  package static func disagreements(_ program: Program, _ trace: Trace) -> [Disagreement] {
    opinion(on: program, trace).disagreements
  }

  /// What the oracle says of a trace.
  ///
  /// - Parameters:
  ///   - program: What was performed.
  ///   - trace: What a host saw; a host that performed something else is found by the judge's fidelity.
  /// - Returns: The disagreements, or why there is nothing to say. Takes time near-linear in the events.
  package static func opinion(on program: Program, _ trace: Trace) -> Opinion {
    if let reason = silence(about: program) { return .silent(because: reason) }
    var replay = Replay(program, trace)
    defer { replay.takeApart() }
    do {
      try replay.run()
    } catch .silent(let reason) {
      return .silent(because: reason)
    } catch {
      // The trace ends in the middle: what was seen so far counts.
    }
    // Which of two overlapping calls came first, the trace does not say.
    guard replay.disagreements.isEmpty || !trace.isConcurrent else {
      return .silent(because: "calls of several threads overlap")
    }
    return .checked(replay.disagreements)
  }

  /// Why the model cannot tell what a program does; nil where it can.
  ///
  /// This is the one place that says which of the language is beyond Promises/A+ on one thread.
  package static func silence(about program: Program) -> String? {
    guard program.contexts.isEmpty else { return "Promises/A+ knows no contexts" }
    var reason: String?
    program.forEachStep { step in
      switch step.action {
      case .lanes, .wait: reason = "Promises/A+ knows no threads"
      case .cancel: reason = "Promises/A+ knows no cancellation"
      case .measure: reason = "Promises/A+ does not speak of time"
      // The outcome of a combinator is its library's; the rest of the program is judged.
      case .bind, .settle, .then, .call, .mark, .later, .repeated, .drop, .probe, .combine, .pause:
        break
      }
    }
    return reason
  }
}

/// What the oracle says of a trace.
package enum Opinion: Sendable, Hashable {
  /// It cannot tell.
  case silent(because: String)
  /// Everything that is in these disagreements, and nothing else, differs from the model.
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
  /// The sentence of Promises/A+ that the model follows there: `2.2.7.2`.
  package var requirement: String
  package var type: FailureType
  /// One line: what was seen, and what the model says.
  package var message: String
  package var expected: String
  package var observed: String
  /// The sequence number of the event; nil where something is missing at the end.
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
