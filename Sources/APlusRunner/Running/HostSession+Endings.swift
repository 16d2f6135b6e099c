import APlusHosting
import APlusModel

/// Records what a host that exited, fell silent or wrote garbage means for its scenario.
extension HostSession {
  /// A request that ended its host.
  struct Fault {
    var index: Int
    var error: HarnessError
    var standardError: String
    var seconds: Double
    /// What the threads of an overdue host did, where the kernel shows it.
    var hang: HangDiagnosis?
  }

  /// What repeating a request that ended its host showed.
  private enum Repetition {
    case answered
    case outputEnded(isHalfLine: Bool, isOverdue: Bool)
    case other
  }

  /// Records how a conversation ended, for the scenario that is to blame.
  func conclude(_ ending: Ending?, _ exit: HostExit, _ standardError: String, _ watchdog: HostWatchdog) async {
    if case .launchFailed? = ending {} else if concludeSmoke(exit, standardError) { return }
    switch ending {
    case .finished: finished(exit, standardError)
    case .needsRestart: return
    case nil: notStarted(exit)
    case .launchFailed(let message):
      // An interrupt ends a host that has not said hello.
      guard !work.isStopped else { return }
      let reason = message.isEmpty ? "\(exit.description) before it said hello" : message
      let summary = standardError.errorSummary.map { ": \($0)" } ?? ""
      // What the host says, or says wrongly, needs no advice.
      let isSilent = message.isEmpty || message.hasPrefix("said no hello within")
      let advice = isSilent ? adapter.advice(standardError: standardError) : ""
      let message = "the host \(reason)\(summary)\(advice)"
      guard let limit = ProcessLimits.ofHosts else { return work.launchFailed(adapter.launchFailure(message)) }
      work.launchFailed(HarnessError(type: .harness, message: "\(message); \(limit)"))
    case .protocolViolation(let violation): blame(error(of: violation), standardError)
    case .outputEnded(let isHalfLine, let isOverdue):
      guard let index = pending.first else { return }
      let hang = isOverdue ? watchdog.hang : nil
      let error = death(
        within: allowance(for: index), exit, isHalfLine, isOverdue: isOverdue, hang, isLingering: watchdog.isOverdue)
      guard error.type != .protocolViolation, !work.isStopped else { return blame(error, standardError) }
      pending.removeFirst()
      returnPending()
      if isOverdue { work.hung(index, isComputing: error.type == .computing) }
      var fault = fault(at: index, error, standardError)
      fault.hang = hang
      await performAgain(fault)
    }
  }

  /// The error of a host that broke the protocol, or of a case whose trace has no room in a line.
  private func error(of violation: HostMessage.ProtocolViolation) -> HarnessError {
    if violation.isOverLimit, let index = pending.first, work.scenario(at: index).program.mayNeedLongLine {
      let limit = "more than \(options.lineLimit) bytes, which is the limit of a line of the protocol"
      let advice = "give the case fewer steps or rounds, or shorter texts"
      return HarnessError(type: .specification, message: "the trace of this case takes \(limit); \(advice)")
    }
    return HarnessError(type: .protocolViolation, message: "the host \(violation.message)")
  }

  /// Records that no host could be started.
  ///
  /// If the machine has no room for another host, the other sessions go on.
  private func notStarted(_ exit: HostExit) {
    switch exit {
    case .noRoom(let reason):
      returnPending()
      hasLeft = work.mayLeave()
      guard !hasLeft else { return note("one host fewer: \(reason)") }
      let message = "no host can be started: \(reason); raise the limits (ulimit -n, -u and -v)"
      work.launchFailed(HarnessError(type: .harness, message: message))
    case .notStarted(let reason): work.launchFailed(adapter.launchFailure(reason))
    case .exited, .signalled: work.launchFailed(adapter.launchFailure("the host \(exit.description)"))
    }
  }

  /// Records the exit of a host that has answered everything; freeing a promise may still crash it.
  private func finished(_ exit: HostExit, _ standardError: String) {
    guard exit != .exited(0), !work.isStopped else { return }
    let message = "after its last answer, the host \(exit.description)"
    if exit.isCrash, let last = host.last {
      let error = HarnessError(type: .crash, message: "\(message); that answer was to this case")
      last.work.retract(last.index, error, standardError: standardError)
    } else {
      note(message)
    }
  }

