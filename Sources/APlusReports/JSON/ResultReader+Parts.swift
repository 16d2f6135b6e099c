import APlusJSON
import APlusModel

extension RunResult {
  init(_ reader: ResultReader, _ adapters: [AdapterResult]) throws(SavedFileError) {
    self.init(
      adapters: adapters, seed: try reader.seed(), seconds: try reader.seconds(),
      timestamp: try reader.string("started"), isInterrupted: try reader.bool("interrupted"))
    if let text = reader.json["shard"]?.stringValue {
      guard let shard = Shard(text) else { throw reader.error("shard", "a string such as \"2/4\"") }
      self.shard = shard
    }
  }
}

extension AdapterResult {
  /// Reads the facts about an adapter, without its cases.
  init(facts reader: ResultReader) throws(SavedFileError) {
    self.init(
      name: try reader.string("name"), argument: try reader.string("argument"),
      identity: try reader.partIfPresent("host").map(HostIdentity.init), cases: [],
      launchFailure: try reader.partIfPresent("launchFailure").map(HarnessError.init), seconds: try reader.seconds(),
      missing: try reader.strings("missing").flatMap(Capability.parse))
    for part in try reader.list("withdrawn") {
      let reason = try part.string("reason")
      withdrawn += Capability.parse(try part.string("capability")).map { WithdrawnCapability($0, because: reason) }
    }
    hint = reader.json["hint"]?.stringValue
    file = reader.json["file"]?.stringValue
    if let part = reader.partIfPresent("stability") {
      stabilityStages = try part.list("stages").map { part throws(SavedFileError) in
        Stage(name: try part.string("name"), performances: try part.integer("performances"), jobs: 1)
      }
    }
    performances = try reader.partIfPresent("performances").map { part throws(SavedFileError) in
      Performances(done: try part.integer("done"), wanted: try part.integer("wanted"))
    }
    if let part = reader.partIfPresent("selection") {
      scope = RunScope(chapters: try part.strings("chapters"), total: part.json["total"]?.intValue)
    }
    guard let part = reader.partIfPresent("baseline") else { return }
    let path = try part.string("file")
    let entries = try part.list("entries").map { entry throws(SavedFileError) in try ExpectedFailure(entry, path) }
    baseline = BaselineResult(
      file: path, entries: entries,
      incidental: Dictionary(
        entries.compactMap { entry in entry.incidentalRequirement.map { ($0, entry) } },
        uniquingKeysWith: { first, _ in first }), isComplete: try part.bool("complete"))
  }
}

extension HostIdentity {
  fileprivate init(_ reader: ResultReader) throws(SavedFileError) {
    self.init(
      adapter: try reader.string("adapter"), language: try reader.string("language"),
      library: try reader.string("library"), version: try reader.string("version"),
      capabilities: try reader.strings("capabilities").flatMap(Capability.parse),
      quiescence: try reader.word("quiescence"))
  }
}

extension HarnessError {
  fileprivate init(_ reader: ResultReader) throws(SavedFileError) {
    self.init(type: try reader.word("type"), message: try reader.string("message"))
  }
}

extension ExpectedFailure {
  init(_ reader: ResultReader, _ file: String) throws(SavedFileError) {
    self.init(
      pattern: try reader.string("pattern"), types: try reader.strings("types"),
      isInSomeRuns: try reader.bool("inSomeRuns"), reason: try reader.string("reason"), file: file,
      line: try reader.integer("line"))
  }
}

extension Violation {
  fileprivate init(_ reader: ResultReader) throws(SavedFileError) {
    self.init(
      law: reader.json["law"] == .null ? nil : try reader.word("law"), requirement: try reader.string("requirement"),
      type: try reader.word("type"), message: try reader.string("message"), expected: try reader.string("expected"),
      observed: try reader.string("observed"), event: reader.json["event"]?.intValue)
  }
}

