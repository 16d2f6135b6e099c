import APlusHosting
import APlusJSON
import APlusModel

/// Handles what a host writes.
extension HostSession {
  /// Handles a line from the host.
  func answer(_ line: HostLine, _ connection: HostConnection) throws(HostMessage.ProtocolViolation) {
    switch try HostMessage(line: line) {
    case .trace(let run, let result):
      if takeSmoke(run, result, connection) { return }
      guard host.smoke == nil, let index = pending.first, run == number(of: index) else {
        throw HostMessage.ProtocolViolation(
          message: hasAnswered(run) ? "answered run \(run) twice" : "answered run \(run) out of turn")
      }
      let trace: Trace
      do throws(TraceError) { trace = try result.get() } catch {
        throw HostMessage.ProtocolViolation(message: "wrote a wrong trace: \(error)")
      }
      guard ![.cut, .crashed].contains(trace.ending) else {
        throw HostMessage.ProtocolViolation(
          message: "ended a trace with `\(trace.ending.rawValue)`, which only the runner may do")
      }
      accept(index, trace, connection, bytes: line.byteCount)
      fill(connection)
    case .late(let run, let event, let during): try late(run, event, during: during)
    case .hello: throw HostMessage.ProtocolViolation(message: "said hello twice")
    case .fatal(let reason): throw HostMessage.ProtocolViolation(message: "says: \(reason)")
    case .event, .crash: throw HostMessage.ProtocolViolation(message: "streamed an event without being asked to")
    }
  }

  /// Judges the trace of the first pending request, and records the result.
  private func accept(_ index: Int, _ trace: Trace, _ connection: HostConnection, bytes: Int) {
    let scenario = work.scenario(at: index)
    var result = CaseResult(
      scenario: scenario, status: .judged(judge(scenario, trace)), trace: trace,
      seconds: (ContinuousClock.now - host.began).seconds)
    if result.isFailure { result.standardError = connection.standardError.recent }
    connection.standardError.restart()
    if let isolation, isolation.isWanted(result) {
      host.suspect = (index, result)
    } else {
      work.record(index, result, traceBytes: bytes)
      if !result.isFailure { host.recent.keep(trace, of: number(of: index), bytes: bytes) }
      host.earlier.append(Isolation.Earlier(result))
    }
    if trace.ending == .running { work.hung(index, isComputing: true) }
    pending.removeFirst()
    host.sent -= 1
    host.answered.insert(number(of: index))
    host.last = (work, index)
    host.needsRestart = trace.ending.needsRestart || host.suspect != nil || isolation?.isBreaking(result) == true
    host.began = .now
  }

  /// Handles an event of a request whose trace is already complete.
  ///
  /// Where no scenario set it off, or it shows nothing of the library, the host was wrong to report itself idle, which is
  /// an error.
  func late(_ run: Int, _ event: JSONView, during later: Int?) throws(HostMessage.ProtocolViolation) {
    guard hasAnswered(run) else {
      throw HostMessage.ProtocolViolation(message: "reported a late event of run \(run), which it has not answered")
    }
    let (concerned, base) = concern(of: run)
    guard run > base, run <= base + concerned.count else { return }
    let index = run - base - 1
    // A host performs one run at a time, and has written every answer before this.
    let cause = pending.first.flatMap { number(of: $0) == later ? work.scenario(at: $0) : nil }
    if cause != nil, isOfLibrary(event, of: run, at: index, in: concerned) { return }
    let shown = event["e"]?.stringValue.map { " (\($0.prefix(scalars: 40)))" } ?? ""
    let message =
      cause.map { "an event\(shown) came when \($0.id) called the library" }
      ?? "an event\(shown) came after the host had reported itself idle"
    concerned.retract(index, HarnessError(type: .protocolViolation, message: message))
    if !host.unfinished.contains(where: { $0.work === concerned && $0.index == index }) {
      host.unfinished.append((concerned, index, cause))
    }
  }

