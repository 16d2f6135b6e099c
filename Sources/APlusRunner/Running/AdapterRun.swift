import APlusHosting
import APlusJSON
import APlusModel
import Synchronization

/// The run of one adapter, shared by its hosts: the remaining requests, the results so far, and
/// whether the run continues.
final class AdapterRun: Sendable {
  private struct State {
    var queue = WorkQueue()
    /// Requests that wait until the smoke programs have shown what the library does.
    var postponed: [Int] = []
    var results: RunResults
    var policy: StopPolicy
    var identity: HostIdentity? { didSet { limits = identity?.capabilities.limits ?? [] } }
    /// The limits that the adapter claims; each request asks for them several times.
    private(set) var limits: Set<Limit> = []
    var launchFailure: HarnessError?
    var smoke = Smoke()
    /// How many sessions may start hosts.
    var sessions = 0
    /// A host that was started before the run; nil once a session has it.
    var start: HostProcess.Start?
    /// Whether the result of the run was taken.
    var isTaken = false
    /// The requests whose results have changed since.
    var changed: Set<Int> = []
  }

  /// What the smoke programs showed.
  private struct Smoke {
    var isClaimed = false
    var isOver = false
    /// Whether the adapter is wired wrong, so that no result counts.
    var isRefused = false
    var withdrawn: [WithdrawnCapability] = []
    var hint: String?
  }

  private let schedule: RunSchedule
  private let adapter: String
  private let isForeign: @Sendable (Scenario) -> Bool
  private let options: RunOptions
  /// Whether the smoke programs were performed in an earlier run, which then chose the scenarios.
  private let hasPassedSmoke: Bool
  /// Lets one host at a time have a large trace in memory.
  let traceRoom = TraceRoom()
  private let state: Mutex<State>
  /// Keeps the traces of one performance's batches in order, as they share a file.
  private let traceOrder = Mutex(())
  /// Keeps reports in order: what a late event has retracted must not be told after that.
  private let reporting = Mutex(())

  /// Creates the run.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios, in the order of the specification.
  ///   - adapter: The adapter's name.
  ///   - isForeign: Whether a case is about another language than the adapter's, asked where no host said hello.
  ///   - options: How they are run.
  ///   - hasPassedSmoke: Whether the smoke programs were performed in an earlier run.
  ///   - start: A host that has been started for the run.
  ///   - earlier: The run before, whose hosts perform this one, too; what it has shown of the adapter counts.
  init(
    scenarios: [Scenario], adapter: String, isForeign: @escaping @Sendable (Scenario) -> Bool = { _ in false },
    options: RunOptions, hasPassedSmoke: Bool = false, start: HostProcess.Start? = nil, after earlier: AdapterRun? = nil
  ) {
    let schedule = RunSchedule(scenarios, rounds: options.rounds)
    self.schedule = schedule
    self.adapter = adapter
    self.isForeign = isForeign
    self.options = options
    state = Mutex(
      State(
        results: RunResults(batchCounts: schedule.batchCounts, keepsAllTraces: options.keepsAllTraces),
        policy: StopPolicy(failureLimit: options.failureLimit),
        smoke: Smoke(isClaimed: hasPassedSmoke, isOver: hasPassedSmoke), start: start))
    self.hasPassedSmoke = hasPassedSmoke
    guard let known = earlier?.state.withLock({ ($0.identity, $0.smoke) }) else { return }
    state.withLock { ($0.identity, $0.smoke) = known }
  }

  /// The result of the run, for when all hosts have ended.
  func result(argument: String, seconds: Double) -> AdapterResult {
    state.withLock { state in
      state.isTaken = true
      let reason = state.policy.reason ?? "the run ended early"
      var result = facts(state, argument: argument, seconds: seconds)
      result.cases = schedule.scenarios.enumerated().compactMap { place, scenario in
        if scenario.isForeign(to: state.identity) { return nil }
        if state.identity == nil, isForeign(scenario) { return nil }
        if state.smoke.isRefused { return CaseResult(scenario: scenario, status: .notRun(reason: reason)) }
        // Other hosts may have run the case before the claim was withdrawn.
        if let missing = scenario.capabilities.first(where: { needed in
          state.smoke.withdrawn.contains { $0.covers(needed) }
        }) {
          let verdict = Verdict(outcome: .notApplicable(reason: missing.description))
          return CaseResult(scenario: scenario, status: .judged(verdict))
        }
        return state.results.result(at: place, stages: options.stabilityStages)
          ?? CaseResult(scenario: scenario, status: .notRun(reason: reason))
      }
      result.performances = performances(state)
      return result
    }
  }

