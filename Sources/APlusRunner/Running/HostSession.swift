import APlusHosting
import APlusJSON
import APlusModel

/// One worker of a run: keeps a host busy, and starts another when it ends.
///
/// An exit, silence or garbage is blamed on the first unanswered request. The others go to the next
/// host.
final class HostSession {
  /// How a conversation with one host ended.
  enum Ending {
    /// Everything was answered, or the run has ended.
    case finished
    /// The host must not perform another scenario: its last one left stuck threads or failed in a
    /// way that may break the library, or it answered while being killed for its deadline.
    case needsRestart
    case launchFailed(String)
    /// The output ended while a scenario was being performed.
    case outputEnded(isHalfLine: Bool, isOverdue: Bool)
    /// The host broke the protocol.
    case protocolViolation(HostMessage.ProtocolViolation)
  }

  /// What is known of the host in use.
  struct Host {
    /// How many of the pending requests were sent to it.
    var sent = 0
    /// The number of the run before the first request: those of a host go on from run to run.
    var base = 0
    /// The number of the last smoke program.
    var lastSmoke = 0
    /// The runs that it has answered, by their numbers; smoke programs are numbered, too.
    var answered: Set<Int> = []
    /// The request that it answered last.
    var last: (work: AdapterRun, index: Int)?
    /// What it performed before the current run of the adapter; nil for nothing.
    var before: (work: AdapterRun, base: Int, answered: Set<Int>)?
    /// When it began what it performs now.
    var began = ContinuousClock.now
    /// The smoke programs that it was sent before the first scenario; nil when they are over.
    var smoke: SmokeRound?
    /// Whether it must not perform another scenario.
    var needsRestart = false
    /// The scenarios that it has performed.
    var earlier: [Isolation.Earlier] = []
    /// A failure to be repeated before it is recorded.
    var suspect: (index: Int, result: CaseResult)?
    /// The traces that passed last.
    var recent = RecentTraces()
    /// The kinds of events that came late and showed a violation of the library.
    var shown: Set<String> = []
    /// The requests that went on after their answer, each with the scenario that set that off, if
    /// any.
    var unfinished: [(work: AdapterRun, index: Int, cause: Scenario?)] = []
  }

  /// How many requests are sent ahead of the answers.
  private static let window = 64
  /// How long a host may take to exit once nothing more is expected of it.
  private static let grace = Duration.seconds(3)
  /// How long a host may take to exit once its output is closed: on a busy machine, or where the
  /// system writes a crash dump, that takes a while.
  private static let dying = Duration.seconds(5)
  /// How many requests a host may perform that stays from run to run: what a library leaks must not grow forever.
  private static let longestLife = 20_000
  /// How many of them may be taken for the cause of a failure.
  private static let memory = 4000

  private(set) var work: AdapterRun
  let adapter: Adapter
  let command: HostCommand
  let options: RunOptions
  let judge: @Sendable (Scenario, Trace) -> Verdict
  /// Repeats failures; nil where that is not wanted.
  private(set) var isolation: Isolation?
  /// The requests that were taken and not answered, in the order of the specification.
  var pending: [Int] = []
  var host = Host()
  /// Whether the session has left the run: early, as there is no room for another host, or to wait for the next run.
  var hasLeft = false
  /// Whether a large trace of its host is in memory.
  private var hasRoom = false
  /// Where the next run comes from; nil where there is only one.
  private let desk: HostDesk?
  /// Holds off builds until the host in use has said hello.
  private var startLock: BuildLock?

  init(
    _ work: AdapterRun, _ adapter: Adapter, _ command: HostCommand, _ options: RunOptions,
    _ judge: @escaping @Sendable (Scenario, Trace) -> Verdict, _ isolation: Isolation?, _ desk: HostDesk? = nil
  ) {
    self.work = work
    self.adapter = adapter
    self.command = command
    self.options = options
    self.judge = judge
    self.isolation = isolation
    self.desk = desk
  }

  /// Performs scenarios, on one host after another, until none is left or the run ends; then the next run, if there is
  /// one.
  func perform() async {
    repeat { await performRun() } while await moveOn()
    if !hasLeft { work.leave() }
  }

