import APlusModel

/// The cells of one adapter.
struct MatrixCells {
  /// How many lines of a program are shown, and of a trace.
  private static let (programLines, traceLines) = (24, 16)
  /// How many lines there are at all, with those that are folded.
  private static let allLines = 200

  private var adapter: AdapterResult
  private var seed: UInt64
  private var context: ReportContext
  /// The cases about each requirement, and other cases that fail by violating it.
  private var cases: [String: [CaseResult]] = [:]
  private var incidental: [String: IncidentalViolation]
  /// The baseline's entries about incidental violations in some runs, whether or not this run shows
  /// them.
  private var flakyIncidental: [String: ExpectedFailure]
  /// Whether the order of handlers differs from run to run even in cases without threads.
  private var isOrderFlaky: Bool

  init(of adapter: AdapterResult, seed: UInt64, in context: ReportContext) {
    self.adapter = adapter
    self.seed = seed
    self.context = context
    // With the baseline, the command would not show an expected failure.
    self.context.replayArguments.append("--no-baseline")
    // Readers of the document have the tool at another path.
    self.context.program = "aplus-check"
    for result in adapter.cases { for requirement in result.rows { cases[requirement, default: []].append(result) } }
    incidental = Dictionary(uniqueKeysWithValues: IncidentalViolation.all(of: adapter).map { ($0.requirement, $0) })
    let isComplete = adapter.baseline?.isComplete == true
    flakyIncidental = (adapter.baseline?.incidental ?? [:]).filter { [incidental] in
      $1.isInSomeRuns && (isComplete || incidental[$0] != nil)
    }
    isOrderFlaky = adapter.cases.contains { result in
      guard case .expectedInSomeRuns(let entry) = result.standing else { return false }
      return entry.types.contains(FailureType.order.rawValue)
        && !result.scenario.capabilities.contains(Capability("threads"))
    }
  }

  /// The requirements with results, with their chapters, in order of first appearance.
  var requirements: [(number: String, chapter: String)] {
    adapter.cases.flatMap { result in result.rows.map { ($0, result.scenario.chapter) } }
      + incidental.values.sorted { $0.requirement < $1.requirement }.map { ($0.requirement, $0.chapter) }
      + flakyIncidental.keys.sorted().map { ($0, "") }
  }

  /// Whether there are results for a requirement.
  func concerns(_ requirement: String) -> Bool {
    cases[requirement] != nil || incidental[requirement] != nil || flakyIncidental[requirement] != nil
  }

  /// How many of the cases about a requirement need a feature.
  enum Need {
    case noCase
    case someCases
    case allCases
  }

  /// How many of the cases of a row are about its requirement and need the capability of this name.
  func needs(_ feature: String, for requirement: String) -> Need {
    let all = cases[requirement] ?? []
    let count = all.count { $0.isAbout(requirement, needing: feature) }
    return count == 0 ? .noCase : count < all.count ? .someCases : .allCases
  }

  /// Cases that fail alike.
  private struct Alike {
    let kind: BoardStanding
    let type: String
    let entry: ExpectedFailure?
    var results: [CaseResult]
  }

  /// The cell of a requirement.
  ///
  /// - Parameters:
  ///   - requirement: The number of the requirement.
  ///   - feature: The capability that the requirement's own cases must need; nil for all cases, and for what those
  ///     about other requirements show.
  /// - Returns: The counts and failures.
  func cell(for requirement: String, needing feature: String? = nil) -> MatrixCell {
    var cell = MatrixCell()
    var groups: [Alike] = []
    func add(_ kind: BoardStanding, _ result: CaseResult, _ type: String, _ entry: ExpectedFailure? = nil) {
      let place = groups.firstIndex { $0.kind == kind && $0.type == type && $0.entry?.reason == entry?.reason }
      if let place {
        groups[place].results.append(result)
      } else {
        groups.append(Alike(kind: kind, type: type, entry: entry, results: [result]))
      }
    }
    for result in cases[requirement] ?? [] where feature.map({ result.isAbout(requirement, needing: $0) }) ?? true {
      cell.total += 1
      switch result.standing {
      case .passed, .unexpectedPass, .advised: cell.passed += 1
      case .notApplicable: cell.notApplicable += 1
      case .notReached, .aftermath: cell.notReached += 1
      case .notRun: cell.notRun += 1
      case .failed where !result.shows(requirement), .expectedFailure where !result.shows(requirement):
        cell.notReached += 1
      case .failed(let violations):
        cell.failed += 1
        add(.fails, result, Self.word((violations.about(requirement)?.type ?? .state).rawValue))
      case .errored(let error):
        cell.errors += 1
        add(.errored, result, Self.word(error.type.rawValue))
      case .expectedFailure(let entry) where entry.isAboutErrors:
        cell.errors += 1
        add(.errored, result, Self.words(entry), entry)
      case .expectedFailure(let entry):
        cell.failed += 1
        add(.fails, result, Self.words(entry), entry)
      case .expectedInSomeRuns(let entry):
        cell.flaky += 1
        add(.flaky, result, Self.words(entry), entry)
      }
    }
    cell.failures = groups.map { failure(of: requirement, $0) }
    guard feature == nil else { return cell }
    if let entry = flakyIncidental[requirement] {
      cell.failures.append(unshown(entry))
    } else if let violation = incidental[requirement] {
      cell.failures.append(failure(violation))
    }
    return cell
  }