  /// The results that have changed since the result of the run was taken.
  func takeChanges() -> [CaseResult] {
    state.withLock { state in
      defer { state.changed = [] }
      return state.changed.sorted().compactMap { state.results.result(at: schedule.place(of: $0)) }
    }
  }

  /// How many performances were completed; nil if that is all of them, if each scenario has only
  /// one, or if the adapter did not start.
  private func performances(_ state: State) -> Performances? {
    let each = options.performances
    let wanted = schedule.scenarios.count * each
    let done = state.results.performances
    guard each > 1, done < wanted, state.launchFailure == nil else { return nil }
    return Performances(done: done, wanted: wanted)
  }

  /// The result without its cases.
  private func facts(_ state: State, argument: String, seconds: Double) -> AdapterResult {
    var result = AdapterResult(
      name: adapter, argument: argument, identity: state.identity, cases: [], launchFailure: state.launchFailure,
      seconds: seconds,
      missing: state.identity.map { identity in options.required.filter { !identity.capabilities.provide($0) } } ?? [])
    result.stabilityStages = options.stabilityStages
    result.withdrawn = state.smoke.withdrawn
    result.hint = state.smoke.hint
    return result
  }

  /// Reports what is known of the adapter by now.
  private func reportFacts() {
    reporting.withLock { _ in
      options.tell(.identified(state.withLock { facts($0, argument: adapter, seconds: 0) }), of: adapter)
    }
  }

  /// Reports the result so far of a request's case, if it has one.
  private func reportResult(of index: Int) {
    let place = schedule.place(of: index)
    reporting.withLock { _ in
      let result = state.withLock { state in
        schedule.scenarios[place].isForeign(to: state.identity)
          ? nil : state.results.result(at: place, stages: options.stabilityStages)
      }
      if let result { options.tell(.recorded(result), of: adapter) }
    }
  }
}

/// The requests.
extension AdapterRun {
  /// The number of requests in all stages.
  var count: Int { options.stages.reduce(0) { $0 + count(in: $1) } }

  func count(in stage: Stage) -> Int { schedule.count(performances: stage.performances) }

  /// Makes the requests of the next stage ready to be taken.
  func begin(_ stage: Stage) { state.withLock { $0.queue.add(count(in: stage), jobs: stage.jobs) } }

  /// Notes how many sessions start.
  func enter(_ count: Int) { state.withLock { $0.sessions = count } }

  /// Notes that a session has ended.
  func leave() { state.withLock { $0.sessions -= 1 } }

  /// Whether a session may end and leave its requests to others; the last session may not.
  ///
  /// A session that may is counted as ended.
  func mayLeave() -> Bool {
    state.withLock { state in
      guard state.sessions > 1 else { return false }
      state.sessions -= 1
      return true
    }
  }

  /// The scenario of a request, within the limits that the adapter claims.
  func scenario(at index: Int) -> Scenario {
    var scenario = schedule.scenario(at: index)
    scenario.limits = state.withLock(\.limits)
    return scenario
  }

  /// Whether no request is left to be taken.
  var isExhausted: Bool { state.withLock { $0.queue.isEmpty } }

  /// How many requests a host may have at a time.
  var share: Int { state.withLock { $0.queue.share } }

  /// Takes the next request; nil when there is none left or the run has ended.
  ///
  /// Requests of a performance that is already decided are skipped. Those that need what the smoke
  /// programs may still show are left to the session that performs these.
  func take() -> Int? {
    guard !isStopped else { return nil }
    return state.withLock { state in
      while let index = state.queue.take() {
        if isDecided(index, state.results) { continue }
        guard isOpen(index, state) else { return index }
        state.postponed.append(index)
      }
      return nil
    }
  }

  /// Whether the smoke programs may still show that the library does what a scenario needs.
  private func isOpen(_ index: Int, _ state: State) -> Bool {
    guard !state.smoke.isOver, let claims = state.identity?.capabilities else { return false }
    return schedule.scenario(at: index).capabilities.contains { needed in
      Capability.observable.contains(needed) && !claims.provide(needed)
    }
  }

  /// Puts back requests that were not performed.
  func putBack(_ indices: [Int]) { state.withLock { $0.queue.putBack(indices) } }

  /// Whether a request can no longer change the outcome of its performance.
  func isDecided(_ index: Int) -> Bool { state.withLock { isDecided(index, $0.results) } }

  private func isDecided(_ index: Int, _ results: RunResults) -> Bool {
    results.isDecided(schedule.place(of: index), schedule.performance(of: index))
  }
}

