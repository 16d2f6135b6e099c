import APlusCases
import APlusFuzz
import APlusHosting
import APlusJudge
import APlusModel
import APlusReports
import APlusRunner
import Synchronization

/// Performs generated programs on an adapter, and keeps the first of each kind of failure.
struct Search {
  private let adapter: Adapter
  private let options: RunOptions
  private let baseline: BaselineFile
  private let seed: UInt64
  private let arguments: FuzzArguments
  private var capabilities: [Capability] = []
  private(set) var findings: [Finding] = []
  /// Why no host could be started any more; the programs after that were not performed.
  private(set) var launchFailure: HarnessError?
  /// Why the runner did not perform all programs of the last batch; nil where it did.
  private(set) var earlyEnd: String?
  /// What the runner said about the adapter when it ended the last batch; nil for nothing.
  private(set) var hint: String?
  private var coverage = Coverage()
  private var performed = ProgramUse(claims: [])
  private let exercises = ExerciseLog()
  private var seconds = 0.0
  /// The comparison with another adapter; nil where none is named.
  private(set) var comparison: AdapterComparison?

  init(_ adapter: Adapter, runner: RunOptions, seed: UInt64, baseline: BaselineFile, _ arguments: FuzzArguments) {
    self.adapter = adapter
    options = runner
    self.baseline = baseline
    self.seed = seed
    self.arguments = arguments
  }

  // MARK: Before the first program

  /// The hosts that perform the programs.
  var pool: HostPool {
    var options = options
    options.isolatesFailures = true
    options.isExpected = { [baseline] _, result in baseline.expects(result) }
    options.observers.append(exercises)
    return HostPool(of: adapter, options: options, judge: Opinions.judge)
  }

  /// Performs a program of one step, to learn what the library can do.
  ///
  /// - Returns: What the adapter claims, or why it does not start.
  mutating func begin(on pool: HostPool) async -> AdapterResult {
    let step = Step(id: 0, .bind(name: "p", value: .promise(.pending, with: nil, whenIdle: false)))
    let first = scenario(Program(steps: [step]), id: Self.startID)
    var result = await pool.perform([first], isolatesFailures: false)
    // It is none of the generated programs.
    exercises.clear()
    capabilities = result.identity?.capabilities ?? []
    performed = ProgramUse(claims: capabilities)
    result.cases = result.launchFailure == nil ? [] : result.cases
    return result
  }

  private static let startID = "fuzz.start"

  /// Begins to compare with another adapter, within the capabilities of both.
  mutating func compare(with other: Adapter) async throws(Failure) {
    var peer = Search(other, runner: options, seed: seed, baseline: baseline, arguments)
    let result = await peer.pool.open { pool in await peer.begin(on: pool) }
    if let failure = result.launchFailure { throw Failure(.adapterError, "\(other.name): \(failure.message)") }
    capabilities.removeAll { !peer.capabilities.provide($0) }
    comparison = AdapterComparison(adapter, other, options)
  }

  func checkCapabilities() throws(Failure) {
    guard arguments.lanes > 1, !capabilities.provide(Capability("threads")) else { return }
    throw Failure(.usage, "--lanes \(arguments.lanes): \(adapter.name) does not claim \"threads\"; leave --lanes out")
  }

  // MARK: Programs

  private var generator: ProgramGenerator {
    ProgramGenerator(seed: seed, steps: arguments.steps, lanes: arguments.lanes, capabilities: capabilities)
  }

  /// Performs programs until the requested number or time is reached.
  mutating func run(on pool: HostPool) async {
    let generator = generator
    let start = ContinuousClock.now
    var next = arguments.first
    let end = arguments.seconds == nil ? next + (arguments.programs ?? FuzzArguments.usualPrograms) : .max
    var size = Self.firstBatch
    while next < end, !isOver(since: start) {
      let range = next..<min(end, next + size)
      let began = ContinuousClock.now
      await perform(range, by: generator, on: pool)
      next = range.upperBound
      let rate = Double(range.count) / max(0.001, (ContinuousClock.now - began).seconds)
      let left = arguments.seconds.map { $0 - (ContinuousClock.now - start).seconds } ?? Self.batchSeconds
      size = min(max(Int(rate * min(Self.batchSeconds, left)), Self.firstBatch), Self.largestBatch)
    }
    seconds = (ContinuousClock.now - start).seconds
  }