extension CaseResult {
  /// Reads a case.
  ///
  /// - Parameters:
  ///   - reader: The case's part of a document, or its line.
  ///   - file: The path of the baseline that has its expected failure.
  /// - Throws: Which member is missing or has the wrong type.
  init(_ reader: ResultReader, baseline file: String) throws(SavedFileError) {
    self.init(
      scenario: try Scenario(reader), status: try Self.status(reader), seconds: try reader.seconds(),
      standardError: reader.json["standardError"]?.stringValue ?? "",
      expectedFailure: try reader.partIfPresent("expected").map { part throws(SavedFileError) in
        try ExpectedFailure(part, file)
      })
    isTraceOmitted = reader.json["traceOmitted"]?.boolValue ?? false
    if let trace = reader.json["trace"] {
      do {
        self.trace = try Trace(json: trace)
        scenario.program = try Program(json: reader.part("program").json)
      } catch let error as SavedFileError { throw error } catch {
        throw reader.error("trace", "a trace with its program: \(error)")
      }
    }
    outcomes = try reader.list("seen").map(StageOutcomes.init)
    if let word = reader.json["repetition"]?.stringValue { repetition = try Self.repetition(word, reader) }
    if let part = reader.partIfPresent("origin") {
      origin = Origin(seed: try part.seed(), options: try part.strings("options"))
    }
  }

  private static func status(_ reader: ResultReader) throws(SavedFileError) -> Status {
    let outcome: Verdict.Outcome
    switch try reader.string("verdict") {
    case "notRun": return .notRun(reason: try reader.string("reason"))
    case "conforms": outcome = .conforms
    case "violates": outcome = .violates
    case "notReached": outcome = .notReached(because: try reader.strings("because"))
    case "notApplicable": outcome = .notApplicable(reason: try reader.string("reason"))
    case "error": outcome = .error(try HarnessError(reader.part("error")))
    default: throw reader.error("verdict", "a verdict")
    }
    return .judged(
      Verdict(
        outcome: outcome, violations: try reader.list("violations").map(Violation.init),
        incidental: try reader.list("collected").map(Violation.init), omitted: reader.json["omitted"]?.intValue ?? 0,
        strength: reader.json["strength"] == nil ? nil : try reader.word("strength"),
        concurrentStarts: reader.json["concurrentStarts"]?.intValue ?? 0, isAdvice: reader.json["level"] == "should"))
  }

  private static func repetition(_ word: String, _ reader: ResultReader) throws(SavedFileError) -> Repetition {
    for known in [Repetition.repeated, .notRepeated] where known.word == word { return known }
    let aftermath = Repetition.aftermath(of: try reader.string("aftermathOf"))
    guard aftermath.word == word else { throw reader.error("repetition", "a known word") }
    return aftermath
  }
}

extension Scenario {
  /// Reads the members that reports show; the catalogue has the program and expectations.
  fileprivate init(_ reader: ResultReader) throws(SavedFileError) {
    self.init(
      id: try reader.string("id"), title: try reader.string("title"), chapter: try reader.string("chapter"),
      requirement: try reader.string("requirement"), decides: [], expectations: [],
      capabilities: try reader.strings("capabilities").flatMap(Capability.parse), program: Program(steps: []),
      // The source is saved only where it is inside the working directory of the run.
      source: SourceLocation(file: "../", line: 0))
    if let part = reader.partIfPresent("source") {
      source = SourceLocation(file: try part.string("file"), line: try part.integer("line"))
    }
    if let part = reader.partIfPresent("official") {
      let words = [try part.string("template"), try part.string("variant")].filter { !$0.isEmpty }
      official = OfficialCase(
        requirement: try part.string("requirement"), key: words.joined(separator: " "), scenario: id)
    }
  }
}

extension StageOutcomes {
  fileprivate init(_ reader: ResultReader) throws(SavedFileError) {
    var outcomes: [RunOutcome] = []
    for part in try reader.list("verdicts") {
      guard let outcome = RunOutcome(name: try part.string("verdict")) else { throw part.error("verdict", "a verdict") }
      outcomes += Array(repeating: outcome, count: min(max(0, try part.integer("times")), 1_000_000))
    }
    self.init(stage: try reader.string("stage"), of: outcomes)
  }
}
