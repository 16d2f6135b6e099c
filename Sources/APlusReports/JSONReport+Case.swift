import APlusJSON
import APlusModel

extension CaseResult {
  /// The case's part of the document.
  func json(of adapter: AdapterResult, seed: UInt64, in context: ReportContext) -> JSON {
    var members: JSONObject = [
      "id": .string(scenario.id),
      "title": .string(scenario.title),
      "chapter": .string(scenario.chapter),
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
    addExpectation(to: &members)
    addEvidence(to: &members)
    if needsReplay {
      members["replay"] = .string(
        ReplayCommand.text(
          for: repeated,
          inOneHost: repeated.count > 1,
          adapter: adapter,
          seed: seed,
          in: context
        )
      )
    }
    return .object(members)
  }

  /// The cases that are to be performed again to see what this one showed.
  private var repeated: [String] {
    if case .aftermath(let cause) = standing { [cause, scenario.id] } else { [scenario.id] }
  }

  private var needsReplay: Bool {
    switch standing {
    case .failed, .aftermath, .errored, .expectedFailure, .expectedInSomeRuns, .unexpectedPass: true
    case .advised, .notReached: true
    case .passed, .notApplicable, .notRun: false
    }
  }

  /// What the judge said, whatever a baseline expects.
  private func addVerdict(to members: inout JSONObject) {
    switch status {
    case .notRun(let reason):
      members["verdict"] = "notRun"
      members["reason"] = .line(reason)
    case .judged(let verdict):
      switch verdict.outcome {
      case .conforms:
        members["verdict"] = "conforms"
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

  private func addExpectation(to members: inout JSONObject) {
    members["expected"] = expectedFailure?.json
  }

  private func addEvidence(to members: inout JSONObject) {
    if let verdict {
      members["untold"] = verdict.untold > 0 ? .integer(verdict.untold) : nil
      members["strength"] = verdict.strength.map { .string($0.rawValue) }
      members["concurrentStarts"] =
        verdict.concurrentStarts > 0 ? .integer(verdict.concurrentStarts) : nil
      members["collected"] =
        verdict.collected.isEmpty ? nil : .array(verdict.collected.map(\.json))
    }
    members["repetition"] = repetition.map { .string($0.word) }
    if case .aftermath(let cause) = repetition { members["aftermathOf"] = .string(cause) }
    if !sightings.isEmpty { members["seen"] = .array(sightings.map(\.json)) }
    if let trace {
      members["program"] = scenario.wire
      members["trace"] = trace.json
    }
    if isTraceOmitted { members["traceOmitted"] = true }
    if !standardError.isEmpty {
      members["standardError"] = .string(
        Excerpt.block(standardError, limit: Excerpt.outputLimit)
      )
    }
  }
}

extension StageSightings {
  /// What a part of the run showed of a case.
  fileprivate var json: JSON {
    [
      "stage": .string(stage),
      "verdicts": .array(
        counts.map { ["verdict": .string($0.sighting.name), "times": .integer($0.times)] }
      ),
    ]
  }
}
