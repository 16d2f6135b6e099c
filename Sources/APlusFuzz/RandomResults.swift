package import APlusModel
import Synchronization

/// Replaces the results of generated programs by those of their cases: for observers during a run, and at its end.
package final class RandomResults: RunObserver {
  private let random: [Scenario]
  private let results = Mutex<[String: [CaseResult]]>([:])
  /// What each adapter claims.
  private let claims = Mutex<[String: [Capability]]>([:])
  private let observers: [any RunObserver]

  /// - Parameters:
  ///   - scenarios: The selected scenarios.
  ///   - observers: Who learns of the cases in place of the programs.
  package init(of scenarios: [Scenario], for observers: [any RunObserver]) {
    random = scenarios.filter { $0.chapter == RandomChapter.name }
    self.observers = observers
  }

  /// The scenarios to perform: the programs in place of the chapter's cases.
  package func performed(of scenarios: [Scenario]) -> [Scenario] {
    random.isEmpty ? scenarios : scenarios.filter { $0.chapter != RandomChapter.name } + RandomChapter.programs
  }

  /// Passes on an event, and in place of that about a program those about the cases that it completes.
  package func observe(_ event: RunEvent, of adapter: String) {
    switch event {
    case .identified(let result):
      note(result)
      tell(event, of: adapter)
    case .recorded(let result): for result in cases(after: result, of: adapter) { tell(.recorded(result), of: adapter) }
    case .began, .performing, .traced, .performed, .warned, .noted: tell(event, of: adapter)
    }
  }

  private func tell(_ event: RunEvent, of adapter: String) {
    for observer in observers { observer.observe(event, of: adapter) }
  }

  /// Notes what an adapter claims.
  private func note(_ adapter: AdapterResult) {
    guard let identity = adapter.identity else { return }
    claims.withLock { $0[adapter.name] = identity.capabilities }
  }

  /// The results that a new result completes: itself or, of a program, all cases of the chapter
  /// once every program has a result.
  private func cases(after result: CaseResult, of adapter: String) -> [CaseResult] {
    guard RandomChapter.isProgram(result.scenario.id) else { return [result] }
    let all = results.withLock { results in
      results[adapter, default: []].append(result)
      return results[adapter, default: []]
    }
    return all.count == RandomChapter.programs.count ? folded(all, of: adapter) : []
  }

  /// The result of an adapter at the end of the run, with the results of programs folded into those of cases.
  package func folded(_ adapter: AdapterResult) -> AdapterResult {
    note(adapter)
    var adapter = adapter
    adapter.cases = folded(adapter.cases, of: adapter.name)
    return adapter
  }

  private func folded(_ results: [CaseResult], of adapter: String) -> [CaseResult] {
    RandomChapter.folded(results, into: random, claims: claims.withLock { $0[adapter] })
  }
}