/// The hosts, and whether the run continues.
extension AdapterRun {
  /// Whether the run is to stop, for any reason.
  var isStopped: Bool { isStopped(interrupted: options.isInterrupted()) }

  /// Whether the run is to stop, given whether the caller saw an interrupt.
  func isStopped(interrupted: Bool) -> Bool {
    state.withLock { state in
      if interrupted { state.policy.stop("the run was interrupted") }
      return state.policy.reason != nil
    }
  }

  /// Takes the host that was started before the run, if no session has it yet.
  func takeStart() -> HostProcess.Start? {
    state.withLock { state in
      defer { state.start = nil }
      return state.start
    }
  }

  /// Notes the hello of a host, and returns the identity that counts: that of the first host.
  func welcome(_ identity: HostIdentity) -> HostIdentity {
    let (first, isNew) = state.withLock { state in
      state.policy.countLaunch()
      let first = state.identity ?? identity
      defer { state.identity = first }
      return (first, state.identity == nil)
    }
    if isNew { reportFacts() }
    return first
  }

  /// Notes that a host could not be started.
  func launchFailed(_ error: HarnessError) {
    state.withLock { state in
      let isLast = state.policy.countFailedLaunch(hasStarted: state.identity != nil)
      if isLast, state.launchFailure == nil { state.launchFailure = error }
    }
    reportFacts()
    options.tell(.noted("\(adapter): \(error.message)"), of: adapter)
  }

  /// Whether the caller's host is to perform the smoke programs; true for the first caller only.
  func claimSmoke() -> Bool {
    state.withLock { state in
      defer { state.smoke.isClaimed = true }
      return !state.smoke.isClaimed
    }
  }

  /// Ends the run of an adapter that is wired wrong, which makes every result void.
  func refuse(_ fault: String) {
    state.withLock { state in
      state.smoke.isRefused = true
      state.launchFailure = HarnessError(type: .wiring, message: fault)
      state.policy.refuse("the adapter is wired wrong")
    }
    reportFacts()
    options.tell(.noted("\(adapter): \(fault)"), of: adapter)
  }

  /// The capabilities of the adapter, without those that the smoke programs withdrew, and with those
  /// that they showed.
  var capabilities: [Capability] {
    state.withLock { ($0.identity?.capabilities ?? []) + (hasPassedSmoke ? Capability.observable : []) }
  }

  /// Notes what the smoke programs showed: claims that the adapter does not keep, so that cases which
  /// need one are not run, and what its library does although the adapter does not claim it.
  func concludeSmoke(withdrawals: [WithdrawnCapability] = [], observed: [Capability] = [], hint: String? = nil) {
    state.withLock { state in
      state.smoke.isOver = true
      state.smoke.withdrawn = withdrawals
      state.smoke.hint = hint
      for withdrawal in withdrawals { state.identity?.capabilities.remove(withdrawal.capability) }
      for capability in observed where state.identity?.capabilities.provide(capability) == false {
        state.identity?.capabilities.append(capability)
      }
      state.queue.putBack(state.postponed)
      state.postponed = []
    }
    reportFacts()
  }

  /// Notes that a request hung, or computed for too long; expected hangs do not end the run.
  func hung(_ index: Int, isComputing: Bool) {
    guard !isExpectedHang(scenario(at: index)) else { return }
    state.withLock { $0.policy.countHang(of: schedule.place(of: index), isComputing: isComputing) }
  }

  /// Whether a baseline expects a scenario to hang, as an error or as a violation.
  ///
  /// Where a hang violates, it is an error still if nothing shows that the library is its cause.
  private func isExpectedHang(_ scenario: Scenario) -> Bool {
    let stuck = Violation(law: nil, requirement: scenario.requirement, type: .stuck)
    let verdicts = [
      Verdict(outcome: .error(HarnessError(type: .timeout))), Verdict(outcome: .error(HarnessError(type: .computing))),
      Verdict(outcome: .violates, violations: [stuck]),
    ]
    return verdicts.prefix(scenario.stuckViolates ? 3 : 2).contains { verdict in
      options.isExpected(adapter, CaseResult(scenario: scenario, status: .judged(verdict)))
    }
  }
}

