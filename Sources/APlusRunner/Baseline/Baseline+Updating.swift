package import APlusModel

extension Baseline {
  /// The baseline that fits a run: sorted, without stale entries, with new ones.
  ///
  /// Entries that still hold keep their reasons and comments. Entries about cases that were not
  /// run, or about failures in some runs, stay. A glob that no longer fits is replaced by the ids
  /// of its failing cases, unless it also matches cases that were not run. New entries have the
  /// placeholder for a reason, which the next run rejects.
  package func updated(by adapter: AdapterResult, known: Known) -> Baseline {
    let ended = adapter.cases.compactMap { result in result.finding.map { (id: result.scenario.id, finding: $0) } }
    // Advice does not fail a run, so it needs no entry.
    let failed = Set(adapter.cases.filter(\.isFailure).map(\.scenario.id))
    let judged = adapter.judgedIDs
    let incidental = adapter.incidentalTypes
    var updated = self
    updated.entries = entries.filter { entry in
      if let requirement = entry.incidentalRequirement {
        return known.requirements.contains(requirement)
          && (entry.isInSomeRuns || !judged.isSuperset(of: known.cases) || incidental[requirement] != nil)
      }
      let about = ended.filter { self.entry(about: $0.id, $0.finding) == entry }
      if entry.isGlob || about.isEmpty {
        let named = known.cases.filter(entry.names)
        if !judged.isSuperset(of: named) { return true }
        if about.isEmpty { return false }
      }
      return about.allSatisfy { entry.explains($0.finding) }
    }
    for (id, finding) in ended {
      guard failed.contains(id), finding.types.isSubset(of: ExpectedFailure.allTypes),
        updated.entry(about: id, finding)?.explains(finding) != true
      else { continue }
      let former = entry(about: id, finding)
      updated.entries.removeAll { $0.pattern == id }
      updated.entries.append(entry(id, finding.types, finding.isFlaky, replacing: former))
    }
    for (requirement, types) in incidental {
      let pattern = ExpectedFailure.incidentalPrefix + requirement
      let former = entries.first { $0.pattern == pattern }
      if let former, types.isSubset(of: former.types) { continue }
      updated.entries.removeAll { $0.pattern == pattern }
      updated.entries.append(entry(pattern, types, false, replacing: former))
    }
    updated.entries.sort { $0.pattern < $1.pattern }
    return updated
  }

  /// The text of the file, with its comments, and its entries in columns.
  package var text: String {
    func column(_ words: [String]) -> [String] {
      let width = words.map(\.count).max() ?? 0
      return words.map { $0 + String(repeating: " ", count: width - $0.count) }
    }
    let columns = zip(column(entries.map(\.pattern)), column(entries.map(\.spelledTypes)))
    let body = zip(entries, columns).flatMap { entry, words in
      comments[entry.line, default: []] + ["\(words.0)  \(words.1)  # \(entry.reason)"]
    }
    return (header + body).map { $0 + "\n" }.joined()
  }

  /// A new entry that keeps what still holds of the former entry about the same case.
  private func entry(_ pattern: String, _ types: Set<String>, _ isFlaky: Bool, replacing former: ExpectedFailure?)
    -> ExpectedFailure
  {
    var entry = ExpectedFailure(
      pattern: pattern, types: types.sorted(), isInSomeRuns: isFlaky, reason: Self.missingReason, file: file, line: 0)
    guard let former else { return entry }
    if former.pattern == pattern { entry.line = former.line }
    if former.isInSomeRuns {
      entry.isInSomeRuns = true
      entry.types = types.union(former.types).sorted()
    }
    let isSame = types.isSubset(of: former.types) && (former.isInSomeRuns || !isFlaky)
    if isSame {
      entry.types = former.types
      entry.reason = former.reason
    } else if !types.isDisjoint(with: former.types) || former.isInSomeRuns {
      entry.reason = "\(Self.missingReason): so far \(former.reason)"
    }
    return entry
  }
}
