package import APlusJSON
package import APlusModel

/// The differences between two results.
package struct Comparison: Sendable {
  /// The adapters that are compared.
  package let pairs: [Pair]
  /// The names of the adapters that only one of the results has.
  package let unpaired: [String]

  /// Two results of an adapter, or of two adapters.
  package struct Pair: Sendable {
    package let old: AdapterResult
    package let new: AdapterResult
    /// The cases whose state differs, in the order of the later result.
    package let changes: [Change]
  }

  /// How a case has changed.
  package struct Change: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The case fails now and did not before.
      case regression
      /// The case failed before and does not now.
      case fix
      /// The case fails in another way than before.
      case changed
      /// The case holds now and had no verdict before.
      case new
      /// The case had a verdict before and has none now.
      case lost
    }

    package let kind: Kind
    package let id: String
    package let title: String
    /// The states before and after, in a word: `passed`, `aplus.order`, `n/a`.
    package let old: String
    package let new: String
  }

  /// Compares adapters of the same name.
  ///
  /// Two results of one adapter each are compared whatever the names.
  package init(of old: RunResult, with new: RunResult) {
    if old.adapters.count == 1, new.adapters.count == 1 {
      pairs = [Pair(old.adapters[0], new.adapters[0])]
      unpaired = []
    } else {
      pairs = old.adapters.compactMap { adapter in
        new.adapters.first { $0.name == adapter.name }.map { Pair(adapter, $0) }
      }
      let names = Set(pairs.map(\.new.name))
      unpaired = (old.adapters + new.adapters).map(\.name).filter { !names.contains($0) }
    }
  }

  /// Whether a case fails that did not fail before, or an adapter has lost one.
  ///
  /// Between two different adapters a lost case does not count: the later one may lack a
  /// capability.
  package var hasRegressed: Bool {
    pairs.contains { pair in
      pair.changes.contains { $0.kind == .regression || $0.kind == .lost && pair.old.name == pair.new.name }
    }
  }
}

extension Comparison.Pair {
  fileprivate init(_ old: AdapterResult, _ new: AdapterResult) {
    let before = Dictionary(old.cases.map { ($0.scenario.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ids = Set(new.cases.map(\.scenario.id))
    var changes = new.cases.compactMap { Comparison.Change(from: before[$0.scenario.id], to: $0) }
    changes += old.cases.filter { !ids.contains($0.scenario.id) }.compactMap { Comparison.Change(from: $0, to: nil) }
    self.init(old: old, new: new, changes: changes)
  }
}

extension Comparison.Change {
  /// The change of a case; nil where its state is the same.
  fileprivate init?(from old: CaseResult?, to new: CaseResult?) {
    switch (old?.ownFinding, new?.ownFinding) {
    case (let before?, let after?):
      if before == after { return nil }
      kind = before.hasFailed ? after.hasFailed ? .changed : .fix : .regression
    case (nil, let after?): kind = after.hasFailed ? .regression : .new
    case (_?, nil): kind = .lost
    case (nil, nil): return nil
    }
    guard let scenario = (new ?? old)?.scenario else { return nil }
    id = scenario.id
    title = scenario.title
    self.old = old?.stateWord ?? "absent"
    self.new = new?.stateWord ?? "absent"
  }
}

extension CaseResult {
  /// How the case ended without regard to a baseline; advice is no failure.
  fileprivate var ownFinding: Finding? { verdict?.isAdvice == true ? .passed : finding }

  fileprivate var stateWord: String {
    guard let found = ownFinding else { return verdict.map { RunOutcome($0).name } ?? "not run" }
    return found.hasFailed ? found.types.sorted().joined(separator: ", ") + (found.isFlaky ? ", flaky" : "") : "passed"
  }
}

extension Comparison {
  /// The changes that a list names before it counts the rest.
  private static let named = 20

  /// The comparison as lines.
  package func text(style: ConsoleStyle) -> TerminalText {
    var lines: [TerminalText] = []
    for pair in pairs {
      let names = [pair.old, pair.new].map { adapter -> TerminalText in
        let about = [adapter.identity?.library, adapter.identity?.version].compactMap(\.self)
        return "\(adapter.name) (\(about.joined(separator: " ")))"
      }
      lines.append(style.emphasized("\(names[0]) → \(names[1])"))
      for kind in Change.Kind.allCases {
        let changes = pair.changes.filter { $0.kind == kind }
        guard !changes.isEmpty else { continue }
        lines += ["", "  \(kind.heading): \(changes.count)"]
        let shown = style.verbosity == .verbose ? changes.count : Self.named
        for change in changes.prefix(shown) {
          lines.append("    \(style.mark(kind.tone)) \(change.id) \(change.title): \(change.old) → \(change.new)")
        }
        if changes.count > shown { lines.append("    and \(changes.count - shown) more (-v)") }
      }
      if pair.changes.isEmpty { lines.append("  no change in \(pair.new.cases.count) cases") }
      lines.append("")
    }
    let counts = Change.Kind.allCases.map { kind in
      "\(kind.heading) \(pairs.reduce(0) { $0 + $1.changes.count { $0.kind == kind } })"
    }
    lines.append("\(style.mark(hasRegressed ? .bad : .good)) \(counts.joined(separator: ", "))")
    return style.spelled(TerminalText(lines: lines))
  }

  /// The comparison as `aplus-comparison/1`.
  package var json: JSON {
    [
      "comparison": "aplus-comparison/1", "regressed": .bool(hasRegressed),
      "adapters": .array(
        pairs.map { pair in
          [
            "old": .string(pair.old.name), "new": .string(pair.new.name),
            "changes": .array(
              pair.changes.map { change in
                [
                  "kind": .string(change.kind.rawValue), "id": .string(change.id), "old": .string(change.old),
                  "new": .string(change.new),
                ]
              }),
          ]
        }),
    ]
  }
}

extension Comparison.Change.Kind {
  fileprivate var heading: String {
    switch self {
    case .regression: "regressions"
    case .fix: "fixes"
    case .changed: "fail in another way"
    case .new: "new"
    case .lost: "lost"
    }
  }

  fileprivate var tone: ConsoleStyle.Tone {
    switch self {
    case .regression, .lost: .bad
    case .fix: .good
    case .changed: .broken
    case .new: .neutral
    }
  }
}
