import APlusModel
import APlusReports
import Synchronization

/// Writes the console report's lines about sections as soon as all cases of a chapter are done.
///
/// So a file or a pipe shows the progress of the run. The lines come in the order of the report,
/// which then omits them.
final class LiveSections: RunObserver {
  private struct State {
    var isOpen = true
    var adapter: AdapterResult?
    var results: [String: CaseResult] = [:]
    /// How many performances of the cases of each chapter are done.
    var done: [String: Int] = [:]
    /// How many chapters were written for the current adapter.
    var chapters = 0
    /// All lines that were written, by adapter.
    var shown: [String: [TerminalText]] = [:]
  }

  private let chapters: [(name: String, scenarios: [Scenario])]
  private let scenarios: [Scenario]
  private let performances: Int
  private let context: ReportContext
  private let style: ConsoleStyle
  private let mark: @Sendable (AdapterResult) -> AdapterResult
  private let write: @Sendable (TerminalText) -> Void
  private let state = Mutex(State())

  /// Prepares the lines of a run; `mark` marks the failures that a baseline expects.
  init(
    of scenarios: [Scenario], performances: Int, in context: ReportContext, style: ConsoleStyle,
    mark: @escaping @Sendable (AdapterResult) -> AdapterResult, write: @escaping @Sendable (TerminalText) -> Void
  ) {
    var chapters: [(name: String, scenarios: [Scenario])] = []
    for scenario in scenarios {
      if chapters.last?.name != scenario.chapter { chapters.append((scenario.chapter, [])) }
      chapters[chapters.count - 1].scenarios.append(scenario)
    }
    self.chapters = chapters
    self.scenarios = scenarios
    self.performances = performances
    self.context = context
    self.style = style
    self.mark = mark
    self.write = write
  }

  /// Stops writing, and returns the lines that were written, by adapter.
  func end() -> [String: [TerminalText]] {
    state.withLock { state in
      state.isOpen = false
      return state.shown
    }
  }

  /// Notes what is known of an adapter and its cases, and writes the chapters that are complete.
  func observe(_ event: RunEvent, of adapter: String) {
    switch event {
    case .identified(let facts): note(facts)
    case .performed(let result): count(result)
    case .recorded(let result): note(result, of: adapter)
    case .began, .performing, .traced, .warned, .noted: break
    }
  }

  private func note(_ adapter: AdapterResult) {
    state.withLock { state in
      if state.adapter?.name != adapter.name {
        state.results = [:]
        state.done = [:]
        state.chapters = 0
      }
      state.adapter = adapter
    }
  }

  /// Notes that a performance of a case is done.
  private func count(_ result: CaseResult) { state.withLock { $0.done[result.scenario.chapter, default: 0] += 1 } }

  /// Notes the result of a case, and writes the chapters that it completes.
  private func note(_ result: CaseResult, of adapter: String) {
    state.withLock { state in
      guard state.isOpen, let facts = state.adapter, facts.name == adapter else { return }
      state.results[result.scenario.id] = result
      // A chapter may be split into several parts of the selection.
      while state.chapters < chapters.count {
        let chapter = chapters[state.chapters]
        let wanted = chapters.filter { $0.name == chapter.name }.reduce(0) { $0 + $1.scenarios.count * performances }
        guard state.done[chapter.name, default: 0] >= wanted,
          chapter.scenarios.allSatisfy({ state.results[$0.id] != nil || $0.isForeign(to: facts.identity) })
        else { return }
        show(chapter.scenarios, of: facts, &state)
        state.chapters += 1
      }
    }
  }

  private func show(_ cases: [Scenario], of facts: AdapterResult, _ state: inout State) {
    var part = facts
    part.cases = cases.compactMap { state.results[$0.id] }
    let empty = RunResult(adapters: [], seed: 0, seconds: 0, timestamp: "", isInterrupted: false)
    let report = ConsoleReport(empty, in: context, style: style)
    var lines = report.sectionLines(of: mark(part), among: scenarios)
    let isFirst = state.shown[facts.name] == nil
    if isFirst {
      lines = report.opening(of: facts) + lines
      if !state.shown.isEmpty { write("\n") }
    }
    state.shown[facts.name, default: []] += lines
    write(style.spelled(TerminalText(lines: lines)))
  }
}
