extension Requirement.Outcome {
  /// The most further cases that a message names.
  private static let namedCases = 8

  /// Sums up the cases that ask for a requirement, and violations of it in cases about others.
  init(of cases: [Results.Document.Case], and elsewhere: [Results.Document.Elsewhere], baseline: String?) {
    let failed = cases.filter(\.isFailure)
    failures = Self.grouped(failed.filter { $0.expected == nil })
    known = failed.compactMap { failed in failed.expected.map { Known(text: failed.text, reason: $0.reason) } }
    for passed in cases where passed.verdict == "conforms" {
      guard let entry = passed.expected, !entry.inSomeRuns else { continue }
      let place = "\(baseline ?? "the baseline"):\(entry.line)"
      failures.append("\(passed.heading)\npasses, but \(place) expects it to fail; delete that entry")
    }
    for violation in elsewhere {
      let text = violation.text
      if let entry = violation.expected {
        known.append(Known(text: text, reason: entry.reason))
      } else {
        failures.append(text)
      }
    }
    let isDecided = !failures.isEmpty || !known.isEmpty || cases.contains { $0.verdict == "conforms" }
    if !isDecided { skipped = cases.lazy.compactMap(\.whyUndecided).first ?? "no case was run" }
  }

  /// A message for each type of failure: its first case, and the names of the others.
  private static func grouped(_ failed: [Results.Document.Case]) -> [String] {
    var types: [String] = []
    for one in failed where !types.contains(one.type) { types.append(one.type) }
    return types.map { type in
      let same = failed.filter { $0.type == type }
      let others = same.dropFirst().map(\.id)
      guard !others.isEmpty else { return same[0].text }
      let more = others.count > namedCases ? " and \(others.count - namedCases) more" : ""
      return "\(same[0].text)\n\nalso      \(others.prefix(namedCases).joined(separator: ", "))\(more)"
    }
  }
}

extension Results.Document.Case {
  /// Whether the case fails, whether that is expected or not; advice is no failure.
  fileprivate var isFailure: Bool {
    switch verdict {
    case "violates": level != "should"
    case "error", "notRun": true
    default: false
    }
  }

  fileprivate var type: String { violations?.first?.type ?? error?.type ?? verdict }

  fileprivate var heading: String { "\(id) \(title)" }

  /// What was found, with the picture of it, and the command that repeats the case.
  fileprivate var text: String {
    let message = violations?.first?.message ?? error?.message ?? reason ?? verdict
    let shown =
      picture?.joined(separator: "\n") ?? violations?.first.map { "expected  \($0.expected)\nobserved  \($0.observed)" }
    let parts = ["\(heading)\n\(message) (\(type))", shown, replay.map { "repeat    \($0)" }]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  /// Why the case has no verdict.
  fileprivate var whyUndecided: String? {
    switch verdict {
    case "notApplicable": "not applicable: \(reason ?? "")"
    case "notReached": "not reached, because of violations of \((because ?? []).joined(separator: ", "))"
    case "violates": "only advised: \(violations?.first?.message ?? "")"
    default: nil
    }
  }
}

extension Results.Document.Elsewhere {
  fileprivate var text: String {
    "\(first.message) (\(first.type)), in \(cases == 1 ? "a case" : "\(cases) cases") about other requirements, first in"
      + " \(firstCase)\n\nexpected  \(first.expected)\nobserved  \(first.observed)"
  }
}
