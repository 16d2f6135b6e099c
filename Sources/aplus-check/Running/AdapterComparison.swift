import APlusCases
import APlusFuzz
import APlusHosting
import APlusModel
import APlusReports
import APlusRunner
import Synchronization

/// Performs the same programs on two adapters, and finds the first on which their behavior differs.
struct AdapterComparison {
  private let adapters: [Adapter]
  private let options: RunOptions
  /// The first difference; nil as long as there is none.
  private(set) var found: Found?
  /// Why some programs were not compared; nil where all were, and where a difference is known.
  private(set) var failure: Failure?

  /// A program on which the adapters differ, with the behavior and the verdict of each.
  struct Found {
    let scenario: Scenario
    let difference: Behavior.Difference
    let behaviors: [Behavior]
    let verdicts: [String]
  }

  init(_ first: Adapter, _ second: Adapter, _ options: RunOptions) {
    adapters = [first, second]
    self.options = options
  }

  /// Looks for a difference in programs, unless one is known.
  mutating func look(at scenarios: [Scenario]) async {
    guard found == nil else { return }
    let compared = await differences(scenarios, options)
    found = compared.found.first?.shown
    if found == nil, !options.isInterrupted() { failure = compared.failure }
  }

  /// Shrinks the program of the difference, until no smaller one shows a difference of its kind.
  ///
  /// - Parameters:
  ///   - index: The number of the program in which the difference was found.
  ///   - generator: What wrote it.
  ///   - end: When to stop at the latest.
  ///   - scenario: The scenario that performs a program.
  mutating func shrink(
    from index: Int, by generator: ProgramGenerator, until end: ContinuousClock.Instant,
    _ scenario: (Program) -> Scenario
  ) async {
    guard let difference = found?.difference else { return }
    let options = options.interrupted(at: end)
    let comparison = self
    let smaller = await Shrinking(generator: generator).smallest(from: index, isOver: options.isInterrupted) {
      programs -> (place: Int, shown: Found)? in
      let found = await comparison.differences(programs.map(scenario), options).found
      return found.first { $0.shown.difference == difference }
    }
    found = smaller ?? found
  }

  /// The programs on which the adapters differ, each with its place, and why some were not performed.
  private func differences(_ scenarios: [Scenario], _ options: RunOptions) async -> (
    found: [(place: Int, shown: Found)], failure: Failure?
  ) {
    var failure: Failure?
    var results: [[(behavior: Behavior?, words: String)]] = []
    for adapter in adapters {
      // Programs of one search may have the same id, so they are distinguished by their place.
      let numbered = scenarios.enumerated().map { place, scenario in
        var numbered = scenario
        numbered.id = "\(place)"
        return numbered
      }
      let seen = BehaviorLog()
      var options = options
      options.observers.append(seen)
      let runner = Runner(scenarios: numbered, options: options, judge: Opinions.judge)
      let result = await runner.run([adapter], timestamp: "").adapters[0]
      failure = failure ?? Self.failure(of: result)
      let behaviors = seen.behaviors
      results.append(result.cases.map { (behaviors[$0.scenario.id], Self.words(of: $0)) })
    }
    let found = scenarios.indices.compactMap { place -> (place: Int, shown: Found)? in
      let both = results.map { $0[place] }
      guard let first = both[0].behavior, let second = both[1].behavior, let difference = first.difference(from: second)
      else { return nil }
      let shown = Found(
        scenario: scenarios[place], difference: difference, behaviors: [first, second], verdicts: both.map(\.words))
      return (place, shown)
    }
    return (found, failure)
  }

  /// Why an adapter did not perform all programs; nil where it did.
  private static func failure(of result: AdapterResult) -> Failure? {
    for case .notRun(let reason) in result.cases.map(\.status) {
      let message = result.launchFailure?.message ?? reason
      return Failure(.adapterError, "--against: the comparison ended early: \(result.name): \(message)")
    }
    return nil
  }

  private static func words(of result: CaseResult) -> String {
    switch result.standing {
    case .failed(let violations): violations.first.map { "violates \($0.requirement): \($0.message)" } ?? "fails"
    case .errored(let error): "error: \(error.message)"
    case .passed, .advised, .notReached, .expectedFailure, .expectedInSomeRuns, .unexpectedPass: "conforms"
    case .aftermath(let cause): "fails after \(cause)"
    case .notApplicable(let reason), .notRun(let reason): reason
    }
  }

  /// The difference, or that there is none, for the console.
  ///
  /// - Parameter isWhole: Whether all programs of the search were performed.
  /// - Returns: The lines; nil where neither is known.
  func text(isWhole: Bool) -> TerminalText? {
    guard let found else {
      guard isWhole, failure == nil else { return nil }
      return "no difference between \(adapters[0].name) and \(adapters[1].name)\n"
    }
    var lines = ["\(found.scenario.id) differs \(found.difference.rawValue):"]
    for (place, adapter) in adapters.enumerated() {
      let calls = found.behaviors[place].calls
      let more = calls.count > Self.shownCalls ? " and \(calls.count - Self.shownCalls) more" : ""
      let shown = calls.prefix(Self.shownCalls).joined(separator: "; ")
      lines.append("    \(adapter.name)  \(shown)\(more)")
      lines.append("        \(found.verdicts[place])")
    }
    lines += CaseFile.text(of: found.scenario.program).split(separator: "\n").map { "    \($0)" }
    return TerminalText(lines: lines.map(TerminalText.init(line:)))
  }

  private static let shownCalls = 20
}

/// Collects the behavior that the traces of programs show, by the ids of the programs.
private final class BehaviorLog: RunObserver {
  private let seen = Mutex<[String: Behavior]>([:])

  var behaviors: [String: Behavior] { seen.withLock(\.self) }

  func observe(_ event: RunEvent, of adapter: String) {
    guard case .traced(let scenario, _, let trace) = event else { return }
    seen.withLock { $0[scenario.id] = Behavior(trace) }
  }
}
