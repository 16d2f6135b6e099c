import APlusJSON
import APlusModel

extension AdapterResult {
  /// The adapter's part of the document.
  func json(seed: UInt64, in context: ReportContext) -> JSON {
    let tally = Tally(cases)
    var members: JSONObject = [
      "name": .string(name),
      "argument": .string(argument),
      "host": identity?.json ?? .null,
      "launchFailure": launchFailure?.json ?? .null,
      "headline": .string(Headline.text(for: self)),
      "microseconds": .microseconds(seconds),
      "summary": [
        "total": .integer(tally.total),
        "passed": .integer(tally.passed),
        "failed": .integer(tally.failed),
        "errors": .integer(tally.errors),
        "aftermath": .integer(tally.aftermath),
        "notApplicable": .integer(tally.notApplicable),
        "notReached": .integer(tally.notReached),
        "advised": .integer(tally.advised),
        "notRun": .integer(tally.notRun),
        "expectedFailures": .integer(tally.expectedFailures),
        "expectedInSomeRuns": .integer(tally.expectedInSomeRuns),
        "unexpectedPasses": .integer(tally.unexpectedPasses),
      ],
      "stale": .array((baseline?.stale ?? []).map(\.json)),
      "withdrawn": .array(
        withdrawn.map {
          ["capability": .string($0.capability.description), "reason": .line($0.reason)]
        }
      ),
      "hint": hint.map { .line($0) } ?? .null,
      "missing": .array(missing.map { .string($0.description) }),
      "collected": .array(CollectedViolation.all(of: self).map(\.json)),
      "cases": .array(cases.map { $0.json(of: self, seed: seed, in: context) }),
    ]
    if !stabilityStages.isEmpty {
      members["stability"] = [
        "stages": .array(
          StabilityText.stages(of: self).map {
            ["name": .string($0.name), "performances": .integer($0.performances)]
          }
        ),
        "moved": .array(StabilityText.moved(in: self).map(JSON.string)),
      ]
    }
    return .object(members)
  }
}

extension HostIdentity {
  fileprivate var json: JSON {
    [
      "adapter": .line(adapter, limit: Excerpt.nameLimit),
      "language": .line(language, limit: Excerpt.nameLimit),
      "library": .line(library, limit: Excerpt.nameLimit),
      "version": .line(version, limit: Excerpt.nameLimit),
      "capabilities": .array(capabilities.sorted().map { .string($0.description) }),
      "quiescence": .string(quiescence.rawValue),
    ]
  }
}

extension CollectedViolation {
  fileprivate var json: JSON {
    var members: JSONObject = [
      "requirement": .string(requirement),
      "cases": .integer(cases.count),
      "firstCase": .string(firstCase),
      "first": first.json,
    ]
    members["expected"] = expectation?.json
    return .object(members)
  }
}

extension ExpectedFailure {
  /// The entry's part of the document.
  var json: JSON {
    [
      "pattern": .line(pattern),
      "types": .array(types.map(JSON.string)),
      "inSomeRuns": .bool(isInSomeRuns),
      "reason": .line(reason),
      "line": .integer(line),
    ]
  }
}

extension BaselineResult.StaleEntry {
  fileprivate var json: JSON { ["entry": entry.json, "message": .line(message)] }
}

extension HarnessError {
  /// The error's part of the document.
  var json: JSON { ["type": .string(type.rawValue), "message": .line(message)] }
}

extension Violation {
  /// The violation's part of the document.
  var json: JSON {
    [
      "law": law.map { .string($0.rawValue) } ?? .null,
      "requirement": .string(requirement),
      "type": .string(type.rawValue),
      "message": .line(message),
      "expected": .string(Excerpt.block(expected, limit: Excerpt.comparisonLimit)),
      "observed": .string(Excerpt.block(observed, limit: Excerpt.comparisonLimit)),
      "event": event.map(JSON.integer) ?? .null,
    ]
  }
}
