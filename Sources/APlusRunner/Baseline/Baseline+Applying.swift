import APlusJSON
package import APlusModel

extension Baseline {
  /// The ids of all cases and the numbers of all requirements, selected or not.
  package struct Known: Sendable {
    package var cases: [String]
    package var requirements: [String]

    package init(cases: [String], requirements: [String]) {
      self.cases = cases
      self.requirements = requirements
    }
  }

  /// Whether a result is what the baseline expects; true where the result has no finding.
  package func expects(_ result: CaseResult) -> Bool {
    guard let finding = result.finding else { return true }
    return entry(about: result.scenario.id, finding)?.explains(finding) ?? (finding == .passed)
  }

  /// Marks each case with the entry about it, and finds stale entries.
  ///
  /// An entry can be stale only if every case that it matches has a verdict.
  package func applied(to adapter: AdapterResult, known: Known) -> AdapterResult {
    var adapter = adapter
    let judged = adapter.judgedIDs
    var used: Set<ExpectedFailure> = []
    for place in adapter.cases.indices {
      // What may fail by chance everywhere is nothing that an earlier case left behind.
      if adapter.cases[place].isAftermath, expectsIncidental(adapter.cases[place]) {
        adapter.cases[place].repetition = nil
      }
      guard let finding = adapter.cases[place].finding,
        let entry = entry(about: adapter.cases[place].scenario.id, finding)
      else { continue }
      adapter.cases[place].expectedFailure = entry
      used.insert(entry)
    }
    let isComplete = judged.isSuperset(of: known.cases)
    let incidental = adapter.incidentalTypes
    var result = BaselineResult(file: file, entries: entries, isComplete: isComplete)
    for entry in entries {
      let fault: String?
      if let requirement = entry.incidentalRequirement {
        result.incidental[requirement] = entry
        let isUnseen = isComplete && incidental[requirement] == nil
        fault = staleness(of: entry, about: requirement, isUnseen: isUnseen, known)
      } else {
        fault = used.contains(entry) ? nil : staleness(of: entry, judged, known)
      }
      if let fault { result.stale.append(.init(entry: entry, message: fault)) }
    }
    adapter.baseline = result
    return adapter
  }

  /// Whether a case conforms, and entries expect all that it violates besides.
  private func expectsIncidental(_ result: CaseResult) -> Bool {
    guard let verdict = result.verdict, result.finding == .passed else { return false }
    return verdict.incidental.allSatisfy { violation in
      entries.contains {
        $0.incidentalRequirement == violation.requirement && $0.types.contains(violation.type.rawValue)
      }
    }
  }

  /// The entry that applies to a case with this finding.
  ///
  /// An exact id takes precedence over globs; of globs, the first that explains the finding wins.
  func entry(about id: String, _ finding: CaseResult.Finding) -> ExpectedFailure? {
    let about = entries.filter { $0.incidentalRequirement == nil && $0.names(id) }
    return about.first { !$0.isGlob } ?? about.first { $0.explains(finding) } ?? about.first
  }

  private func staleness(of entry: ExpectedFailure, _ judged: Set<String>, _ known: Known) -> String? {
    let named = known.cases.filter(entry.names)
    guard named.isEmpty else {
      return judged.isSuperset(of: named) ? "\(entry.pattern) explains no failure: remove the entry" : nil
    }
    let hint = known.cases.nearest(to: entry.pattern).map { "; did you mean \($0)?" } ?? ""
    return "\(entry.pattern) matches no case\(hint)"
  }

  private func staleness(of entry: ExpectedFailure, about requirement: String, isUnseen: Bool, _ known: Known)
    -> String?
  {
    guard known.requirements.contains(requirement) else {
      let hint = known.requirements.nearest(to: requirement).map { "; did you mean \($0)?" } ?? ""
      return "there is no requirement \(requirement)\(hint)"
    }
    guard isUnseen, !entry.isInSomeRuns else { return nil }
    return "no case about another requirement violates \(requirement): remove the entry"
  }
}