  private func performRun() async {
    while !work.isStopped, !hasLeft {
      pending.removeAll(where: work.isDecided)
      guard !pending.isEmpty || !work.isExhausted else { return }
      host = Host()
      let watchdog = HostWatchdog(isInterrupted: options.isInterrupted)
      startLock = await BuildLock.hold(
        adapter, .starting, isInterrupted: options.isInterrupted,
        log: { [adapter, options] in options.tell(.noted($0), of: adapter.name) })
      let (ending, exit, standardError) = await HostProcess.run(
        nextStart(), watchdog: watchdog, lineLimit: options.lineLimit
      ) { connection in await self.converse(connection, watchdog) }
      await conclude(ending, exit, standardError, watchdog)
      await repeatDoubtfulResults()
    }
  }

  /// Leaves the run, and waits for the next one; false where there is none.
  private func moveOn(withHost: Bool = false) async -> Bool {
    guard let desk else { return false }
    if !hasLeft { work.leave() }
    hasLeft = true
    guard let next = await desk.next(withHost: withHost) else { return false }
    // A run that was stopped may have left some.
    pending = []
    (work, isolation) = next
    hasLeft = false
    return true
  }

  /// Waits with the host for the next run; false where there is none, or the host must not perform another one.
  private func moveOnWithHost() async -> Bool {
    // What a host has left to be examined is examined once it has ended.
    guard host.unfinished.isEmpty, host.base < Self.longestLife, !work.isStopped else { return false }
    let before = (work: work, base: host.base, answered: host.answered)
    guard await moveOn(withHost: true) else { return false }
    host.base = max(before.base + before.work.count, host.lastSmoke)
    host.before = before
    host.answered = []
    host.earlier = host.earlier.suffix(Self.memory)
    host.began = .now
    return true
  }

  /// Tells a detail about the adapter.
  func note(_ message: String) { options.tell(.noted("\(adapter.name): \(message)"), of: adapter.name) }

  /// The host that was started before the run, if no session has it yet, or a new one.
  private func nextStart() async -> HostProcess.Start {
    if let start = work.takeStart() { return start }
    return await HostProcess.start(command)
  }

  /// Talks to a host until it ends or has nothing more to do.
  private func converse(_ connection: HostConnection, _ watchdog: HostWatchdog) async -> Ending {
    let welcome = await hello(connection, watchdog)
    startLock = nil
    switch welcome {
    case .success(let identity): beginSmoke(connection, identity.capabilities)
    case .failure(let violation): return .launchFailed(violation.message)
    }
    if host.smoke != nil { watchdog.tell(noticeOfComputation) }
    repeat {
      fill(connection)
      if let ending = await performPending(connection, watchdog) { return ending }
    } while await moveOnWithHost()
    await finish(connection, watchdog)
    return .finished
  }

  /// Has the host perform what it was sent; returns how the conversation ended if it did.
  private func performPending(_ connection: HostConnection, _ watchdog: HostWatchdog) async -> Ending? {
    while !pending.isEmpty || host.smoke != nil {
      if host.smoke == nil { watchdog.tell(nil) }
      if host.smoke == nil, let index = pending.first {
        options.tell(.performing(work.scenario(at: index).id), of: adapter.name)
      }
      // An interrupt lets the host finish its current scenario, but none that was sent ahead.
      let allowance = allowance
      watchdog.expect(by: host.began + allowance, upTo: options.longest(allowance), hasGracePeriod: true)
      let arrival = await connection.nextLine { await makeRoom(watchdog, allowance) }
      defer { leaveRoom() }
      let wasOverdue = watchdog.isOverdue
      watchdog.expect(by: nil, hasGracePeriod: true)
      switch arrival {
      case .line(let line):
        // Read before the answer is handled. The host has begun the next case by then, and an
        // interrupt that comes later lets it finish.
        let isInterrupted = options.isInterrupted()
        do throws(HostMessage.ProtocolViolation) { try answer(line, connection) } catch {
          watchdog.endGroup()
          return .protocolViolation(error)
        }
        guard !work.isStopped(interrupted: isInterrupted) else {
          watchdog.endGroup()
          return .finished
        }
        // The next scenario is not blamed for a host that was ended as overdue.
        guard !host.needsRestart, !wasOverdue else {
          watchdog.endGroup()
          return .needsRestart
        }
      case .tooLong(let violation):
        watchdog.endGroup()
        return .protocolViolation(violation)
      case .end where watchdog.isAbandoned:
        // Not a crash: the interrupt has ended the host, and the scenario counts as not run.
        return .finished
      case .end(let isHalfLine):
        watchdog.expect(by: Self.exitDeadline(after: host.began + options.longest(allowance)))
        return .outputEnded(isHalfLine: isHalfLine, isOverdue: wasOverdue)
      }
    }
    return nil
  }

