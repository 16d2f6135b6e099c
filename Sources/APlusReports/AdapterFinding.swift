import APlusModel
import OrderedCollections

/// A finding that is not a case: what a run reports besides the verdicts.
struct AdapterFinding {
  /// `aplus.required`, `aplus.stale-expectation`, or the type of an error or violation.
  var type: String
  /// A name that does not change from run to run.
  var title: String
  /// What was found, on one line.
  var message: String
  /// The command that repeats the finding; nil where none does.
  var replay: String?
  /// The entry of a baseline to change; nil where the finding is not about one.
  var entry: ExpectedFailure?
  /// Whether a baseline expects it.
  var isExpected = false

  /// All findings about an adapter: the failed start, missing capabilities, incidental
  /// violations and stale entries.
  static func all(of adapter: AdapterResult, in lines: FailureText) -> [AdapterFinding] {
    var found: [AdapterFinding] = []
    if let failure = adapter.launchFailure {
      let isWiring = failure.type == .wiring
      found.append(
        AdapterFinding(
          type: failure.type.rawValue, title: isWiring ? "adapter is wired correctly" : "adapter starts",
          message: Excerpt.line(failure.message.errorLine)))
    }
    found += adapter.missing.map { capability in
      AdapterFinding(
        type: "aplus.required", title: "adapter provides \(capability)",
        message: "the adapter lacks \(capability), which is required")
    }
    found += IncidentalViolation.all(of: adapter).map { violation in
      let detail =
        violation.expectation.map { "as expected: \($0.reason)" }
        ?? "first in \(violation.firstCase): \(violation.first.message)"
      return AdapterFinding(
        type: violation.first.type.rawValue, title: "\(violation.requirement) holds in cases about other requirements",
        message: Excerpt.line("\(violation.sentence), \(detail)"), replay: lines.replay(violation.firstCase),
        isExpected: violation.expectation != nil)
    }
    found += (adapter.baseline?.stale ?? []).map { stale in
      AdapterFinding(
        type: "aplus.stale-expectation", title: "\(stale.entry.pattern) is expected to fail",
        message: Excerpt.line(stale.message), entry: stale.entry)
    }
    return found
  }

  /// The parts by name, for formats with named members.
  var members: [(key: String, value: String)] {
    [("type", type), ("message", message)] + (replay.map { [("replay", $0)] } ?? [])
  }
}

extension AdapterResult {
  /// What the smoke gate found about an adapter that it did not refuse, a notice each; claims that
  /// are withdrawn for one reason have one notice.
  var notices: [String] {
    let claims = OrderedDictionary(grouping: withdrawn, by: \.reason).map { reason, withdrawn in
      "without \(withdrawn.map(\.capability.description).joined(separator: ", ")): \(reason)"
    }
    return claims + [hint].compactMap(\.self)
  }
}
