import APlusHosting
import APlusJSON
import APlusModel

extension HostSession {
  /// What the second performance of a scenario showed.
  private enum Repetition {
    /// It was answered this time.
    case answered
    case outputEnded(isHalfLine: Bool, isOverdue: Bool)
    case other
  }

  /// Performs a scenario once more on a new host, which tells each event as it happens.
  ///
  /// The events up to the death show how far the scenario came, and whether the library is to blame.
  func performAgain(_ fault: Fault) async {
    let watchdog = HostWatchdog(isInterrupted: options.isInterrupted)
    var streamed = StreamedTrace()
    // How far a program came that crashed is worth no more than the usual time.
    let limit = fault.error.type == .timeout ? allowance(for: fault.index) : options.timeout
    let (repetition, exit, _) = await HostProcess.run(
      command,
      watchdog: watchdog,
      lineLimit: options.lineLimit
    ) { connection in
      await self.listen(fault.index, limit, connection, watchdog, &streamed)
    }
    var fault = fault
    switch repetition {
    case .answered:
      fault.error.message += "; flaky: it was answered when it was performed once more"
      record(fault, repetition: .notRepeated)
    case .outputEnded(let isHalfLine, let isOverdue):
      let second = death(
        within: limit,
        exit,
        isHalfLine,
        isOverdue: isOverdue,
        isLingering: watchdog.isOverdue
      )
      if second.message != fault.error.message {
        fault.error.message += "; performed once more: \(second.message)"
      }
      // The second performance is the one whose open frames are shown.
      if isOverdue { fault.standstill = watchdog.standstill ?? fault.standstill }
      conclude(fault, streamed, ending: ending(of: fault, exit, isOverdue: isOverdue))
    case .other, nil: record(fault)
    }
  }

  /// How the trace ends of a scenario that ended its host twice.
  private func ending(of fault: Fault, _ exit: HostExit, isOverdue: Bool) -> TraceEnding {
    if isOverdue {
      return fault.error.type == .timeout ? fault.standstill?.ending ?? .stuck : .cut
    }
    return fault.error.type == .crash && exit.isByItself ? .crashed : .cut
  }

  private func conclude(_ fault: Fault, _ streamed: StreamedTrace, ending: TraceEnding) {
    let scenario = board.scenario(at: fault.index)
    var trace = streamed.trace
    trace.ending = ending
    var verdict = judge(scenario, trace)
    guard verdict.outcome == .violates, !ending.isStuck || streamed.isInsideLibrary else {
      trace.ending = .cut
      return record(fault, trace: trace, open: streamed.openFrames, repetition: .repeated)
    }
    for index in verdict.violations.indices where verdict.violations[index].type == .crash {
      verdict.violations[index].observed = fault.error.message
    }
    board.record(
      fault.index,
      fault.result(scenario, verdict, trace, .repeated),
      traceBytes: trace.events.count * 100
    )
  }

  private func listen(
    _ index: Int,
    _ limit: Duration,
    _ connection: HostConnection,
    _ watchdog: HostWatchdog,
    _ streamed: inout StreamedTrace
  ) async -> Repetition {
    guard case .success = await hello(connection, watchdog) else { return .other }
    var request: [UInt8] = []
    append(index, isStreamed: true, to: &request)
    connection.send(request)
    connection.finishInput()
    // Not per event: a scenario that never ends tells events for ever.
    let deadline = ContinuousClock.now + limit
    watchdog.expect(by: deadline, isPatient: true)
    while true {
      switch await connection.nextLine() {
      case .line(let line):
        switch try? HostMessage(line: line) {
        case .event(let run, let event, let objects)? where run == index + 1:
          streamed.append(event, objects)
        case .trace(let run, _)? where run == index + 1:
          watchdog.endGroup()
          return .answered
        case .hello?, .fatal?, .event?, .trace?, .late?, nil:
          watchdog.endGroup()
          return .other
        }
      case .tooLong:
        watchdog.endGroup()
        return .other
      case .end(let isHalfLine):
        let wasOverdue = watchdog.isOverdue
        watchdog.expect(by: Self.end(expectedBy: deadline))
        return .outputEnded(isHalfLine: isHalfLine, isOverdue: wasOverdue)
      }
    }
  }
}
