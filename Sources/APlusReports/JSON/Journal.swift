package import APlusModel
import Synchronization

/// Writes the lines of a run while it runs, and at its end the lines that have changed since.
///
/// A case that is performed many times gets a new line whenever its outcome changes.
package final class Journal: Sendable {
  private struct Entry: Hashable {
    var outcome: RunOutcome?
    var repetition: CaseResult.Repetition?
    var isFlaky: Bool
  }

  private struct State {
    var adapters: [String: AdapterResult] = [:]
    var entries: [String: [String: Entry]] = [:]
    /// The hash of each case's last line without its duration.
    var lines: [String: [String: Int]] = [:]
  }

  private let state = Mutex(State())
  private let seed: UInt64
  private let context: ReportContext
  /// Writes one line; called by one thread at a time.
  private let write: @Sendable (String) -> Void

  package init(seed: UInt64, in context: ReportContext, write: @escaping @Sendable (String) -> Void) {
    self.seed = seed
    self.context = context
    self.write = write
  }

  /// Writes the first line.
  ///
  /// - Parameters:
  ///   - result: The run with its adapters, which have no cases yet.
  ///   - cases: The ids of the selected cases.
  package func begin(_ result: RunResult, cases: [String]) {
    state.withLock { state in
      for adapter in result.adapters { state.adapters[adapter.name] = adapter }
      write(JournalLine.run(result, cases: cases, in: context))
    }
  }

  /// Writes news of an adapter; callable from any thread.
  package func note(_ news: AdapterResult) {
    state.withLock { state in
      guard let known = state.adapters[news.name] else { return }
      var adapter = news
      adapter.argument = known.argument
      adapter.baseline = known.baseline
      adapter.file = known.file
      adapter.scope = known.scope
      state.adapters[news.name] = adapter
      write(JournalLine.adapter(adapter, in: context))
    }
  }

  /// Writes a result unless its outcome is already written; callable from any thread.
  package func note(_ result: CaseResult, of name: String) {
    state.withLock { state in
      let entry = Entry(
        outcome: result.verdict.map(RunOutcome.init), repetition: result.repetition, isFlaky: !result.outcomes.isEmpty)
      let old = state.entries[name, default: [:]].updateValue(entry, forKey: result.scenario.id)
      guard old != entry, let adapter = state.adapters[name] else { return }
      writeLine(of: result, adapter, &state)
    }
  }

  /// Writes the lines that the end of the run has changed, and the last line.
  package func end(_ result: RunResult) {
    state.withLock { state in
      for adapter in result.adapters {
        write(JournalLine.adapter(adapter, in: context))
        for result in adapter.cases { writeLine(of: result, adapter, &state) }
      }
      write(JournalLine.end(result))
    }
  }

  private func writeLine(of result: CaseResult, _ adapter: AdapterResult, _ state: inout State) {
    var timeless = result
    timeless.seconds = 0
    let hash = JournalLine.result(timeless, of: adapter, seed: seed, in: context).hashValue
    let old = state.lines[adapter.name, default: [:]].updateValue(hash, forKey: result.scenario.id)
    guard old != hash else { return }
    write(JournalLine.result(result, of: adapter, seed: seed, in: context))
  }
}