  /// The error of a host whose output ended while it performed a scenario.
  private func death(
    within limit: Duration, _ exit: HostExit, _ isHalfLine: Bool, isOverdue: Bool, _ hang: HangDiagnosis?,
    isLingering: Bool
  ) -> HarnessError {
    if isOverdue, let computation = hang?.computation {
      return HarnessError(type: .computing, message: computation.description)
    }
    if isOverdue { return HarnessError(type: .timeout, message: "no answer within \(limit.shown)") }
    if isLingering {
      return HarnessError(type: .protocolViolation, message: "the host closed its output and did not end")
    }
    let place = isHalfLine ? " in the middle of a line" : ""
    return HarnessError(type: .crash, message: "the host \(exit.description)\(place)")
  }

  /// Blames an error on the first pending request.
  private func blame(_ error: HarnessError, _ standardError: String) {
    guard let index = pending.first else { return }
    pending.removeFirst()
    record(fault(at: index, error, standardError))
  }

  private func fault(at index: Int, _ error: HarnessError, _ standardError: String) -> Fault {
    Fault(index: index, error: error, standardError: standardError, seconds: (ContinuousClock.now - host.began).seconds)
  }

  /// How often a scenario that ended its host is repeated until it does so again, as a race may.
  ///
  /// A hang is repeated once, as each takes its time limit.
  private static let repetitionsOfCrash = 8

  /// Repeats a request on new hosts that stream each event as it happens, until one ends as the
  /// first did.
  ///
  /// The events up to the end of the host show how far the scenario came, and whether the library
  /// is to blame.
  private func performAgain(_ fault: Fault) async {
    let isComputing = fault.error.type == .computing
    let isHang = isComputing || fault.error.type == .timeout
    // A crash needs no more than the usual time, however large the program. A host that computes
    // has used up all of its time already.
    let limit = isHang && !isComputing ? allowance(for: fault.index) : options.timeout
    let repetitions = isHang ? 1 : Self.repetitionsOfCrash
    var fault = fault
    for _ in 0..<repetitions {
      guard !options.isInterrupted() else { return record(fault) }
      let watchdog = HostWatchdog(isInterrupted: options.isInterrupted)
      var streamed = StreamedTrace()
      let (repetition, exit, _) = await HostProcess.run(
        HostProcess.start(command), watchdog: watchdog, lineLimit: options.lineLimit
      ) { connection in await self.listen(fault.index, limit, connection, watchdog, isComputing: isComputing, &streamed)
      }
      switch repetition {
      case .answered: continue
      case .outputEnded(let isHalfLine, let isOverdue):
        let hang = isOverdue ? watchdog.hang : nil
        let again = death(within: limit, exit, isHalfLine, isOverdue: isOverdue, hang, isLingering: watchdog.isOverdue)
        let isSame = isComputing && again.type == .computing
        if !isSame, again.message != fault.error.message {
          fault.error.message += "; in another performance: \(again.message)"
        }
        // The open frames are those of the repetition.
        if isOverdue, !isSame { fault.hang = hang ?? fault.hang }
        return record(fault, streamed, ending: ending(of: fault, exit, isOverdue: isOverdue))
      case .other, nil: return record(fault)
      }
    }
    let answered = isHang ? "a second performance was" : "\(repetitions) more performances were"
    fault.error.message += "; flaky: \(answered) answered"
    record(fault, repetition: .notRepeated)
  }

