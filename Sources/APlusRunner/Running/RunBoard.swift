import APlusJSON
import APlusModel
import Synchronization

/// What the hosts of one adapter share: the scenarios that are left, and the results.
final class RunBoard: Sendable {
  private struct State {
    var next = 0
    /// Where the part of the run ends that is going on.
    var end = 0
    var jobs = 1
    /// Taken and given back, in the order of the specification.
    var returned: [Int] = []
    var results: [Performances]
    var failures = 0
    /// The scenarios that hung, by their place in the specification.
    var hangs: Set<Int> = []
    var failedLaunches = 0
    var keptTraceBytes = 0
    var identity: HostIdentity?
    var hasSmoke = false
    var isRefused = false
    var withdrawn: [WithdrawnCapability] = []
    var hint: String?
    var launchFailure: HarnessError?
    var stopReason: String?

    /// Why a scenario cannot be asked although the adapter claims all that it needs; nil where it can.
    func reason(against scenario: Scenario) -> String? {
      scenario.capabilities.first { needed in
        withdrawn.contains { $0.covers(needed) }
      }?.description
    }
  }

  /// Hangs cost a timeout each, and launches that fail in a row are no accident.
  private static let hangLimit = 20
  private static let launchLimit = 3
  /// Kept traces are larger in memory than on the wire, by about three times.
  private static let traceBudget = 8 << 20

  private let scenarios: [Scenario]
  /// What is performed for one performance of all scenarios, in their order.
  private let parts: [ScenarioPart]
  private let adapter: String
  private let options: RunOptions
  private let state: Mutex<State>
  /// Keeps the traces of parts of one performance in order, as one file takes them.
  private let telling = Mutex(())

  init(scenarios: [Scenario], adapter: String, options: RunOptions) {
    self.scenarios = scenarios
    self.adapter = adapter
    self.options = options
    let split = scenarios.enumerated().map { place, scenario in
      ScenarioPart.parts(of: scenario, at: place, rounds: options.rounds)
    }
    parts = split.flatMap(\.self)
    state = Mutex(State(results: split.map { Performances(parts: $0.count) }))
  }

  /// How many runs of a host there are, each scenario performed once before any of them again.
  var count: Int { options.stages.reduce(0) { $0 + runs(in: $1) } }

  /// How many runs of a host a part of the run has.
  func runs(in stage: Stage) -> Int { parts.count * stage.performances }

  /// Makes the performances of the next part of the run ready to be taken.
  func begin(_ stage: Stage) {
    state.withLock { state in
      state.end += runs(in: stage)
      state.jobs = stage.jobs
    }
  }

  /// The scenario of a run, with as many rounds as the run has.
  func scenario(at index: Int) -> Scenario {
    let part = parts[index % parts.count]
    return scenarios[part.place].performing(rounds: part.rounds)
  }

  /// The place of a run's scenario, and which performance of it the run belongs to, from 0.
  private func origin(of index: Int) -> (place: Int, performance: Int) {
    (parts[index % parts.count].place, index / parts.count)
  }

  /// Whether the run ends here, for any reason.
  var isStopped: Bool {
    if options.isInterrupted() { stop("the run was interrupted") }
    return state.withLock { $0.stopReason != nil }
  }

  /// Whether no scenario is left to be taken.
  var isExhausted: Bool {
    state.withLock { $0.next >= $0.end && $0.returned.isEmpty }
  }

  /// How many scenarios a host may have at a time, so that the others do not run dry.
  var share: Int {
    state.withLock { state in
      let left = state.end - state.next + state.returned.count
      return max(1, left / (2 * max(1, state.jobs)))
    }
  }

  /// Takes the next run; nil when there is none left or the run has ended.
  ///
  /// What is left of a performance that has failed is passed over: it has shown what it shows.
  func take() -> Int? {
    guard !isStopped else { return nil }
    return state.withLock { state in
      while let index = Self.next(&state) {
        let (place, performance) = origin(of: index)
        if !state.results[place].isDecided(performance) { return index }
      }
      return nil
    }
  }

  /// Whether a run could not change how its performance ended.
  func isDecided(_ index: Int) -> Bool {
    let (place, performance) = origin(of: index)
    return state.withLock { $0.results[place].isDecided(performance) }
  }