/// The results.
extension AdapterRun {
  /// Records the result of a request; without the size of its trace on the wire, estimates it.
  func record(_ index: Int, _ result: CaseResult, traceBytes: Int? = nil) {
    let place = schedule.place(of: index)
    let performance = schedule.performance(of: index)
    let bytes = traceBytes ?? (result.trace?.events.count ?? 0) * 100
    func add() -> CaseHistory.Addition {
      state.withLock { $0.results.add(result, at: place, performance, traceBytes: bytes) }
    }
    func reportTrace() {
      guard let trace = result.trace else { return }
      options.tell(.traced(result.scenario, performance: performance + 1, trace), of: adapter)
    }
    noteEnding(of: place, result)
    let addition: CaseHistory.Addition
    if schedule.isBatch(index) {
      // Of a performance's batches, the first trace is reported, and then each that is worse.
      addition = traceOrder.withLock { _ in
        let addition = add()
        if addition.isWorst { reportTrace() }
        return addition
      }
    } else {
      reportTrace()
      addition = add()
    }
    if addition.isComplete {
      options.tell(.performed(result), of: adapter)
      reportResult(of: index)
    }
    guard addition.isNewFailure, !options.isExpected(adapter, result) else { return }
    state.withLock { $0.policy.countFailure() }
  }

  /// Stops a run in which case after case ends the host: one hint says more than hundreds of crashes.
  private func noteEnding(of place: Int, _ result: CaseResult) {
    guard case .judged(let verdict) = result.status else { return }
    let crash: String?
    switch verdict.outcome {
    case .notApplicable: return
    case .error(let error): crash = error.type == .crash ? error.message : nil
    case .conforms, .violates, .notReached: crash = verdict.violations.first { $0.type == .crash }.map(\.observed)
    }
    state.withLock { state in
      guard let crash else { return state.policy.countAnswer() }
      guard !options.isExpected(adapter, result), state.policy.countCrash(of: place) else { return }
      let cause = result.standardError.errorSummary.map { ": \($0)" } ?? ""
      state.smoke.hint =
        "\(state.policy.reason ?? "")\(state.policy.hasAnswered ? "" : ", and none was answered"), so the run was stopped: "
        + "\(crash)\(cause) (guide to adapters, \"Traps\")"
    }
  }

  /// Replaces a result with an error: the host was not idle after its answer, or crashed after it.
  func retract(_ index: Int, _ error: HarnessError, standardError: String = "") {
    state.withLock { state in
      let isNew = state.results.retract(
        at: schedule.place(of: index), schedule.performance(of: index), error, standardError)
      if isNew { state.policy.countLateFailure() }
      if state.isTaken { state.changed.insert(index) }
    }
    reportResult(of: index)
  }

  /// The result of a request; nil if its scenario has batches or several performances.
  func result(at index: Int) -> CaseResult? {
    guard isSingle(index) else { return nil }
    return state.withLock { $0.results.result(at: schedule.place(of: index)) }
  }

  func replace(_ index: Int, _ result: CaseResult) {
    guard isSingle(index) else { return }
    let performance = schedule.performance(of: index)
    state.withLock { state in
      state.results.replace(result, at: schedule.place(of: index), performance)
      if state.isTaken { state.changed.insert(index) }
    }
    reportResult(of: index)
  }

  /// Whether a request is the only one of its scenario.
  private func isSingle(_ index: Int) -> Bool { options.performances == 1 && !schedule.isBatch(index) }

  /// Judges a request that passed again, with an event that came after its trace, and before nothing could run again.
  ///
  /// - Returns: The longer trace if the event shows a violation, of the case or an incidental one, which is then in the
  ///   result; nil if it shows none.
  func extend(_ index: Int, _ trace: Trace, by event: JSONView, _ judge: @Sendable (Scenario, Trace) -> Verdict)
    -> Trace?
  {
    let number = trace.events.count + 1
    var longer = trace
    // The event may be the first to show an object of the library, which its line does not describe.
    longer.objects.append(TracedObject(kind: .object, isForeign: true))
    guard var result = result(at: index), case .judged(let before) = result.status, var phase = trace.events.last,
      var late = try? Event(json: event, number: number, objectBound: longer.objects.count)
    else { return nil }
    // The host does not know of what was added after late events before.
    late.sequence = number
    longer.events.append(late)
    if case .begin(let frame, _) = late.kind {
      // Its own end has yet to come, and a trace that is complete has no open frame.
      longer.events.append(
        Event(sequence: number + 1, stack: late.stack, round: late.round, kind: .end(frame: frame, .nothing)))
    }
    phase.sequence = longer.events.count + 1
    longer.events.append(phase)
    let verdict = judge(result.scenario, longer)
    guard verdict.outcome == .violates || verdict.incidental.count > before.incidental.count else { return nil }
    result.status = .judged(verdict)
    result.trace = longer
    replace(index, result)
    return longer
  }
}
