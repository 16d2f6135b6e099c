import APlusModel

/// The cells of one adapter.
struct MatrixCells {
  /// How many lines of a program are shown.
  private static let programLines = 24

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

  func cell(for requirement: String) -> MatrixCell {
    var cell = MatrixCell()
    func add(_ kind: BoardStanding, _ result: CaseResult, _ type: String, _ entry: ExpectedFailure? = nil) {
      let reason = entry.map { Excerpt.line($0.reason) }
      let place = cell.failures.firstIndex { $0.kind == kind && $0.type == type && $0.reason == reason }
      if let place {
        cell.failures[place].cases.append(result.scenario.id)
        cell.failures[place].kinds.formUnion(kinds(of: kind, requirement, result, entry))
      } else {
        cell.failures.append(failure(kind, of: requirement, result, type, entry))
      }
    }
    for result in cases[requirement] ?? [] {
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
    if let entry = flakyIncidental[requirement] {
      cell.failures.append(failure(incidental: entry, .flaky))
    } else if let violation = incidental[requirement] {
      cell.failures.append(failure(violation))
    }
    return cell
  }

  /// A kind of failure with the details of its first case.
  private func failure(
    _ kind: BoardStanding, of requirement: String, _ result: CaseResult, _ type: String, _ entry: ExpectedFailure?
  ) -> MatrixFailure {
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
    let picture = isSteady && !isGrowth ? picture(of: violation, in: result) : []
    return MatrixFailure(
      kind: kind, cases: [result.scenario.id], type: type, kinds: kinds(of: kind, requirement, result, entry),
      isDocumented: entry?.isDocumented ?? false, reason: entry.map { Excerpt.line($0.reason) },
      message: message.map { Excerpt.line($0) }, title: result.scenario.title, picture: picture,
      program: picture.isEmpty ? program(of: result) : [], replay: replay(result.scenario.id))
  }

  /// What the failure means; of one that only some runs show, by its types alone.
  private func kinds(of kind: BoardStanding, _ requirement: String, _ result: CaseResult, _ entry: ExpectedFailure?)
    -> Set<FailureKind>
  {
    if kind == .flaky { return FailureKind.all(of: entry?.types ?? [], [], about: requirement) }
    let violations = result.verdict?.violations ?? []
    let own = violations.filter { $0.requirement == requirement }
    var types = [(violations.about(requirement)?.type ?? .state).rawValue]
    if case .error(let error)? = result.verdict?.outcome { types = [error.type.rawValue] }
    return FailureKind.all(of: entry?.types ?? types, own.isEmpty ? violations : own, about: requirement)
  }

  /// The program in words; the end of a long one is left out.
  private func program(of result: CaseResult) -> [String] {
    let lines = ProgramText.lines(of: result.scenario.program)
    let shown = lines.prefix(Self.programLines).map { Excerpt.line($0, limit: 200) }
    return shown + (lines.count > shown.count ? ["… \(lines.count - shown.count) more lines"] : [])
  }

  /// The failure for the incidental violations of a requirement.
  private func failure(_ violation: IncidentalViolation) -> MatrixFailure {
    if let entry = violation.expectation { return failure(incidental: entry, .fails) }
    let words = "\(violation.sentence), first in \(violation.firstCase): "
    return MatrixFailure(
      kind: .fails, cases: [], type: Self.word(violation.first.type.rawValue),
      kinds: FailureKind.all(of: [violation.first.type.rawValue], [violation.first], about: violation.requirement),
      message: Excerpt.line(words + violation.first.message), replay: replay(violation.firstCase))
  }

  /// The failure for a baseline's entry about incidental violations of a requirement.
  private func failure(incidental entry: ExpectedFailure, _ kind: BoardStanding) -> MatrixFailure {
    MatrixFailure(
      kind: kind, cases: [], type: Self.words(entry),
      kinds: FailureKind.all(of: entry.types, [], about: entry.incidentalRequirement ?? ""),
      isDocumented: entry.isDocumented, reason: Excerpt.line(entry.reason), replay: replay(nil))
  }

  private func picture(of violation: Violation?, in result: CaseResult) -> [String] {
    guard let trace = result.trace, let violation else { return [] }
    let expected = Excerpt.line(violation.expected)
    return TraceDiagram(trace, of: result.scenario.program).column(expected: expected, at: violation.event, limit: 16)
      .split(whereSeparator: \.isNewline).map(String.init)
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
