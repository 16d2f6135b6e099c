import APlusHosting
import APlusModel

extension HostSession {
  /// The exit status of a host that was asked for what it cannot perform.
  private static let inability: Int32 = 70

  /// Sends the smoke programs ahead of the scenarios, once for each adapter.
  func beginSmoke(_ connection: HostConnection, _ capabilities: [Capability]) {
    guard board.claimSmoke() else { return }
    let round = SmokeRound(for: capabilities, after: board.count)
    connection.send(round.requests)
    smoke = round
  }

  /// Takes an answer to a smoke program, and ends the adapter's run when it is wired wrong each time.
  ///
  /// - Returns: Whether the answer was one to a smoke program.
  func takeSmoke(
    _ run: Int,
    _ result: Result<Trace, TraceError>,
    _ connection: HostConnection
  ) -> Bool {
    guard var round = smoke, run == round.nextRun else { return false }
    // A wrong trace tells nothing of the adapter; the host's next one is blamed for it.
    let trace = (try? result.get()) ?? Trace(objects: [], events: [], ending: .cut)
    round.accept(trace)
    noteSmoke(trace.ending, run)
    guard round.nextRun == nil else {
      smoke = round
      return true
    }
    let gate = round.gate
    if round.startOver() {
      smoke = round
      connection.send(round.requests)
      return true
    }
    smoke = nil
    connection.standardError.restart()
    if let fault = gate.fault {
      board.refuse(fault)
    } else {
      board.withdraw(gate.withdrawals, hint: gate.hint)
      fill(connection)
    }
    return true
  }

  /// Says what the end of a host means that has not answered all smoke programs.
  ///
  /// Such a host is replaced by one that is not asked again, because a library
  /// that crashes is the judge's.
  ///
  /// - Returns: Whether the end came in the smoke programs.
  func settleSmoke(_ exit: HostExit, _ standardError: String) -> Bool {
    guard smoke != nil else { return false }
    smoke = nil
    if exit == .exited(Self.inability), !board.isStopped {
      let fault = standardError.hostFault ?? "the host cannot perform what the adapter claims"
      board.refuse("\(fault); take what it names out of the capabilities, or add it")
    } else {
      options.log("\(adapter.name): in the smoke programs, the host \(exit.description)")
    }
    return true
  }
}
