import APlusJudge
import APlusSpec

extension Baseline {
  /// The baseline that fits a run: sorted, without what is stale, with what is new.
  ///
  /// Reasons and comments of entries that stay are kept; a glob that does not fit any more is
  /// replaced by the ids that it explained. New entries lack a reason, which the next run asks for.
  ///
  /// - Parameters:
  ///   - adapter: The result of the run, with or without a baseline.
  ///   - known: The ids of all cases that there are; entries about those that were not run stay.
  /// - Returns: The baseline to write.
  package func updated(by adapter: AdapterResult, known: [String]) -> Baseline {
    var found: [ExpectedFailure] = []
    let ended = adapter.cases.compactMap { result in
      result.finding.map { (id: result.scenario.id, finding: $0) }
    }
    let selected = Set(adapter.cases.map(\.scenario.id))
    let kept = entries.filter { entry in
      if let requirement = entry.requirementElsewhere {
        return adapter.cases.contains { result in
          result.collected.contains { $0.requirement == requirement }
        } || known.contains { !selected.contains($0) }
      }
      let about = ended.filter { entry.names($0.id) }
      if about.isEmpty { return known.contains { entry.names($0) && !selected.contains($0) } }
      return about.allSatisfy { $0.finding == .failed(type: entry.type) }
    }
    for (id, finding) in ended {
      guard case .failed(let type) = finding, Self.canExpect(type),
        !kept.contains(where: { $0.names(id) && $0.type == type })
      else { continue }
      let former = entries.first { $0.names(id) && $0.type == type }
      found.append(entry(id, type, former?.reason))
    }
    for violation in adapter.cases.flatMap(\.collected) {
      let pattern = ExpectedFailure.elsewhere + violation.requirement
      guard !(kept + found).contains(where: { $0.pattern == pattern }) else { continue }
      found.append(entry(pattern, violation.type.rawValue, nil))
    }
    var updated = self
    updated.entries = (kept + found).sorted { ($0.pattern, $0.type) < ($1.pattern, $1.type) }
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

  private static func canExpect(_ type: String) -> Bool {
    ExpectedFailure.types.contains(type)
  }

  private func entry(_ pattern: String, _ type: String, _ reason: String?) -> ExpectedFailure {
    ExpectedFailure(
      pattern: pattern,
      type: type,
      reason: reason ?? Self.missingReason,
      file: file,
      line: 0
    )
  }
}