  private static func next(_ state: inout State) -> Int? {
    guard state.returned.isEmpty else { return state.returned.removeFirst() }
    guard state.next < state.end else { return nil }
    state.next += 1
    return state.next - 1
  }

  /// Gives scenarios back that were taken and not performed, for whichever host is free first.
  func giveBack(_ indices: [Int]) {
    state.withLock { state in
      state.returned = (state.returned + indices).sorted()
    }
  }

  /// Ends the run; scenarios without a result are not run.
  func stop(_ reason: String) {
    state.withLock { state in
      if state.stopReason == nil { state.stopReason = reason }
    }
  }

  /// Notes that a host has said hello, and gives the identity that counts: the first.
  func welcome(_ identity: HostIdentity) -> HostIdentity {
    state.withLock { state in
      state.failedLaunches = 0
      let first = state.identity ?? identity
      state.identity = first
      return first
    }
  }

  /// Notes that a host could not be started.
  ///
  /// A host that never started will not start the next time either; one that
  /// did gets two more chances.
  func launchFailed(_ error: HarnessError) {
    let isLast = state.withLock { state in
      state.failedLaunches += 1
      let isLast = state.identity == nil || state.failedLaunches >= Self.launchLimit
      if isLast, state.launchFailure == nil { state.launchFailure = error }
      return isLast
    }
    options.log("\(adapter): \(error.message)")
    if isLast { stop("the adapter could not be started") }
  }

  /// Whether the caller is the one who performs the smoke programs.
  func claimSmoke() -> Bool {
    state.withLock { state in
      defer { state.hasSmoke = true }
      return !state.hasSmoke
    }
  }

  /// Ends the run of an adapter that is wired wrong: nothing that it shows is the library's.
  func refuse(_ fault: String) {
    state.withLock { state in
      state.isRefused = true
      state.launchFailure = HarnessError(type: .wiring, message: fault)
      state.stopReason = "the adapter is wired wrong"
    }
    options.log("\(adapter): \(fault)")
  }

  /// What cases may ask of the adapter: what its hosts said, without what the smoke gate took away.
  var capabilities: [Capability] { state.withLock { $0.identity?.capabilities ?? [] } }

  /// Takes claims away that the adapter does not keep; cases that need one are not asked.
  func withdraw(_ withdrawals: [WithdrawnCapability], hint: String?) {
    state.withLock { state in
      state.withdrawn = withdrawals
      state.hint = hint
      state.identity?.capabilities.removeAll { claim in
        withdrawals.contains { $0.covers(claim) }
      }
    }
  }

  /// Notes that a scenario hung in one of its performances; what is expected does not end the run.
  func hung(_ index: Int) {
    guard !isExpectedHang(scenario(at: index)) else { return }
    let isLast = state.withLock { state in
      state.hangs.insert(origin(of: index).place).inserted
        && state.hangs.count == Self.hangLimit
    }
    if isLast { stop("\(Self.hangLimit) scenarios hung") }
  }

  /// Whether a baseline says that a scenario hangs, whether that is an error of it or its violation.
  private func isExpectedHang(_ scenario: Scenario) -> Bool {
    let stuck = Violation(
      law: nil,
      requirement: scenario.requirement,
      type: .stuck,
      message: "",
      expected: "",
      observed: ""
    )
    let verdict =
      scenario.stuckViolates
      ? Verdict(outcome: .violates, violations: [stuck])
      : Verdict(outcome: .error(HarnessError(type: .timeout, message: "")))
    return options.isExpected(adapter, CaseResult(scenario: scenario, status: .judged(verdict)))
  }

  /// Records what a run showed, keeping its trace only where somebody will look at it.
  func record(_ index: Int, _ result: CaseResult, traceBytes: Int) {
    let (place, performance) = origin(of: index)
    let addition: Performances.Addition
    if parts[index % parts.count].rounds == scenarios[place].program.rounds {
      tell(result, performance)
      addition = keep(result, place, performance, traceBytes)
    } else {
      // Of the parts of a performance, the trace of the first is kept, or of the first that fails.
      addition = telling.withLock { _ in
        let addition = keep(result, place, performance, traceBytes)
        if addition.isWorst { tell(result, performance) }
        return addition
      }
    }
    if addition.isOver { options.progress(adapter, result) }
    guard addition.isNewFailure, !options.isExpected(adapter, result) else { return }
    let isLast = state.withLock { state in
      state.failures += 1
      return options.failureLimit.map { state.failures >= $0 } ?? false
    }
    if isLast { stop("the run ended after the first failures") }
  }