  /// Whether an event of an earlier request that a later scenario set off is the doing of the library.
  ///
  /// A failure stands, as the event came too late for it; a result that passed is judged again with the event. Once that
  /// has shown a violation, further events of its kind say no more about results whose traces are gone. Libraries may
  /// report an unhandled rejection only when they are called again.
  private func isOfLibrary(_ event: JSONView, of run: Int, at index: Int, in concerned: AdapterRun) -> Bool {
    if concerned.result(at: index)?.isFailure == true { return true }
    guard let kind = event["e"]?.stringValue else { return false }
    if kind == "unhandled" || kind == "end" && host.shown.contains("begin") { return true }
    guard let trace = host.recent[run] else { return host.shown.contains(kind) }
    guard let longer = concerned.extend(index, trace, by: event, judge) else { return false }
    host.recent[run] = longer
    host.shown.insert(kind)
    return true
  }

  /// Whether the host has answered a run; of those long before, only that it has.
  private func hasAnswered(_ run: Int) -> Bool {
    guard let before = host.before else { return host.answered.contains(run) }
    return host.answered.contains(run) || before.answered.contains(run) || run > 0 && run <= before.base
  }

  /// The run of the adapter that a number belongs to, and the number before its first.
  private func concern(of run: Int) -> (AdapterRun, base: Int) {
    guard let before = host.before, run <= host.base else { return (work, host.base) }
    return (before.work, before.base)
  }

  /// Sends the smoke programs ahead of the scenarios, once for each adapter.
  func beginSmoke(_ connection: HostConnection, _ capabilities: [Capability]) {
    guard work.claimSmoke() else { return }
    let round = SmokeRound(for: capabilities, after: work.count, patience: options.patience)
    guard round.nextRun != nil else { return work.concludeSmoke() }
    send(round, connection)
  }

  private func send(_ round: SmokeRound, _ connection: HostConnection) {
    connection.send(round.requests)
    host.smoke = round
    host.lastSmoke = round.lastRun
  }

  /// Handles an answer to a smoke program, and ends the run of an adapter that is wired wrong.
  ///
  /// - Returns: Whether the answer belongs to a smoke program.
  private func takeSmoke(_ run: Int, _ result: Result<Trace, TraceError>, _ connection: HostConnection) -> Bool {
    guard var round = host.smoke, run == round.nextRun else { return false }
    // A malformed trace says nothing about the adapter; the next one is blamed on the host.
    let trace = (try? result.get()) ?? Trace(objects: [], events: [], ending: .cut)
    round.accept(trace)
    host.answered.insert(run)
    host.needsRestart = trace.ending.needsRestart
    host.began = .now
    guard round.nextRun == nil else {
      host.smoke = round
      return true
    }
    let gate = round.gate
    if round.startOver() {
      send(round, connection)
      return true
    }
    host.smoke = nil
    connection.standardError.restart()
    if let fault = gate.fault {
      work.refuse(fault)
    } else {
      work.concludeSmoke(withdrawals: gate.withdrawals, observed: gate.observed, hint: gate.hint)
      fill(connection)
    }
    return true
  }

  /// Records the end of a host that has not answered all smoke programs.
  ///
  /// The next host is sent scenarios at once: if the library crashes on them, the judge reports it.
  ///
  /// - Returns: Whether the host ended in the smoke programs.
  func concludeSmoke(_ exit: HostExit, _ standardError: String) -> Bool {
    guard host.smoke != nil else { return false }
    host.smoke = nil
    if exit == .exited(HostExit.inability), !work.isStopped {
      let fault = standardError.hostFault ?? "the host cannot perform what the adapter claims"
      work.refuse("\(fault); remove what it names from the capabilities, or implement it")
    } else {
      work.concludeSmoke()
      note("in the smoke programs, the host \(exit.description)")
    }
    return true
  }
}
