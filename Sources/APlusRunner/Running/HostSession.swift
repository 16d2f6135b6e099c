import APlusHosting
import APlusJSON
import APlusModel

/// One worker of a run: keeps a host busy, and starts another when it dies.
///
/// The first scenario without an answer is the one that a death, silence or
/// garbage is blamed on; the others go to the next host.
final class HostSession {
  /// How a conversation with one host ended.
  enum Ending {
    /// Everything was answered, or the run has ended.
    case finished
    /// The host cannot take another scenario after its last answer: a scenario that got stuck left
    /// its threads there, or the host was being ended as overdue when the answer came.
    case wornOut
    case launchFailed(String)
    /// The output ended while a scenario was being performed.
    case outputEnded(isHalfLine: Bool, isOverdue: Bool)
    /// The host wrote what it must not; the message follows "the host".
    case breach(String)
  }

  /// A scenario that ended its host and is performed once more.
  struct Fault {
    var index: Int
    var error: HarnessError
    var standardError: String
    var seconds: Double
    /// What its threads did, where it was ended as overdue and the kernel shows it.
    var standstill: Standstill?

    /// The result that is told of it.
    func result(
      _ scenario: Scenario,
      _ verdict: Verdict,
      _ trace: Trace?,
      _ repetition: CaseResult.Repetition?
    ) -> CaseResult {
      var result = CaseResult(
        scenario: scenario,
        status: .judged(verdict),
        trace: trace,
        seconds: seconds,
        standardError: standardError
      )
      result.repetition = repetition
      return result
    }
  }

  /// How many scenarios are sent ahead of the answers.
  private static let window = 64
  /// How long a host may take to end when nothing is asked of it any more.
  private static let grace = Duration.seconds(3)

  /// How long a host may take to die once its output is closed.
  ///
  /// On a busy machine that takes a while, and longer where somebody writes down how it died.
  private static let dying = Duration.seconds(5)

  /// When a host that has closed its output must have ended, at most a second after its deadline.
  static func end(expectedBy deadline: ContinuousClock.Instant) -> ContinuousClock.Instant {
    min(.now + dying, max(.now + .seconds(1), deadline))
  }

  let board: RunBoard
  let adapter: Adapter
  let command: HostCommand
  let options: RunOptions
  let judge: @Sendable (Scenario, Trace) -> Verdict
  /// Sent and not answered, or to be sent again; in the order of the specification.
  var pending: [Int] = []
  /// How many of the pending ones the host in use has got.
  var sent = 0
  /// The runs that the host in use has answered; their numbers come from the host unchecked.
  var answered: Set<Int> = []
  /// The scenario that the host in use answered last.
  var last: Int?
  var began = ContinuousClock.now
  /// Held until the host in use has said hello.
  private var starting: BuildLock?
  /// What the host in use was asked before the first scenario; nil when that is over.
  var smoke: SmokeRound?
  /// Whether the host in use is to perform nothing more: a scenario that got stuck left its threads there, or
  /// one that failed may have left its library broken.
  var isWornOut = false
  /// What performs failures again; nil where that is not wanted.
  let isolation: Isolation?
  /// What the host in use has performed.
  var earlier: [Isolation.Earlier] = []
  /// A failure that is to be performed again before it is told.
  var suspect: (index: Int, result: CaseResult)?
  /// The runs that went on after they were answered, and which run set that off where one did.
  var unfinished: [(index: Int, cause: Int?)] = []

  init(
    board: RunBoard,
    adapter: Adapter,
    command: HostCommand,
    options: RunOptions,
    judge: @escaping @Sendable (Scenario, Trace) -> Verdict,
    isolation: Isolation?
  ) {
    self.board = board
    self.adapter = adapter
    self.command = command
    self.options = options
    self.judge = judge
    self.isolation = isolation
  }

  /// Runs scenarios until none is left or the run ends.
  func run() async {
    while !board.isStopped {
      pending.removeAll(where: board.isDecided)
      guard !pending.isEmpty || !board.isExhausted else { return }
      let watchdog = HostWatchdog(isInterrupted: options.isInterrupted)
      sent = 0
      answered = []
      last = nil
      isWornOut = false
      earlier = []
      unfinished = []
      starting = await BuildLock.hold(
        adapter,
        .starting,
        isInterrupted: options.isInterrupted,
        log: options.log
      )
      let (ending, exit, standardError) = await HostProcess.run(
        command,
        watchdog: watchdog,
        lineLimit: options.lineLimit
      ) { connection in
        await self.converse(connection, watchdog)
      }
      await settle(ending, exit, standardError, watchdog)
      await isolateFailures()
    }
  }

