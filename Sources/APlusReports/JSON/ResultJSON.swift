import APlusJSON
import APlusModel

extension JSON {
  /// A duration as reports write it.
  static func microseconds(_ seconds: Double) -> JSON {
    .integer(Int((min(max(seconds, 0), 31_536_000) * 1_000_000).rounded()))
  }

  /// Untrusted text, cut to one line.
  static func line(_ text: String, limit: Int = Excerpt.messageLimit) -> JSON {
    .string(Excerpt.line(text, limit: limit))
  }
}

extension Requirement {
  var json: JSON {
    var members: JSONObject = [
      "number": .string(number), "chapter": .string(chapter), "level": .string(level.rawValue),
      "source": .string(source), "text": .string(text),
    ]
    members["untestable"] = untestable.map(JSON.string)
    return .object(members)
  }
}

extension RunResult {
  /// The members that every form begins with.
  func facts(as form: String, in context: ReportContext) -> JSONObject {
    var members: JSONObject = [
      "schema": .string(form), "tool": ["name": "aplus-check", "version": .string(context.toolVersion)],
      "seed": .string(String(seed)), "options": .array(context.replayArguments.map(JSON.string)),
      "started": .string(timestamp),
    ]
    members["shard"] = shard.map { .string($0.description) }
    return members
  }
}

extension AdapterResult {
  /// The adapter's part of the document, with its cases.
  func json(seed: UInt64, in context: ReportContext) -> JSON {
    let summary = AdapterSummary(self)
    var members = facts(in: context)
    members["headline"] = .string(summary.headline)
    members["summary"] = summary.tally.json
    members["stale"] = .array((baseline?.stale ?? []).map(\.json))
    members["collected"] = .array(summary.incidental.map(\.json))
    members["cases"] = .array(
      cases.map { result in
        var members = result.members(of: self, seed: seed, in: context)
        members["standing"] = .string(CaseLine(result).word)
        return .object(members)
      })
    return .object(members)
  }

  /// The facts about the adapter that do not follow from its cases.
  func facts(in context: ReportContext) -> JSONObject {
    var members: JSONObject = [
      "name": .string(name), "argument": .string(argument), "host": identity?.json ?? .null,
      "launchFailure": launchFailure?.fullJSON ?? .null, "microseconds": .microseconds(seconds),
      "withdrawn": .array(
        withdrawn.map { ["capability": .string($0.capability.description), "reason": .line($0.reason)] }),
      "hint": hint.map { .line($0) } ?? .null, "missing": .array(missing.map { .string($0.description) }),
    ]
    members["file"] = file.flatMap(context.relativePath).map(JSON.string)
    members["baseline"] = baseline.map { baseline in
      [
        "file": .string(baseline.file), "complete": .bool(baseline.isComplete),
        "entries": .array(baseline.entries.map(\.json)),
      ]
    }
    if scope != .all {
      members["selection"] = [
        "chapters": .array(scope.chapters.map(JSON.string)), "total": scope.total.map { .integer($0) } ?? .null,
      ]
    }
    members["performances"] = performances.map { ["done": .integer($0.done), "wanted": .integer($0.wanted)] }
    if !stabilityStages.isEmpty {
      members["stability"] = [
        "stages": .array(
          StabilityText.stages(of: self).map { ["name": .string($0.name), "performances": .integer($0.performances)] }),
        "moved": .array(StabilityText.flakyCases(of: self).map(JSON.string)),
      ]
    }
    return members
  }
}

extension Tally {
  fileprivate var json: JSON {
    [
      "total": .integer(total), "passed": .integer(passed), "failed": .integer(failed), "errors": .integer(errors),
      "aftermath": .integer(aftermath), "notApplicable": .integer(notApplicable), "notReached": .integer(notReached),
      "advised": .integer(advised), "notRun": .integer(notRun), "expectedFailures": .integer(expectedFailures),
      "expectedInSomeRuns": .integer(expectedInSomeRuns), "unexpectedPasses": .integer(unexpectedPasses),
    ]
  }
}

extension HostIdentity {
  fileprivate var json: JSON {
    [
      "adapter": .line(adapter, limit: Excerpt.nameLimit), "language": .line(language, limit: Excerpt.nameLimit),
      "library": .line(library, limit: Excerpt.nameLimit), "version": .line(version, limit: Excerpt.nameLimit),
      "capabilities": .array(capabilities.sorted().map { .string($0.description) }),
      "quiescence": .string(quiescence.rawValue),
    ]
  }
}

extension IncidentalViolation {
  fileprivate var json: JSON {
    var members: JSONObject = [
      "requirement": .string(requirement), "cases": .integer(cases.count), "firstCase": .string(firstCase),
      "first": first.json,
    ]
    members["expected"] = expectation?.json
    return .object(members)
  }
}