  /// Waits until no other host's large trace is in memory.
  ///
  /// The host may be held up meanwhile, so that time does not count.
  private func makeRoom(_ watchdog: HostWatchdog, _ allowance: Duration) async {
    watchdog.expect(by: nil, hasGracePeriod: true)
    let start = ContinuousClock.now
    await work.traceRoom.enter()
    hasRoom = true
    // What the last one has freed lies in the heap of another thread.
    ProcessMemory.returnFree()
    host.began += ContinuousClock.now - start
    watchdog.expect(by: host.began + allowance, upTo: options.longest(allowance), hasGracePeriod: true)
  }

  /// Leaves the memory to the large trace of another host.
  private func leaveRoom() {
    guard hasRoom else { return }
    hasRoom = false
    work.traceRoom.leave()
  }

  /// Waits for the hello, and checks it against what the manifest claims.
  func hello(_ connection: HostConnection, _ watchdog: HostWatchdog) async -> Result<
    HostIdentity, HostMessage.ProtocolViolation
  > {
    watchdog.expect(by: .now + startTimeout)
    let arrival = await connection.nextLine()
    let overdue =
      watchdog.isOverdue ? HostMessage.ProtocolViolation(message: "said no hello within \(startTimeout.shown)") : nil
    defer { host.began = .now }
    do throws(HostMessage.ProtocolViolation) {
      switch arrival {
      case .line(let line):
        if let overdue { throw overdue }
        switch try firstMessage(line) {
        case .hello(let identity):
          watchdog.expect(by: nil)
          return .success(work.welcome(try adapter.effective(identity)))
        case .fatal(let reason): throw HostMessage.ProtocolViolation(message: "says: \(reason)")
        case .trace, .event, .late, .crash:
          throw HostMessage.ProtocolViolation(message: "answered before it said hello")
        }
      case .tooLong(let violation): throw violation
      case .end:
        watchdog.expect(by: .now + Self.grace)
        throw overdue ?? HostMessage.ProtocolViolation(message: "")
      }
    } catch {
      if case .end = arrival {} else { watchdog.endGroup() }
      return .failure(error)
    }
  }

  /// The variables with which users let code run before a program of a language.
  private static let preloads = ["NODE_OPTIONS", "RUBYOPT", "PERL5OPT", "JAVA_TOOL_OPTIONS", "LD_PRELOAD"]

  /// Reads the first line of a host; where it is no message, such code may have written it.
  private func firstMessage(_ line: HostLine) throws(HostMessage.ProtocolViolation) -> HostMessage {
    do throws(HostMessage.ProtocolViolation) { return try HostMessage(line: line) } catch {
      let variables = adapter.environment()
      let found = Self.preloads.filter { variables[$0]?.isEmpty == false }
      guard !found.isEmpty else { throw error }
      throw HostMessage.ProtocolViolation(
        message: error.message
          + "; what \(found.joined(separator: " and ")) loads must not write to the standard output")
    }
  }