  /// Performs again what the host that has ended leaves in doubt.
  private func isolateFailures() async {
    guard let isolation else { return }
    if suspect != nil || !unfinished.isEmpty {
      // That takes its time, and other hosts may have nothing to do.
      board.giveBack(pending)
      pending = []
    }
    if let (index, result) = suspect {
      suspect = nil
      let examined = await isolation.examined(result, after: earlier)
      // A run that has ended meanwhile performs nothing more.
      let told = board.isStopped ? result : examined
      board.record(index, told, traceBytes: (told.trace?.events.count ?? 0) * 100)
    }
    for (index, cause) in unfinished where !board.isStopped {
      guard let error = board.result(at: index), error.isError else { continue }
      let told = await isolation.examined(error, setOffBy: cause.map(board.scenario))
      board.replace(index, told)
    }
  }

  private func converse(_ connection: HostConnection, _ watchdog: HostWatchdog) async -> Ending {
    let welcome = await hello(connection, watchdog)
    starting = nil
    switch welcome {
    case .success(let identity):
      beginSmoke(connection, identity.capabilities)
      fill(connection)
    case .failure(let breach): return .launchFailed(breach.message)
    }
    while !pending.isEmpty || smoke != nil {
      // The running scenario may be finished; those that were sent ahead may not.
      watchdog.expect(by: began + allowance, isPatient: true)
      let arrival = await connection.nextLine()
      let wasOverdue = watchdog.isOverdue
      watchdog.expect(by: nil, isPatient: true)
      switch arrival {
      case .line(let line):
        do throws(HostMessage.Breach) {
          try answer(line, connection)
        } catch {
          watchdog.endGroup()
          return .breach(error.message)
        }
        guard !board.isStopped else {
          watchdog.endGroup()
          return .finished
        }
        // One that was ended for being late is not blamed on the scenario that comes next.
        guard !isWornOut, !wasOverdue else {
          watchdog.endGroup()
          return .wornOut
        }
      case .tooLong(let breach):
        watchdog.endGroup()
        return .breach(breach.message)
      case .end(let isHalfLine):
        watchdog.expect(by: Self.end(expectedBy: began + allowance))
        return .outputEnded(isHalfLine: isHalfLine, isOverdue: wasOverdue)
      }
    }
    await finish(connection, watchdog)
    return .finished
  }

  /// How long the host may take for what it performs now.
  private var allowance: Duration {
    guard smoke == nil, let index = pending.first else { return startTimeout }
    return allowance(for: index)
  }

  private var startTimeout: Duration { options.startTimeout ?? options.timeout }

  /// How long a host may take for a scenario.
  func allowance(for index: Int) -> Duration {
    options.timeout(for: board.scenario(at: index).program)
  }

  /// Waits for the hello, and checks it against what the manifest claims.
  func hello(
    _ connection: HostConnection,
    _ watchdog: HostWatchdog
  ) async -> Result<HostIdentity, HostMessage.Breach> {
    watchdog.expect(by: .now + startTimeout)
    let arrival = await connection.nextLine()
    let wasOverdue = watchdog.isOverdue
    defer { began = .now }
    do throws(HostMessage.Breach) {
      switch arrival {
      case .line where wasOverdue: throw overdueHello
      case .line(let line):
        switch try HostMessage(line: line) {
        case .hello(let identity):
          watchdog.expect(by: nil)
          return .success(board.welcome(try adapter.effective(identity)))
        case .fatal(let reason): throw HostMessage.Breach(message: "says: \(reason)")
        case .trace, .event, .late:
          throw HostMessage.Breach(message: "answered before it said hello")
        }
      case .tooLong(let breach): throw breach
      case .end:
        watchdog.expect(by: .now + Self.grace)
        throw wasOverdue ? overdueHello : HostMessage.Breach(message: "")
      }
    } catch {
      if case .end = arrival {} else { watchdog.endGroup() }
      return .failure(error)
    }
  }

  private var overdueHello: HostMessage.Breach {
    HostMessage.Breach(message: "said no hello within \(startTimeout.shown)")
  }

