import APlusJudge
import APlusSpec
import APlusTrace
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
    var launchFailure: HarnessError?
    var stopReason: String?
  }

  /// Hangs cost a timeout each, and launches that fail in a row are no accident.
  private static let hangLimit = 20
  private static let launchLimit = 3
  /// Kept traces are larger in memory than on the wire, by about three times.
  private static let traceBudget = 8 << 20

  private let scenarios: [Scenario]
  private let adapter: String
  private let options: RunOptions
  private let state: Mutex<State>

  init(scenarios: [Scenario], adapter: String, options: RunOptions) {
    self.scenarios = scenarios
    self.adapter = adapter
    self.options = options
    let none = Performances()
    state = Mutex(State(results: Array(repeating: none, count: scenarios.count)))
  }

  /// How many performances the run has, each scenario once before any of them again.
  var count: Int { scenarios.count * options.stages.reduce(0) { $0 + $1.performances } }

  /// Makes the performances of the next part of the run ready to be taken.
  func begin(_ stage: Stage) {
    state.withLock { state in
      state.end += scenarios.count * stage.performances
      state.jobs = stage.jobs
    }
  }

  /// The scenario of a performance.
  func scenario(at index: Int) -> Scenario { scenarios[index % scenarios.count] }

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

  /// Takes the next scenario; nil when there is none left or the run has ended.
  func take() -> Int? {
    guard !isStopped else { return nil }
    return state.withLock { state in
      guard state.returned.isEmpty else { return state.returned.removeFirst() }
      guard state.next < state.end else { return nil }
      state.next += 1
      return state.next - 1
    }
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

  /// Notes that a scenario hung in one of its performances; what is expected does not end the run.
  func hung(_ index: Int) {
    guard !isExpectedHang(scenario(at: index)) else { return }
    let isLast = state.withLock { state in
      state.hangs.insert(index % scenarios.count).inserted && state.hangs.count == Self.hangLimit
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

  /// Records a result, keeping its trace only where somebody will look at it.
  func record(_ index: Int, _ result: CaseResult, traceBytes: Int) {
    if let trace = result.trace {
      options.trace(adapter, result.scenario, index / scenarios.count + 1, trace)
    }
    var result = result
    let isFailure = result.isFailure
    let isNews = isFailure && !options.isExpected(adapter, result)
    let isLast = state.withLock { state in
      // What conforms must not take the room of what does not.
      let budget = isFailure ? Self.traceBudget : Self.traceBudget / 2
      let isWanted = result.trace != nil && (isFailure || options.keepsAllTraces)
      if isWanted, state.keptTraceBytes + traceBytes <= budget {
        state.keptTraceBytes += traceBytes
      } else {
        result.trace = nil
        result.isTraceOmitted = isWanted
      }
      state.results[index % scenarios.count].add(result, at: index / scenarios.count)
      if isNews { state.failures += 1 }
      return options.failureLimit.map { state.failures >= $0 } ?? false
    }
    options.progress(adapter, result)
    if isLast { stop("the run ended after the first failures") }
  }

  /// Takes back the result of a scenario whose host had not been idle.
  func takeBack(_ index: Int, _ error: HarnessError) {
    state.withLock { state in
      let place = index % scenarios.count
      if state.results[place].takeBack(index / scenarios.count, error) { state.failures += 1 }
    }
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
      return result
    }
  }
}

extension CaseResult {
  /// Whether the case gave an error.
  var isError: Bool {
    if case .judged(let verdict) = status, case .error = verdict.outcome { true } else { false }
  }

  /// Whether the case violates or gave an error.
  package var isFailure: Bool {
    guard case .judged(let verdict) = status else { return false }
    return switch verdict.outcome {
    case .violates, .error: true
    case .conforms, .notApplicable: false
    }
  }
}
