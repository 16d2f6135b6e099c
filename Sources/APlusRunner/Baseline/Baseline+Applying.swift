import APlusJSON
package import APlusModel

extension Baseline {
  /// Everything that there is, selected or not.
  package struct Known: Sendable {
    /// The ids of all cases.
    package var cases: [String]
    /// The numbers of all requirements.
    package var requirements: [String]

    package init(cases: [String], requirements: [String]) {
      self.cases = cases
      self.requirements = requirements
    }
  }

  /// Whether a result is what the baseline says, so that it is no news.
  package func expects(_ result: CaseResult) -> Bool {
    guard let finding = result.finding else { return true }
    return entry(about: result.scenario.id, finding)?.explains(finding) ?? (finding == .passed)
  }

  /// Marks an adapter's cases with the entries that are about them, and finds the useless entries.
  ///
  /// An entry is useless only where all cases that it names were asked.
  ///
  /// - Parameters:
  ///   - adapter: The result of the run.
  ///   - known: What there is, selected or not.
  /// - Returns: The result with what was expected.
  package func applied(to adapter: AdapterResult, known: Known) -> AdapterResult {
    var adapter = adapter
    let asked = adapter.asked
    var used: Set<ExpectedFailure> = []
    for place in adapter.cases.indices {
      guard let finding = adapter.cases[place].finding,
        let entry = entry(about: adapter.cases[place].scenario.id, finding)
      else { continue }
      adapter.cases[place].expectedFailure = entry
      used.insert(entry)
    }
    let isWhole = asked.isSuperset(of: known.cases)
    let collected = adapter.collectedTypes
    var result = BaselineResult(file: file, stale: [], elsewhere: [:], isWhole: isWhole)
    for entry in entries {
      let fault: String?
      if let requirement = entry.requirementElsewhere {
        result.elsewhere[requirement] = entry
        let isUseless = isWhole && collected[requirement] == nil
        fault = staleness(of: entry, about: requirement, isUseless: isUseless, known)
      } else {
        fault = used.contains(entry) ? nil : staleness(of: entry, asked, known)
      }
      if let fault { result.stale.append(.init(entry: entry, message: fault)) }
    }
    adapter.baseline = result
    return adapter
  }

  /// The entry that is about a case which ended like that; nil without one.
  ///
  /// An exact id comes before globs, and of these the first that explains what was found.
  func entry(about id: String, _ finding: CaseResult.Finding) -> ExpectedFailure? {
    let about = entries.filter { $0.requirementElsewhere == nil && $0.names(id) }
    return about.first { !$0.isGlob } ?? about.first { $0.explains(finding) } ?? about.first
  }

  private func staleness(
    of entry: ExpectedFailure,
    _ asked: Set<String>,
    _ known: Known
  ) -> String? {
    let named = known.cases.filter(entry.names)
    guard named.isEmpty else {
      return asked.isSuperset(of: named)
        ? "\(entry.pattern) explains no failure: take the entry out" : nil
    }
    let hint = known.cases.nearest(to: entry.pattern).map { "; did you mean \($0)?" } ?? ""
    return "\(entry.pattern) matches no case\(hint)"
  }

  private func staleness(
    of entry: ExpectedFailure,
    about requirement: String,
    isUseless: Bool,
    _ known: Known
  ) -> String? {
    guard known.requirements.contains(requirement) else {
      let hint = known.requirements.nearest(to: requirement).map { "; did you mean \($0)?" } ?? ""
      return "\(requirement) is no requirement\(hint)"
    }
    guard isUseless, !entry.isInSomeRuns else { return nil }
    return "no case about something else violates \(requirement): take the entry out"
  }
}
