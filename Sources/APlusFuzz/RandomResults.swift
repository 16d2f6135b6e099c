package import APlusModel
import Synchronization

/// Puts the results of generated programs in the place of those of their cases, while a run goes on and at its end.
package final class RandomResults: Sendable {
  private let random: [Scenario]
  private let results = Mutex<[String: [CaseResult]]>([:])

  /// - Parameter scenarios: Those that were selected.
  package init(of scenarios: [Scenario]) {
    random = scenarios.filter { $0.chapter == RandomChapter.name }
  }

  /// What is performed: the programs in place of the cases.
  package func performed(of scenarios: [Scenario]) -> [Scenario] {
    random.isEmpty
      ? scenarios
      : scenarios.filter { $0.chapter != RandomChapter.name } + RandomChapter.programs
  }

  /// What a result completes: itself, nothing, or all the cases; may be called from any thread.
  package func cases(after result: CaseResult, of adapter: String) -> [CaseResult] {
    guard RandomChapter.isProgram(result.scenario.id) else { return [result] }
    let all = results.withLock { results in
      results[adapter, default: []].append(result)
      return results[adapter, default: []]
    }
    return all.count == RandomChapter.programs.count ? folded(all) : []
  }

  /// The results with those of programs folded into those of cases.
  package func folded(_ results: [CaseResult]) -> [CaseResult] {
    RandomChapter.folded(results, into: random)
  }
}