  /// A kind of failure with the details of its simplest case.
  private func failure(of requirement: String, _ alike: Alike) -> MatrixFailure {
    let (kind, entry) = (alike.kind, alike.entry)
    let result = simplest(of: alike.results)
    let violation = result.verdict?.violations.about(requirement)
    let isSteady = kind != .flaky && (entry?.types.count ?? 1) == 1 && result.isSteady(whereOrderIsFlaky: isOrderFlaky)
    var message = violation?.message
    // Clock readings differ from run to run.
    let isGrowth = violation?.type == .growth
    var isTimed = isGrowth
    if case .error(let error)? = result.verdict?.outcome {
      message = error.message
      isTimed = [.timeout, .computing].contains(error.type)
    }
    // Where the message could differ from run to run, only the baseline's reason is shown.
    if entry != nil, !isSteady || isTimed { message = nil }
    let example = example(result, showing: isSteady && !isGrowth ? violation : nil)
    let kinds = alike.results.reduce(into: Set()) { $0.formUnion(self.kinds(of: kind, requirement, $1, entry)) }
    return MatrixFailure(
      kind: kind, cases: alike.results.map(\.scenario.id), type: alike.type, kinds: kinds,
      isDocumented: entry?.isDocumented ?? false, reason: entry.map { Excerpt.line($0.reason) },
      message: message.map { Excerpt.line($0) },
      expected: message == nil ? nil : violation.map { Excerpt.line($0.expected) }, example: example,
      replay: replay(result.scenario.id))
  }

  /// The case to show of those that fail alike: one whose trace another run would show, then the shortest.
  private func simplest(of results: [CaseResult]) -> CaseResult {
    let keys = results.map { result in
      let isGenerated = result.scenario.chapter == Scenario.generatedChapter
      let isSteady = result.isSteady(whereOrderIsFlaky: isOrderFlaky)
      return (isGenerated ? 1 : 0, isSteady ? 0 : 1, result.scenario.length)
    }
    return results[results.indices.min { keys[$0] < keys[$1] } ?? 0]
  }

  /// What the failure means; of one that only some runs show, by its types alone.
  private func kinds(of kind: BoardStanding, _ requirement: String, _ result: CaseResult, _ entry: ExpectedFailure?)
    -> Set<FailureKind>
  {
    if kind == .flaky { return FailureKind.all(of: entry?.types ?? [], [], about: requirement, because: entry?.reason) }
    let violations = result.verdict?.violations ?? []
    let own = violations.filter { $0.requirement == requirement }
    var types = [(violations.about(requirement)?.type ?? .state).rawValue]
    if case .error(let error)? = result.verdict?.outcome { types = [error.type.rawValue] }
    return FailureKind.all(
      of: entry?.types ?? types, own.isEmpty ? violations : own, about: requirement, because: entry?.reason)
  }

  /// The failure for the incidental violations of a requirement, with the simplest case that shows one.
  private func failure(_ incidental: IncidentalViolation) -> MatrixFailure {
    let ids = Set(incidental.cases)
    let result = simplest(of: adapter.cases.filter { ids.contains($0.scenario.id) })
    let violation = result.verdict?.incidental.first { $0.requirement == incidental.requirement }
    let isSteady = result.isSteady(whereOrderIsFlaky: isOrderFlaky) && violation?.type != .growth
    let example = example(result, showing: isSteady ? violation : nil)
    if let entry = incidental.expectation {
      var failure = failure(.fails, incidental: entry)
      failure.example = example
      failure.replay = replay(result.scenario.id)
      return failure
    }
    let words = "\(incidental.sentence), first in \(incidental.firstCase): "
    return MatrixFailure(
      kind: .fails, cases: [], type: Self.word(incidental.first.type.rawValue),
      kinds: FailureKind.all(of: [incidental.first.type.rawValue], [incidental.first], about: incidental.requirement),
      message: Excerpt.line(words + incidental.first.message), expected: Excerpt.line(incidental.first.expected),
      example: example, replay: replay(result.scenario.id))
  }