  private static let firstBatch = 100
  private static let largestBatch = 4000
  private static let batchSeconds = 2.0

  private func isOver(since start: ContinuousClock.Instant) -> Bool {
    if launchFailure != nil || earlyEnd != nil || comparison?.failure != nil { return true }
    if Interruption.isRequested { return true }
    if findings.count >= arguments.failFast ?? .max { return true }
    return arguments.seconds.map { (ContinuousClock.now - start).seconds >= $0 } ?? false
  }

  private mutating func perform(_ range: Range<Int>, by generator: ProgramGenerator, on pool: HostPool) async {
    let programs = range.map { generator.program(at: $0) }
    let scenarios = zip(range, programs).map { index, generated in
      scenario(generated.program, id: "fuzz.\(seed).\(index)")
    }
    let result = await pool.perform(scenarios)
    launchFailure = result.launchFailure
    hint = result.hint
    for (place, found) in result.cases.enumerated() {
      if case .notRun(let reason) = found.status {
        earlyEnd = earlyEnd ?? reason
        continue
      }
      coverage.add(features: programs[place].features)
      performed.add(found)
      note(found)
    }
    noteChanges(on: pool)
    exercises.move(to: &coverage)
    if earlyEnd == nil { await comparison?.look(at: scenarios) }
  }

  /// Notes what programs turned out to do after their batch was over.
  mutating func noteChanges(on pool: HostPool) {
    for changed in pool.takeChanges() where changed.scenario.id != Self.startID { note(changed) }
  }

  private mutating func note(_ found: CaseResult) {
    guard !baseline.expects(found), let key = Finding.Key(found) else { return }
    let index = index(of: found.scenario.id)
    guard let place = findings.firstIndex(where: { $0.key == key }) else {
      return findings.append(Finding(key: key, index: index, result: found))
    }
    let programs = findings[place].programs + 1
    if findings[place].isSurpassed(by: found) { findings[place] = Finding(key: key, index: index, result: found) }
    findings[place].programs = programs
  }

  private func scenario(_ program: Program, id: String) -> Scenario {
    Scenario(generated: program, id: id, title: "Generated program", claims: capabilities)
  }

  /// The number of the program that a scenario performs.
  private func index(of id: String) -> Int { id.split(separator: ".").last.flatMap { Int($0) } ?? 0 }

  private func perform(_ scenarios: [Scenario], _ options: RunOptions) async -> AdapterResult {
    let runner = Runner(scenarios: scenarios, options: options, judge: Opinions.judge)
    return await runner.run([adapter], timestamp: "").adapters[0]
  }

  // MARK: Shrinking

  /// How many seconds shrinking may take at least, for all findings together.
  private static let shortestShrinking = 60.0

  /// How many seconds shrinking takes at most.
  var shrinkingLimit: Double { max(Self.shortestShrinking, seconds) }

  /// How many programs there are to shrink.
  var toShrink: Int { findings.count + (comparison?.found == nil ? 0 : 1) }

  /// Shrinks the program of each finding, until no smaller one fails in the same way.
  ///
  /// That ends after as long as the search took, or after a minute where the search was shorter.
  /// Each finding gets an equal share of the time that is left.
  mutating func shrink() async {
    let end = ContinuousClock.now + .seconds(shrinkingLimit)
    let difference = comparison?.found
    var waiting = toShrink
    func share() -> ContinuousClock.Instant {
      defer { waiting -= 1 }
      let now = ContinuousClock.now
      return now + (end - now) / waiting
    }
    for place in findings.indices where !Interruption.isRequested {
      findings[place] = await smallest(findings[place], until: share())
    }
    guard let difference else { return }
    let id = difference.scenario.id
    var comparison = comparison
    await comparison?.shrink(from: index(of: id), by: generator, until: share()) { [self] in scenario($0, id: id) }
    self.comparison = comparison
  }

