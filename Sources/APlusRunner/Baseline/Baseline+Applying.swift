import APlusJudge
import APlusSpec

/// What a baseline was found to be worth.
package struct BaselineResult: Sendable, Hashable {
  /// The file, as it was named.
  package var file: String
  /// Entries that explain nothing, each with what is wrong.
  package var stale: [StaleEntry]
  /// Entries about violations in cases of other requirements, by requirement.
  package var elsewhere: [String: ExpectedFailure]

  /// An entry that must be taken out of its file.
  package struct StaleEntry: Sendable, Hashable {
    package var entry: ExpectedFailure
    /// What is wrong and what to do, in one line.
    package var message: String
  }
}

extension Baseline {
  /// Marks an adapter's cases with the entries that are about them, and finds the useless entries.
  ///
  /// - Parameters:
  ///   - adapter: The result of the run.
  ///   - known: The ids of all cases that there are, selected or not.
  ///   - isWhole: Whether nothing was left out, so that what was not seen is not there.
  /// - Returns: The result with what was expected.
  package func applied(
    to adapter: AdapterResult,
    known: [String],
    isWhole: Bool
  ) -> AdapterResult {
    var adapter = adapter
    let forCases = entries.filter { $0.requirementElsewhere == nil }
    var uses: [ExpectedFailure: Use] = [:]
    for place in adapter.cases.indices {
      let id = adapter.cases[place].scenario.id
      let about = forCases.filter { $0.names(id) }
      guard !about.isEmpty else { continue }
      for entry in about { uses[entry, default: Use()].isSelected = true }
      guard let finding = adapter.cases[place].finding else { continue }
      let explaining = about.first { finding == .failed(type: $0.type) } ?? about[0]
      adapter.cases[place].expectedFailure = explaining
      uses[explaining, default: Use()].isUsed = true
    }
    var stale = forCases.compactMap { entry in
      staleness(of: entry, uses[entry] ?? Use(), known).map {
        BaselineResult.StaleEntry(entry: entry, message: $0)
      }
    }
    var elsewhere: [String: ExpectedFailure] = [:]
    let collected = Set(adapter.cases.flatMap(\.collected).map(\.requirement))
    for entry in entries {
      guard let requirement = entry.requirementElsewhere else { continue }
      elsewhere[requirement] = entry
      if isWhole, !collected.contains(requirement) {
        stale.append(
          BaselineResult.StaleEntry(
            entry: entry,
            message: "no case about something else violates \(requirement): take the entry out"
          )
        )
      }
    }
    adapter.baseline = BaselineResult(
      file: file,
      stale: stale.sorted { $0.entry.line < $1.entry.line },
      elsewhere: elsewhere
    )
    return adapter
  }

  /// What became of an entry in a run.
  private struct Use {
    /// Whether it is about a selected case.
    var isSelected = false
    /// Whether it explains a finding, or is contradicted by it.
    var isUsed = false
  }

  private func staleness(of entry: ExpectedFailure, _ use: Use, _ known: [String]) -> String? {
    if use.isUsed { return nil }
    if use.isSelected {
      return "\(entry.pattern) explains no failure: take the entry out"
    }
    if known.contains(where: entry.names) { return nil }
    let hint = known.nearest(to: entry.pattern).map { "; did you mean \($0)?" } ?? ""
    return "\(entry.pattern) matches no case\(hint)"
  }
}