  /// Sends as many scenarios ahead as the window allows, passing over those that cannot be asked.
  func fill(_ connection: HostConnection) {
    let capabilities = board.capabilities
    guard smoke == nil else { return }
    guard pending.count < Self.window / 2 || sent < pending.count else { return }
    let window = options.jobs > 1 ? min(Self.window, board.share) : Self.window
    while pending.count < window, let index = board.take() {
      let scenario = board.scenario(at: index)
      if let missing = scenario.capabilities.first(where: { !capabilities.provide($0) }) {
        let verdict = Verdict(outcome: .notApplicable(reason: missing.description))
        board.record(
          index,
          CaseResult(scenario: scenario, status: .judged(verdict)),
          traceBytes: 0
        )
      } else {
        pending.append(index)
      }
    }
    guard sent < pending.count else { return }
    var bytes: [UInt8] = []
    for index in pending[sent...] {
      append(index, isStreamed: false, to: &bytes)
    }
    sent = pending.count
    connection.send(bytes)
  }

  /// Writes the request for a scenario; its number is its place in the run, from 1.
  func append(_ index: Int, isStreamed: Bool, to bytes: inout [UInt8]) {
    var request = JSONObject()
    let scenario = board.scenario(at: index)
    request["run"] = .integer(index + 1)
    request["limit"] = .integer(scenario.program.eventLimit)
    request["patience"] = .integer(options.patience)
    request["program"] = scenario.wire
    if isStreamed { request["stream"] = true }
    JSON.object(request).serialize(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Asks the host to end, and listens for late events until it does.
  private func finish(_ connection: HostConnection, _ watchdog: HostWatchdog) async {
    connection.finishInput()
    watchdog.expect(by: .now + Self.grace)
    while case .line(let line) = await connection.nextLine() {
      guard let message = try? HostMessage(line: line),
        case .late(let run, let event, let during) = message
      else {
        options.log("\(adapter.name): the host wrote after its last answer")
        break
      }
      try? late(run, event, during: during)
    }
  }

  /// Records what an ending means for the scenario that it is blamed on.
  private func settle(
    _ ending: Ending?,
    _ exit: HostExit,
    _ standardError: String,
    _ watchdog: HostWatchdog
  ) async {
    if case .launchFailed? = ending {} else if settleSmoke(exit, standardError) { return }
    switch ending {
    case .finished:
      guard exit != .exited(0), !board.isStopped else { return }
      let message = "after its last answer, the host \(exit.description)"
      if exit.isCrash, let last {
        // What a promise does as it dies may come when its host gives it up.
        let error = HarnessError(type: .crash, message: "\(message); that answer was to this case")
        board.takeBack(last, error, standardError: standardError)
      } else {
        options.log("\(adapter.name): \(message)")
      }
    case .wornOut: return
    case nil:
      // A reader is told anyway that the adapter could not be started.
      let reason = if case .notStarted(let reason) = exit { reason } else { "" }
      let message = reason.isEmpty ? "the host \(exit.description)" : reason
      board.launchFailed(adapter.launchFailure(message))
    case .launchFailed(let message):
      // An interrupt ends a host that has not said hello.
      guard !board.isStopped else { return }
      let reason = message.isEmpty ? "\(exit.description) before it said hello" : message
      let last = standardError.lastWords.map { ": \($0)" } ?? ""
      board.launchFailed(adapter.launchFailure("the host \(reason)\(last)"))
    case .breach(let message):
      blame(HarnessError(type: .protocolBreach, message: "the host \(message)"), standardError)
    case .outputEnded(let isHalfLine, let isOverdue):
      guard let index = pending.first else { return }
      let error = death(
        within: allowance(for: index),
        exit,
        isHalfLine,
        isOverdue: isOverdue,
        isLingering: watchdog.isOverdue
      )
      guard error.type != .protocolBreach, !board.isStopped else {
        return blame(error, standardError)
      }
      pending.removeFirst()
      // The repetition takes its time, and other hosts may have nothing to do.
      board.giveBack(pending)
      pending = []
      if isOverdue { board.hung(index) }
      await performAgain(
        Fault(
          index: index,
          error: error,
          standardError: standardError,
          seconds: (ContinuousClock.now - began).seconds,
          standstill: watchdog.standstill
        )
      )
    }
  }
}