  private func smallest(_ finding: Finding, until end: ContinuousClock.Instant) async -> Finding {
    guard !finding.result.isAftermath else { return finding }
    var finding = finding
    var options = options.interrupted(at: end)
    options.repetitions = arguments.lanes > 1 ? 3 : 1
    let smaller = await Shrinking(generator: generator).smallest(from: finding.index, isOver: options.isInterrupted) {
      [options, finding] programs -> (place: Int, shown: CaseResult)? in
      let scenarios = programs.map { scenario($0, id: finding.result.scenario.id) }
      let results = await perform(scenarios, options).cases
      return results.firstIndex(where: finding.key.matches).map { ($0, results[$0]) }
    }
    finding.result = smaller ?? finding.result
    return finding
  }

  // MARK: Words

  /// What the programs used of the library, and which laws had something to check.
  var use: ProgramUse {
    var use = performed
    use.laws = coverage.exercisedLaws
    return use
  }

  /// The lines about how a finding was found, its case, and its program as source code.
  func lines(about finding: Finding) -> [String] {
    let steps = finding.result.scenario.program.stepCount
    let others = finding.programs - 1
    let also = others == 0 ? "" : " and \(others) more"
    let found =
      "found     by program \(finding.index) of seed \(seed)\(also);" + " \(finding.steps) steps, shrunk to \(steps)"
    let text = CaseFile(finding).caseText.split(separator: "\n")
    let saved = arguments.save.map { ["saved     \(CaseDirectory.path(of: finding, in: $0))"] } ?? []
    let source =
      adapter.language.flatMap(SourceText.Language.init).map { language in
        ["in \(language.rawValue)"] + SourceText(finding.result.scenario.program, in: language).lines.map { "  \($0)" }
      } ?? []
    return [found, "case"] + text.map { "  \($0)" } + source + saved
  }

  var summary: String {
    let rate = Int(Double(coverage.programs) / max(0.001, seconds))
    let lines = [
      "\(coverage.programs) programs in \(FixedDecimal.seconds(seconds, decimals: 1))s (\(rate) a second), "
        + (findings.count == 1 ? "1 finding" : "\(findings.count) findings")
    ]
    let end = earlyEnd.map { ["the search ended early: \($0)"] } ?? []
    return (lines + end + coverage.lines.map { "  \($0)" }).joined(separator: "\n") + "\n"
  }
}

/// Collects which laws traces exercise.
final class ExerciseLog: RunObserver {
  private struct State {
    var exercises: [Exercise] = []
    var count = 0
  }

  private let state = Mutex(State())

  /// How many traces are all examined.
  private static let first = 200

  /// Examines the first traces and every eighth of the others, as that takes about as long as judging
  /// one.
  func observe(_ event: RunEvent, of adapter: String) {
    guard case .traced(let scenario, _, let trace) = event else { return }
    let isSampled = state.withLock { state in
      defer { state.count += 1 }
      return state.count < Self.first || state.count % 8 == 0
    }
    guard isSampled else { return }
    guard let exercise = Exercise(of: trace, performing: scenario) else { return }
    state.withLock { $0.exercises.append(exercise) }
  }

  /// Forgets what was collected.
  func clear() { state.withLock { $0 = State() } }

  /// Moves what was collected to the coverage.
  func move(to coverage: inout Coverage) {
    let seen = state.withLock { state in
      defer { state.exercises = [] }
      return state.exercises
    }
    for exercise in seen {
      coverage.add(
        laws: exercise.laws,
        situations: exercise.situations.map { ($0.verb, "\($0.state) \($0.position) \($0.outcome)") })
    }
  }
}