  /// The failure for a baseline's entry about incidental violations in some runs, whatever this run shows.
  private func unshown(_ entry: ExpectedFailure) -> MatrixFailure {
    var failure = failure(.flaky, incidental: entry)
    failure.note = "No one program shows it: it comes in some runs only, in cases about other requirements."
    return failure
  }

  /// What a baseline's entry says of incidental violations.
  private func failure(_ kind: BoardStanding, incidental entry: ExpectedFailure) -> MatrixFailure {
    MatrixFailure(
      kind: kind, cases: [], type: Self.words(entry),
      kinds: FailureKind.all(of: entry.types, [], about: entry.incidentalRequirement ?? "", because: entry.reason),
      isDocumented: entry.isDocumented, reason: Excerpt.line(entry.reason), replay: replay(nil))
  }

  /// The case with its trace around a violation, or else with its program in words.
  private func example(_ result: CaseResult, showing violation: Violation?) -> MatrixFailure.Example {
    if let trace = result.trace, let violation {
      let diagram = TraceDiagram(trace, of: result.scenario.program)
      let expected = Excerpt.line(violation.expected)
      func column(_ limit: Int) -> [String] {
        diagram.column(expected: expected, at: violation.event, limit: limit).split(whereSeparator: \.isNewline).map(
          String.init)
      }
      let near = diagram.part(at: violation.event, limit: Self.traceLines)
      let omitted = diagram.part(at: violation.event, limit: Self.allLines).before
      // One line says how many are omitted.
      let start = near.before - omitted + (omitted > 0 ? 1 : 0)
      // The line about what was expected stands among those of the trace.
      return MatrixFailure.Example(
        of: result.scenario, picture: column(Self.allLines), program: [], window: start..<(start + near.lines.count + 1)
      )
    }
    let lines = ProgramText.lines(of: result.scenario.program)
    let shown = lines.prefix(Self.allLines).map { Excerpt.line($0, limit: 200) }
    let rest = lines.count - shown.count
    return MatrixFailure.Example(
      of: result.scenario, picture: [], program: shown + (rest > 0 ? ["… \(rest) more lines"] : []),
      window: 0..<Self.programLines)
  }

  private func replay(_ scenario: String?) -> String {
    ReplayCommand.text(for: [scenario].compactMap(\.self), adapter: adapter, seed: seed, in: context)
  }

  /// The types of an entry, as the baseline spells them.
  private static func words(_ entry: ExpectedFailure) -> String { entry.types.map(word).joined(separator: " or ") }

  /// A type as a baseline spells it.
  private static func word(_ type: String) -> String {
    type.split(separator: ".", maxSplits: 1).last.map(String.init) ?? type
  }
}

extension Scenario {
  /// The number of steps of the program.
  var length: Int {
    var count = 0
    program.forEachStep { _ in count += 1 }
    return count
  }
}

extension [Violation] {
  /// The first violation of a requirement; the first of all where there is none.
  fileprivate func about(_ requirement: String) -> Violation? { first { $0.requirement == requirement } ?? first }
}

extension CaseResult {
  /// The requirements whose cells the case counts in: its own, and those that it violates.
  fileprivate var rows: [String] {
    let own = scenario.requirement
    let isEachRun = if case .failed = standing { true } else if case .expectedFailure = standing { true } else { false }
    guard isEachRun else { return [own] }
    let violated = Set((verdict?.violations ?? []).map(\.requirement))
    return [own] + violated.subtracting([own]).sorted()
  }

  /// Whether the requirement is the case's own, and the case needs the capability of this name.
  fileprivate func isAbout(_ requirement: String, needing feature: String) -> Bool {
    scenario.requirement == requirement && scenario.capabilities.contains { $0.name == feature }
  }

  /// Whether the failure counts for a requirement; false where the case failed before reaching it.
  ///
  /// The tool's own requirements refine those of the specifications: a violation of the latter
  /// violates both.
  fileprivate func shows(_ requirement: String) -> Bool {
    let violated = (verdict?.violations ?? []).map(\.requirement)
    return violated.isEmpty || violated.contains(requirement) || Prevalence.isOwn(scenario.requirement)
  }

  /// Whether another run would show the same trace.
  ///
  /// On one stack, the program decides the order of events, and the library that of several
  /// handlers. On several stacks, the system decides. The trace of a host that was ended depends on
  /// the clock, and whether a long trace is kept depends on the other traces.
  fileprivate func isSteady(whereOrderIsFlaky isOrderFlaky: Bool) -> Bool {
    guard let trace, trace.ending == .quiet, trace.events.count <= 1000 else { return false }
    let calls = trace.events.count { event in
      if case .begin(_, let frame) = event.kind { frame.isUserCode } else { false }
    }
    return trace.events.allSatisfy { $0.stack == 0 } && (!isOrderFlaky || calls < 2)
  }
}