  /// Sends a request to a new host, and collects the events that it streams.
  ///
  /// If the request is known to compute for too long, only events count as progress.
  private func listen(
    _ index: Int, _ limit: Duration, _ connection: HostConnection, _ watchdog: HostWatchdog, isComputing: Bool,
    _ streamed: inout StreamedTrace
  ) async -> Repetition {
    guard case .success = await hello(connection, watchdog) else { return .other }
    connection.send(request(for: index, number: index + 1, isStreamed: true))
    connection.finishInput()
    // One deadline for all events together: a scenario may stream forever.
    let start = ContinuousClock.now
    let longest = options.longest(limit)
    watchdog.expect(by: start + limit, upTo: isComputing ? nil : longest, hasGracePeriod: true)
    while true {
      switch await connection.nextLine() {
      case .line(let line):
        switch try? HostMessage(line: line) {
        case .event(let run, let event, let objects)? where run == index + 1:
          streamed.append(event, objects)
          if isComputing { watchdog.expect(by: min(.now + limit, start + longest), hasGracePeriod: true) }
        case .crash(let run, let report)? where run == index + 1:
          streamed.crash = await report.located(in: command.sandbox)
        case .trace(let run, _)? where run == index + 1:
          watchdog.endGroup()
          return .answered
        case .hello?, .fatal?, .event?, .trace?, .late?, .crash?, nil:
          watchdog.endGroup()
          return .other
        }
      case .tooLong:
        watchdog.endGroup()
        return .other
      case .end(let isHalfLine):
        let wasOverdue = watchdog.isOverdue
        watchdog.expect(by: Self.exitDeadline(after: start + longest))
        return .outputEnded(isHalfLine: isHalfLine, isOverdue: wasOverdue)
      }
    }
  }

  /// The ending of the trace of a scenario that ended its host twice.
  private func ending(of fault: Fault, _ exit: HostExit, isOverdue: Bool) -> TraceEnding {
    if isOverdue { return [.timeout, .computing].contains(fault.error.type) ? fault.hang?.ending ?? .stuck : .cut }
    return fault.error.type == .crash && exit.hasEndedItself ? .crashed : .cut
  }

  /// Records a fault that came twice: as a violation where the streamed events show that the
  /// library is to blame, else as an error.
  private func record(_ fault: Fault, _ streamed: StreamedTrace, ending: TraceEnding) {
    let scenario = work.scenario(at: fault.index)
    var trace = streamed.trace
    trace.ending = ending
    trace.computation = ending == .running ? fault.hang?.computation : nil
    trace.waits = fault.hang?.waits ?? []
    var verdict = judge(scenario, trace)
    guard verdict.outcome == .violates, !ending.isStuck || streamed.isInsideLibrary else {
      trace.ending = .cut
      var fault = fault
      if let place = streamed.crash?.blame { fault.error.message += "; \(place)" }
      return record(fault, trace: trace, open: streamed.openFrames, repetition: .repeated)
    }
    for index in verdict.violations.indices where verdict.violations[index].type == .crash {
      verdict.violations[index].observed = fault.error.message
    }
    record(fault, verdict, trace, .repeated)
  }

  /// Records a fault as an error, with the events up to it where they are known.
  private func record(
    _ fault: Fault, trace: Trace? = nil, open frames: String? = nil, repetition: CaseResult.Repetition? = nil
  ) {
    var error = fault.error
    if let hang = fault.hang, let cause = hang.explanation, error.type != .computing { error.message += "; \(cause)" }
    if let frames { error.message += "; open: \(frames)" }
    // The end of a host says nothing about its library, but the events before it may.
    let incidental = trace.map { judge(work.scenario(at: fault.index), $0).incidental } ?? []
    record(fault, Verdict(outcome: .error(error), incidental: incidental), trace, repetition)
  }

  private func record(_ fault: Fault, _ verdict: Verdict, _ trace: Trace?, _ repetition: CaseResult.Repetition?) {
    var result = CaseResult(
      scenario: work.scenario(at: fault.index), status: .judged(verdict), trace: trace, seconds: fault.seconds,
      standardError: fault.standardError)
    result.repetition = repetition
    work.record(fault.index, result)
  }
}

extension TracedCrash {
  /// Whose code ended the process, for an error; nil where that is not known.
  fileprivate var blame: String? {
    let owner: String? =
      switch place {
      case .adapter: "in the adapter"
      case .host: "in the host"
      case .runtime: "in the language's own code"
      case .library, .unknown: nil
      }
    return owner.map { owner in function.map { "\(owner): \($0)" } ?? owner }
  }
}
