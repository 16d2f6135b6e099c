package import APlusModel

extension Baseline {
  /// The baseline that fits a run: sorted, without what is stale, with what is new.
  ///
  /// Reasons and comments of entries that stay are kept, and so are entries about cases that were
  /// not asked, and those about failures in some runs. A glob that does not fit any more is
  /// replaced by the ids that it explained, unless cases that were not asked need it. What is
  /// new lacks a reason, which the next run asks for.
  ///
  /// - Parameters:
  ///   - adapter: The result of the run, with or without a baseline.
  ///   - known: What there is, selected or not.
  /// - Returns: The baseline to write.
  package func updated(by adapter: AdapterResult, known: Known) -> Baseline {
    let ended = adapter.cases.compactMap { result in
      result.finding.map { (id: result.scenario.id, finding: $0) }
    }
    // Advice fails nothing, so nobody need expect it.
    let failed = Set(adapter.cases.filter(\.isFailure).map(\.scenario.id))
    let asked = adapter.asked
    let collected = adapter.collectedTypes
    var updated = self
    updated.entries = entries.filter { entry in
      if let requirement = entry.requirementElsewhere {
        return known.requirements.contains(requirement)
          && (entry.isInSomeRuns || !asked.isSuperset(of: known.cases)
            || collected[requirement] != nil)
      }
      let about = ended.filter { self.entry(about: $0.id, $0.finding) == entry }
      if entry.isGlob || about.isEmpty {
        let named = known.cases.filter(entry.names)
        if !asked.isSuperset(of: named) { return true }
        if about.isEmpty { return false }
      }
      return about.allSatisfy { entry.explains($0.finding) }
    }
    for (id, finding) in ended {
      guard failed.contains(id), case .failed(let types, let moves) = finding,
        types.isSubset(of: ExpectedFailure.allTypes),
        updated.entry(about: id, finding)?.explains(finding) != true
      else { continue }
      let former = entry(about: id, finding)
      updated.entries.removeAll { $0.pattern == id }
      updated.entries.append(entry(id, types, moves, replacing: former))
    }
    for (requirement, types) in collected {
      let pattern = ExpectedFailure.elsewhere + requirement
      let former = entries.first { $0.pattern == pattern }
      if let former, types.isSubset(of: former.types) { continue }
      updated.entries.removeAll { $0.pattern == pattern }
      updated.entries.append(entry(pattern, types, false, replacing: former))
    }
    updated.entries.sort { $0.pattern < $1.pattern }
    return updated
  }

  /// The text of the file.
  package var text: String {
    let widths = Self.widths(of: entries)
    let body = entries.flatMap { entry in
      comments[entry.line, default: []] + [Self.line(entry, widths: widths)]
    }
    return (header + body).map { $0 + "\n" }.joined()
  }

  /// A new entry, with what is still true of the one that was about the case before.
  private func entry(
    _ pattern: String,
    _ types: Set<String>,
    _ moves: Bool,
    replacing former: ExpectedFailure?
  ) -> ExpectedFailure {
    var entry = ExpectedFailure(
      pattern: pattern,
      types: types.sorted(),
      isInSomeRuns: moves,
      reason: Self.missingReason,
      file: file,
      line: 0
    )
    guard let former else { return entry }
    if former.pattern == pattern { entry.line = former.line }
    if former.isInSomeRuns {
      entry.isInSomeRuns = true
      entry.types = types.union(former.types).sorted()
    }
    let isSame = types.isSubset(of: former.types) && (former.isInSomeRuns || !moves)
    if isSame {
      entry.types = former.types
      entry.reason = former.reason
    } else if !types.isDisjoint(with: former.types) || former.isInSomeRuns {
      entry.reason = "\(Self.missingReason): so far \(former.reason)"
    }
    return entry
  }
}
