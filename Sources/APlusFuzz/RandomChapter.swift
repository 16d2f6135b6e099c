import APlusCases
package import APlusModel

/// The chapter of generated programs that is part of every run.
///
/// Programs and seed are fixed, so that verdicts and counts are stable. There is a case for each
/// requirement that laws can name; the case fails where any of the programs violates the
/// requirement.
package enum RandomChapter {
  package static let name = Scenario.generatedChapter
  /// Changed only with a release.
  private static let seed: UInt64 = 1

  /// How many programs are written with these capabilities.
  ///
  /// Each program is run on every library that has the capabilities it uses.
  private static let groups: [(count: Int, capabilities: [Capability])] = [
    (250, []),
    (250, ["thenables", "accessors", "nonfunctions", "any-reason", "adopting-resolve"].map { Capability($0) }),
    (60, ["thenables", "adopting-resolve", "combinators:all,race,any,allSettled"].flatMap(Capability.parse)),
    (40, ["adopting-resolve", "cancellation:downstream", "cancellation:one-way"].flatMap(Capability.parse)),
    (40, ["adopting-resolve", "thenables", "combinators:all,any,executor,finally,try"].flatMap(Capability.parse)),
    (40, ["combinators:delay,finally,recover,retry,sequence,timeout,try"].flatMap(Capability.parse)),
  ]

  /// The requirements that the laws and the oracle name, and the chapter's own; a test checks the
  /// list.
  package static let requirements = [
    "2.1", "2.1.1", "2.1.1.1", "2.1.2", "2.1.2.1", "2.1.2.2", "2.1.3", "2.1.3.1", "2.1.3.2", "2.2.1.1", "2.2.1.2",
    "2.2.2.1", "2.2.2.2", "2.2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3", "2.2.4", "2.2.5", "2.2.6.1", "2.2.6.2", "2.2.7",
    "2.2.7.1", "2.2.7.2", "2.2.7.3", "2.2.7.4", "2.3", "2.3.1", "2.3.2", "2.3.2.1", "2.3.2.2", "2.3.2.3", "2.3.3",
    "2.3.3.1", "2.3.3.2", "2.3.3.3", "2.3.3.3.1", "2.3.3.3.2", "2.3.3.3.3", "2.3.3.3.4.1", "2.3.3.3.4.2", "2.3.3.4",
    "2.3.4", "C4", "CR1", "CX-1", "CX-2", "F3", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "RX-C1", "RX-C3",
    "RX-C4", "RX-C7", "RX-C8", "RX-C10", "RX-C11", "RX-C15", "RX-C16", "RX-S5", "T-order", "Z-cancel", "Z-combine",
    "Z-drop", ownRequirement,
  ]

  /// The capability that a program must use to exercise requirements whose numbers have a prefix;
  /// every program exercises the others.
  private static let uses = [
    ("2.3.3.", "thenables"), ("C4", "thenables"), ("2.2.1.", "nonfunctions"), ("CR", "cancellation"),
    ("CX", "contexts"), ("F3", "threads"), ("T-", "threads"), ("K", "combinators"), ("RX-C", "cancellation"),
    ("Z-cancel", "cancellation"), ("Z-combine", "combinators"),
  ]

  /// The requirement that a program runs to its end.
  package static let ownRequirement = "P1"

  /// The programs, as they are performed.
  package static let programs: [Scenario] = {
    var scenarios: [Scenario] = []
    for (count, capabilities) in groups {
      let generator = ProgramGenerator(seed: seed, capabilities: capabilities)
      for index in 0..<count { scenarios.append(scenario(index, of: generator, number: scenarios.count)) }
    }
    return scenarios
  }()

  private static func scenario(_ index: Int, of generator: ProgramGenerator, number: Int) -> Scenario {
    Scenario(
      generated: generator.program(at: index).program, id: "\(name).\(number)", title: "Generated program",
      claims: generator.capabilities)
  }

  /// The cases whose requirements a catalogue has; none where it lacks the chapter.
  package static func cases(of catalogue: [Requirement]) -> [Scenario] {
    guard catalogue.contains(where: { $0.number == ownRequirement && $0.chapter == name }) else { return [] }
    // The other programs are made only where they are performed.
    let generator = ProgramGenerator(seed: seed, capabilities: groups[0].capabilities)
    let first = scenario(0, of: generator, number: 0)
    let known = Set(catalogue.map(\.number))
    return requirements.filter(known.contains).map { requirement in
      var scenario = first
      scenario.id = "\(name)-\(requirement)"
      scenario.title =
        requirement == ownRequirement
        ? "Every generated program comes to its end" : "No generated program violates \(requirement)"
      scenario.requirement = requirement
      scenario.source = SourceLocation(file: "specs/\(name)/requirements.json", line: 1)
      return scenario
    }
  }

  /// Whether an id is that of a program, not of a case.
  package static func isProgram(_ id: String) -> Bool { id.hasPrefix("\(name).") }

  /// The requirement whose case a program's result counts for; nil where the program did not fail.
  package static func requirement(of result: CaseResult) -> String? {
    guard let key = Finding.Key(result) else { return nil }
    return requirements.contains(key.requirement) ? key.requirement : ownRequirement
  }

  /// The result of a failed program under the id of the case that it counts for; any other
  /// unchanged.
  package static func renamed(_ result: CaseResult) -> CaseResult {
    guard isProgram(result.scenario.id), let requirement = requirement(of: result) else { return result }
    var renamed = result
    renamed.scenario.id = "\(name)-\(requirement)"
    return renamed
  }

  /// Folds the results of programs into those of cases: a case gets the result of the smallest
  /// program that violates its requirement, or else conforms.
  ///
  /// - Parameters:
  ///   - results: The results of all scenarios that were performed.
  ///   - cases: The cases that were selected.
  /// - Returns: The results of other scenarios, then one for each case.
  package static func folded(_ results: [CaseResult], into cases: [Scenario]) -> [CaseResult] {
    let own = results.filter { isProgram($0.scenario.id) }
    let failures = Dictionary(grouping: own.filter(\.isFailure)) { requirement(of: $0) ?? "" }
    let applicable = own.filter { $0.verdict.map { !$0.isNotApplicable } ?? false }
    let rest = results.filter { !isProgram($0.scenario.id) }
    return rest
      + cases.map { scenario in
        guard let failure = failures[scenario.requirement]?.min(by: isSimpler) else {
          return passed(scenario, own, applicable)
        }
        var result = failure
        result.scenario = scenario
        result.scenario.program = failure.scenario.program
        result.scenario.capabilities = failure.scenario.capabilities
        return result
      }
  }

  /// Folds saved results, which may be of some programs only.
  ///
  /// A program that violates a requirement decides the case of it. That none does is known only
  /// from all programs: of a part of them, those that passed stay as they are.
  package static func folded(saved results: [CaseResult], into cases: [Scenario]) -> [CaseResult] {
    if isWhole(results), !cases.isEmpty { return folded(results, into: cases) }
    let own = results.filter { isProgram($0.scenario.id) }
    let violated = Set(own.compactMap { requirement(of: $0) })
    let decided = cases.filter { violated.contains($0.requirement) }
    let shown = Set(decided.map(\.requirement))
    return folded(results, into: decided)
      + own.filter { result in requirement(of: result).map { !shown.contains($0) } ?? true }
  }

  /// Whether there is a result of each program that needs no other capabilities than those that
  /// have one.
  private static func isWhole(_ results: [CaseResult]) -> Bool {
    let own = results.map(\.scenario).filter { isProgram($0.id) }
    let found = Set(own.map(\.id))
    let capabilities = Set(own.flatMap(\.capabilities))
    return programs.allSatisfy { program in
      found.contains(program.id) || !capabilities.isSuperset(of: program.capabilities)
    }
  }

  private static func isSimpler(_ one: CaseResult, _ other: CaseResult) -> Bool {
    (one.isAftermath ? 1 : 0, one.scenario.program.weight) < (other.isAftermath ? 1 : 0, other.scenario.program.weight)
  }

  /// The result of a case that no program violates.
  private static func passed(_ scenario: Scenario, _ own: [CaseResult], _ applicable: [CaseResult]) -> CaseResult {
    for case .notRun(let reason) in own.map(\.status) {
      return CaseResult(scenario: scenario, status: .notRun(reason: reason))
    }
    let used = uses.first { scenario.requirement.hasPrefix($0.0) }?.1
    let about = applicable.filter { result in
      guard let used else { return true }
      // A library's own threads show in the trace of any program.
      let hasThreads = (result.verdict?.concurrentStarts ?? 0) > 0
      return result.scenario.capabilities.contains { $0.name == used } || used == "threads" && hasThreads
    }
    let outcome: Verdict.Outcome = about.isEmpty ? .notApplicable(reason: used ?? "programs") : .conforms
    let verdict = Verdict(outcome: outcome, strength: applicable.compactMap { $0.verdict?.strength }.min())
    let seconds = own.reduce(0) { $0 + $1.seconds } / Double(requirements.count)
    return CaseResult(scenario: scenario, status: .judged(verdict), seconds: seconds)
  }
}

extension Verdict { fileprivate var isNotApplicable: Bool { if case .notApplicable = outcome { true } else { false } } }
