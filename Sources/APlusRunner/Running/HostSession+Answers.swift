import APlusHosting
import APlusJSON
import APlusModel

/// What a host answers.
extension HostSession {
  /// Takes a line that the host wrote.
  func answer(
    _ line: HostLine,
    _ connection: HostConnection
  ) throws(HostMessage.Breach) {
    switch try HostMessage(line: line) {
    case .trace(let run, let result):
      if takeSmoke(run, result, connection) { return }
      guard smoke == nil, let index = pending.first, run == index + 1 else {
        throw HostMessage.Breach(
          message: answered.contains(run)
            ? "answered run \(run) twice" : "answered run \(run), which is not its turn"
        )
      }
      let trace: Trace
      do throws(TraceError) {
        trace = try result.get()
      } catch {
        throw HostMessage.Breach(message: "wrote a wrong trace: \(error)")
      }
      guard ![.cut, .crashed].contains(trace.ending) else {
        throw HostMessage.Breach(
          message: "ended a trace with `\(trace.ending.rawValue)`, which only the runner may"
        )
      }
      accept(index, trace, connection, bytes: line.byteCount)
      fill(connection)
    case .late(let run, let event, let during): try late(run, event, during: during)
    case .hello: throw HostMessage.Breach(message: "said hello twice")
    case .fatal(let reason): throw HostMessage.Breach(message: "says: \(reason)")
    case .event: throw HostMessage.Breach(message: "streamed an event without being asked to")
    }
  }

  /// Takes the trace of the scenario whose turn it is.
  private func accept(
    _ index: Int,
    _ trace: Trace,
    _ connection: HostConnection,
    bytes: Int
  ) {
    let seconds = (ContinuousClock.now - began).seconds
    let scenario = board.scenario(at: index)
    var result = CaseResult(
      scenario: scenario,
      status: .judged(judge(scenario, trace)),
      trace: trace,
      seconds: seconds
    )
    if result.isFailure { result.standardError = connection.standardError.recent }
    connection.standardError.restart()
    if let isolation, isolation.isWanted(result) {
      suspect = (index, result)
    } else {
      board.record(index, result, traceBytes: bytes)
      earlier.append(Isolation.Earlier(result))
    }
    pending.removeFirst()
    sent -= 1
    answered.insert(index + 1)
    last = index
    isWornOut = trace.ending.wearsOut || suspect != nil || isolation?.isBreaking(result) == true
    began = .now
  }

  /// Notes that a smoke program is over, like a scenario.
  func noteSmoke(_ ending: TraceEnding, _ run: Int) {
    answered.insert(run)
    isWornOut = ending.wearsOut
    began = .now
  }

  /// Takes an event of a scenario that was not over when its trace was sent.
  ///
  /// What a later scenario sets off says no more than the trace did where that is a failure: what was owed had not come
  /// until then. Elsewhere the library did what nobody asked for, and the event is judged with the trace.
  func late(_ run: Int, _ event: JSON, during later: Int?) throws(HostMessage.Breach) {
    guard answered.contains(run) else {
      throw HostMessage.Breach(
        message: "reported a late event of run \(run), which it has not answered"
      )
    }
    guard run <= board.count else { return }
    let index = run - 1
    let cause = later.map { $0 - 1 }.flatMap { pending.contains($0) ? $0 : nil }
    if cause != nil {
      if board.result(at: index)?.isFailure == true { return }
      if board.extend(index, by: event, judge) { return }
    }
    let shown = event["e"]?.stringValue.map { " (\($0.prefix(40)))" } ?? ""
    let message =
      cause.map { "an event\(shown) came when \(board.scenario(at: $0).id) called the library" }
      ?? "an event\(shown) came after the host had found itself idle"
    board.takeBack(index, HarnessError(type: .protocolBreach, message: message))
    if !unfinished.contains(where: { $0.index == index }) { unfinished.append((index, cause)) }
  }
}