extension ExpectedFailure {
  fileprivate var json: JSON {
    [
      "pattern": .line(pattern), "types": .array(types.map(JSON.string)), "inSomeRuns": .bool(isInSomeRuns),
      "reason": .line(reason), "line": .integer(line),
    ]
  }
}

extension BaselineResult.StaleEntry { fileprivate var json: JSON { ["entry": entry.json, "message": .line(message)] } }

extension HarnessError {
  fileprivate var json: JSON { ["type": .string(type.rawValue), "message": .line(message)] }

  /// The error with all lines of its message, for failed builds and starts.
  fileprivate var fullJSON: JSON { ["type": .string(type.rawValue), "message": .string(Excerpt.block(message))] }
}

extension Violation {
  fileprivate var json: JSON {
    [
      "law": law.map { .string($0.rawValue) } ?? .null, "requirement": .string(requirement),
      "type": .string(type.rawValue), "message": .line(message), "expected": .string(Excerpt.block(expected)),
      "observed": .string(Excerpt.block(observed)), "event": event.map(JSON.integer) ?? .null,
    ]
  }
}

extension CaseResult {
  /// The width of pictures in columns: they fit a terminal beside what a test runner puts before them.
  private static let pictureWidth = 96

  /// The case's part of the document, without what a baseline decides about it.
  func members(of adapter: AdapterResult, seed: UInt64, in context: ReportContext) -> JSONObject {
    var members: JSONObject = [
      "id": .string(scenario.id), "title": .string(scenario.title), "chapter": .string(scenario.chapter),
      "requirement": .string(scenario.requirement),
      "capabilities": .array(scenario.capabilities.map { .string($0.description) }),
      "microseconds": .microseconds(seconds),
    ]
    if let path = context.relativePath(scenario.source.file) {
      members["source"] = ["file": .string(path), "line": .integer(scenario.source.line)]
    }
    if let official = scenario.official {
      members["official"] = [
        "requirement": .string(official.requirement), "template": .string(official.template),
        "variant": .string(official.variant),
      ]
    }
    addVerdict(to: &members)
    members["expected"] = expectedFailure?.json
    addEvidence(to: &members)
    if let origin {
      members["origin"] = ["seed": .string(String(origin.seed)), "options": .array(origin.options.map(JSON.string))]
    }
    let line = CaseLine(self)
    if line.isPerformed, line.mark != .passed {
      var lines = FailureText(adapter: adapter, seed: seed, context: context)
      lines.width = Self.pictureWidth
      members["replay"] = .string(lines.replay(self))
      let picture = trace == nil ? [] : FailureBlock(self, lines).picture
      if !picture.isEmpty { members["picture"] = .array(picture.map(JSON.string)) }
    }
    return members
  }

  /// Adds the verdict, without regard to a baseline.
  private func addVerdict(to members: inout JSONObject) {
    switch status {
    case .notRun(let reason):
      members["verdict"] = "notRun"
      members["reason"] = .line(reason)
    case .judged(let verdict):
      switch verdict.outcome {
      case .conforms: members["verdict"] = "conforms"
      case .notReached(let requirements):
        members["verdict"] = "notReached"
        members["because"] = .array(requirements.map { .string($0) })
      case .violates:
        members["verdict"] = "violates"
        if verdict.isAdvice { members["level"] = "should" }
        members["violations"] = .array(verdict.violations.map(\.json))
      case .error(let error):
        members["verdict"] = "error"
        members["error"] = error.json
      case .notApplicable(let reason):
        members["verdict"] = "notApplicable"
        members["reason"] = .line(reason)
      }
    }
  }

  private func addEvidence(to members: inout JSONObject) {
    if let verdict {
      members["omitted"] = verdict.omitted > 0 ? .integer(verdict.omitted) : nil
      members["strength"] = verdict.strength.map { .string($0.rawValue) }
      members["concurrentStarts"] = verdict.concurrentStarts > 0 ? .integer(verdict.concurrentStarts) : nil
      members["collected"] = verdict.incidental.isEmpty ? nil : .array(verdict.incidental.map(\.json))
    }
    members["repetition"] = repetition.map { .string($0.word) }
    if case .aftermath(let cause) = repetition { members["aftermathOf"] = .string(cause) }
    if !outcomes.isEmpty { members["seen"] = .array(outcomes.map(\.json)) }
    if let trace {
      members["program"] = scenario.program.json
      members["trace"] = trace.json
    }
    if isTraceOmitted { members["traceOmitted"] = true }
    if !standardError.isEmpty {
      members["standardError"] = .string(Excerpt.block(standardError, limit: Excerpt.outputLimit))
    }
  }
}

extension StageOutcomes {
  fileprivate var json: JSON {
    [
      "stage": .string(stage),
      "verdicts": .array(counts.map { ["verdict": .string($0.outcome.name), "times": .integer($0.times)] }),
    ]
  }
}
