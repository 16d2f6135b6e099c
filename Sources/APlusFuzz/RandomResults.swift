package import APlusModel
import Synchronization

/// Replaces the results of generated programs by those of their cases, during a run and at its end.
package final class RandomResults: Sendable {
  private let random: [Scenario]
  private let results = Mutex<[String: [CaseResult]]>([:])
  /// What each adapter claims.
  private let claims = Mutex<[String: [Capability]]>([:])

  /// - Parameter scenarios: The selected scenarios.
  package init(of scenarios: [Scenario]) { random = scenarios.filter { $0.chapter == RandomChapter.name } }

  /// The scenarios to perform: the programs in place of the chapter's cases.
  package func performed(of scenarios: [Scenario]) -> [Scenario] {
    random.isEmpty ? scenarios : scenarios.filter { $0.chapter != RandomChapter.name } + RandomChapter.programs
  }

  /// Notes what an adapter claims; may be called from any thread.
  package func note(_ adapter: AdapterResult) {
    guard let identity = adapter.identity else { return }
    claims.withLock { $0[adapter.name] = identity.capabilities }
  }

  /// The results that a new result completes: itself or, of a program, all cases of the chapter
  /// once every program has a result.
  ///
  /// May be called from any thread.
  package func cases(after result: CaseResult, of adapter: String) -> [CaseResult] {
    guard RandomChapter.isProgram(result.scenario.id) else { return [result] }
    let all = results.withLock { results in
      results[adapter, default: []].append(result)
      return results[adapter, default: []]
    }
    return all.count == RandomChapter.programs.count ? folded(all, of: adapter) : []
  }

  /// The results of an adapter, with those of programs folded into those of cases.
  package func folded(_ results: [CaseResult], of adapter: String) -> [CaseResult] {
    RandomChapter.folded(results, into: random, claims: claims.withLock { $0[adapter] })
  }
}