  private func tell(_ result: CaseResult, _ performance: Int) {
    guard let trace = result.trace else { return }
    options.trace(adapter, result.scenario, performance + 1, trace)
  }

  private func keep(
    _ result: CaseResult,
    _ place: Int,
    _ performance: Int,
    _ traceBytes: Int
  ) -> Performances.Addition {
    var result = result
    return state.withLock { state in
      // What conforms must not take the room of what does not.
      let budget = result.isFailure ? Self.traceBudget : Self.traceBudget / 2
      let isWanted =
        result.trace != nil && (result.isFailure || options.keepsAllTraces)
        && state.results[place].isWorse(result)
      if isWanted, state.keptTraceBytes + traceBytes <= budget {
        state.keptTraceBytes += traceBytes
      } else {
        result.trace = nil
        result.isTraceOmitted = isWanted
      }
      return state.results[place].add(result, at: performance)
    }
  }

  /// Takes back the result of a scenario: its host had not been idle, or died of it afterwards.
  func takeBack(_ index: Int, _ error: HarnessError, standardError: String = "") {
    state.withLock { state in
      let (place, performance) = origin(of: index)
      let isNew = state.results[place].takeBack(performance, error, standardError)
      if isNew { state.failures += 1 }
    }
  }

  /// What a run has shown so far; nil where its scenario is performed in parts or several times.
  func result(at index: Int) -> CaseResult? {
    let place = origin(of: index).place
    guard count == scenarios.count else { return nil }
    return state.withLock { $0.results[place].whole() }
  }

  /// Puts another result in the place of what a run had shown.
  func replace(_ index: Int, _ result: CaseResult) {
    let (place, performance) = origin(of: index)
    guard count == scenarios.count else { return }
    state.withLock { state in
      state.results[place] = Performances()
      _ = state.results[place].add(result, at: performance)
    }
  }

  /// Judges a run once more, with an event that came after its trace.
  ///
  /// - Returns: Whether its trace is kept, and the library fails by the event; then that is its result.
  func extend(
    _ index: Int,
    by event: JSON,
    _ judge: @Sendable (Scenario, Trace) -> Verdict
  ) -> Bool {
    guard var result = result(at: index), var trace = result.trace,
      let last = try? Event(
        json: event,
        number: trace.events.count + 1,
        objectBound: trace.objects.count
      )
    else { return false }
    trace.events.append(last)
    let verdict = judge(result.scenario, trace)
    guard verdict.outcome == .violates else { return false }
    result.status = .judged(verdict)
    result.trace = trace
    replace(index, result)
    return true
  }

  /// Everything that is known when all hosts have ended.
  func result(argument: String, seconds: Double) -> AdapterResult {
    state.withLock { state in
      let reason = state.stopReason ?? "the run ended early"
      var result = AdapterResult(
        name: adapter,
        argument: argument,
        identity: state.identity,
        cases: zip(scenarios, state.results).map { scenario, result in
          // Other hosts may have been asked before the claim was taken away.
          if let reason = state.reason(against: scenario), !state.isRefused {
            let verdict = Verdict(outcome: .notApplicable(reason: reason))
            return CaseResult(scenario: scenario, status: .judged(verdict))
          }
          let whole = result.whole(of: options.stabilityStages)
          if !state.isRefused, let whole { return whole }
          return CaseResult(scenario: scenario, status: .notRun(reason: reason))
        },
        launchFailure: state.launchFailure,
        seconds: seconds,
        missing: state.identity.map { identity in
          options.required.filter { !identity.capabilities.provide($0) }
        } ?? []
      )
      result.stabilityStages = options.stabilityStages
      result.withdrawn = state.withdrawn
      result.hint = state.hint
      return result
    }
  }
}