  /// Sends as many requests ahead as the window allows; scenarios that the host cannot perform are
  /// recorded as not applicable.
  func fill(_ connection: HostConnection) {
    guard host.smoke == nil else { return }
    guard pending.count < Self.window / 2 || host.sent < pending.count else { return }
    let capabilities = work.capabilities
    let window = options.jobs > 1 ? min(Self.window, work.share) : Self.window
    while pending.count < window, let index = work.take() {
      let scenario = work.scenario(at: index)
      let missing =
        capabilities.firstMissing(of: scenario.capabilities)?.description
        ?? scenario.exceeded(of: scenario.limits).map { "more than \($0.rawValue)" }
      if let missing {
        let verdict = Verdict(outcome: .notApplicable(reason: missing))
        work.record(index, CaseResult(scenario: scenario, status: .judged(verdict)))
      } else {
        pending.append(index)
      }
    }
    guard host.sent < pending.count else { return }
    connection.send(pending[host.sent...].flatMap { request(for: $0, number: number(of: $0), isStreamed: false) })
    host.sent = pending.count
  }

  /// The number by which the host knows a request.
  func number(of index: Int) -> Int { host.base + index + 1 }

  /// The request for a scenario as a line of JSON.
  func request(for index: Int, number: Int, isStreamed: Bool) -> [UInt8] {
    let scenario = work.scenario(at: index)
    var request: JSONObject = [
      "run": .integer(number), "limit": .integer(scenario.program.eventLimit), "patience": .integer(options.patience),
      "program": scenario.program.json,
    ]
    if isStreamed { request["stream"] = true }
    if options.asksForWaits { request["waits"] = true }
    var bytes: [UInt8] = []
    JSON.object(request).serialize(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Warns of a thread that computes during a smoke program, which leaves it nothing to do: each case waits for it.
  private var noticeOfComputation: ComputationNotice {
    ComputationNotice(limit: Self.longForSmoke) { [name = adapter.name, options] thread in
      let message =
        "\(name): a thread of its library (\(thread)) keeps computing while nothing is asked of it, so each case may"
        + " wait for \(options.longest(options.timeout).shown); let idle threads sleep, or shorten the wait with"
        + " --timeout"
      options.tell(.warned(message), of: name)
    }
  }

  /// More processor time than a thread of any language takes for a program of a few steps.
  private static let longForSmoke = Duration.seconds(2)

  /// How long the host may take for what it performs now.
  private var allowance: Duration {
    guard host.smoke == nil, let index = pending.first else { return startTimeout }
    return allowance(for: index)
  }

  private var startTimeout: Duration { options.startTimeout ?? options.timeout }

  /// How long a host may take for a request.
  func allowance(for index: Int) -> Duration { options.timeout(for: work.scenario(at: index).program) }

  /// When a host that has closed its output must have ended: at least a second from now.
  static func exitDeadline(after deadline: ContinuousClock.Instant) -> ContinuousClock.Instant {
    min(.now + dying, max(.now + .seconds(1), deadline))
  }

  /// Asks the host to end, and listens for late events until it does.
  private func finish(_ connection: HostConnection, _ watchdog: HostWatchdog) async {
    connection.finishInput()
    watchdog.expect(by: .now + Self.grace)
    while case .line(let line) = await connection.nextLine() {
      guard let message = try? HostMessage(line: line), case .late(let run, let event, let during) = message else {
        note("the host wrote after its last answer")
        break
      }
      do throws(HostMessage.ProtocolViolation) { try late(run, event, during: during) } catch {
        note("the host \(error.message)")
      }
    }
  }

  /// Repeats those results of the ended host that may be another scenario's doing.
  private func repeatDoubtfulResults() async {
    guard let isolation, host.suspect != nil || !host.unfinished.isEmpty else { return }
    returnPending()
    if let (index, result) = host.suspect {
      let examined = await isolation.examined(result, after: host.earlier)
      // After an interrupt nothing was repeated.
      work.record(index, work.isStopped ? result : examined)
    }
    for (concerned, index, cause) in host.unfinished where !work.isStopped {
      guard let error = concerned.result(at: index), error.isError else { continue }
      concerned.replace(index, await isolation.examined(error, setOffBy: cause))
    }
  }

  /// Leaves the pending requests to other hosts, which may be idle while this one repeats a
  /// scenario.
  func returnPending() {
    work.putBack(pending)
    pending = []
  }
}
