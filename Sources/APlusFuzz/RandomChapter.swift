import APlusCases
package import APlusModel
import APlusRules

/// The chapter of generated programs that is part of every run.
///
/// Programs and seed are fixed, so that verdicts and counts are stable. There is a case for each
/// requirement of `specs/rules.json`; the case fails where any of the programs violates it.
package enum RandomChapter {
  package static let name = Scenario.generatedChapter
  /// Changed only with a release.
  private static let seed: UInt64 = 1

  /// How many programs are written with these capabilities.
  ///
  /// Each program is run on every library that has the capabilities it uses.
  private static let groups: [(count: Int, capabilities: [Capability])] =
    [
      (250, []),
      (250, ["thenables", "accessors", "nonfunctions", "any-reason", "adopting-resolve"].map { Capability($0) }),
      (60, ["thenables", "adopting-resolve", "combinators:all,race,any,allSettled"].flatMap(Capability.parse)),
      (
        60,
        [
          "thenables", "adopting-resolve", "any-member", "combinators:all,race,any,allSettled,finally,try",
          "lists:sparse,set,generator",
        ].flatMap(Capability.parse)
      ), (40, ["adopting-resolve", "cancellation:downstream", "cancellation:one-way"].flatMap(Capability.parse)),
      (60, ["adopting-resolve", "contexts:serial"].flatMap(Capability.parse)),
      (
        60,
        ["adopting-resolve", "cancellation:rejection", "combinators:all,race,any,allSettled,finally"].flatMap(
          Capability.parse)
      ), (40, ["adopting-resolve", "thenables", "combinators:all,any,executor,finally,try"].flatMap(Capability.parse)),
      (40, ["combinators:delay,finally,recover,retry,sequence,timeout,try"].flatMap(Capability.parse)),
      (40, ["any-reason", "combinators:any,allSettled"].flatMap(Capability.parse)),
      (
        40,
        ["thenables", "adopting-resolve", "contexts:ambient", "combinators:all,race,any,allSettled,finally"].flatMap(
          Capability.parse)
      ),
    ] + channels.map { (count: $0.count, capabilities: $0.capabilities.flatMap(Capability.parse)) } + [
      (count: 40, capabilities: ["adopting-resolve", "abandon"].flatMap(Capability.parse))
    ]

  /// The groups of programs about channels.
  private static let channels: [(count: Int, capabilities: [String])] = [
    (60, ["channels:bounded,send,receive,offer,poll"]),
    (80, ["channels:bounded,send,receive,offer,poll,cancel-waiting"]),
    (60, ["channels:bounded,unlimited,send,receive,iterate,close,fail,cancel-waiting"]),
    (60, ["channels:rendezvous,send,receive,iterate,close,cancel-waiting"]), (120, [everything]),
    (120, [everything, "undelivered:told"]), (80, [everything, "undelivered:told", "error-reaches:all"]),
  ]

  private static let everything =
    "channels:rendezvous,bounded,unlimited,conflated,send,receive,iterate,offer,poll,close,fail,cancel,cancel-waiting"

  /// The requirements of all rules about promises and channels, and the chapter's own: a case for each, in the order
  /// of their numbers.
  package static let requirements =
    (rules.all.filter { $0.subject.isAboutPromises || $0.subject == .channel }.map(\.requirement) + headings).filter {
      $0 != unasked
    }.sorted(by: precedes) + [ownRequirement]

  /// The requirement about channels that no generated program asks: none drops one end of a channel.
  private static let unasked = "CH-16"

  /// The headings in Promises/A+ that have cases, too, although each rule is about a point below
  /// them.
  private static let headings = ["2.1.2", "2.1.3", "2.3.3"]

  /// Whether one number comes before another: by the letters, then by the numbers.
  private static func precedes(_ one: String, _ other: String) -> Bool {
    func key(_ number: String) -> (String, [Int]) {
      (String(number.prefix { !$0.isNumber }), number.split { !$0.isNumber }.compactMap { Int($0) })
    }
    let (mine, theirs) = (key(one), key(other))
    return mine.0 == theirs.0 ? mine.1.lexicographicallyPrecedes(theirs.1) : mine.0 < theirs.0
  }

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
  ///   - claims: What the library claims; nil where that is not known.
  /// - Returns: The results of other scenarios, then one for each case.
  package static func folded(_ results: [CaseResult], into cases: [Scenario], claims: [Capability]? = nil)
    -> [CaseResult]
  {
    let own = results.filter { isProgram($0.scenario.id) }
    let failures = Dictionary(grouping: own.filter(\.isFailure)) { requirement(of: $0) ?? "" }
    let use = ProgramUse(claims: claims, own)
    let rest = results.filter { !isProgram($0.scenario.id) }
    return rest
      + cases.map { scenario in
        guard let failure = failures[scenario.requirement]?.min(by: isSimpler) else {
          return passed(scenario, own, use)
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

  /// Whether a result shows a failure better than another: what also fails alone comes first, however
  /// large the program, then what was not repeated.
  private static func isSimpler(_ one: CaseResult, _ other: CaseResult) -> Bool {
    (doubt(about: one), one.scenario.program.stepCount) < (doubt(about: other), other.scenario.program.stepCount)
  }

  private static func doubt(about result: CaseResult) -> Int {
    switch result.repetition {
    case .repeated: 0
    // Others of its kind failed alone, or nothing was repeated.
    case nil: 1
    case .notRepeated: 2
    case .aftermath: 3
    }
  }

  /// The result of a case that no program violates.
  private static func passed(_ scenario: Scenario, _ own: [CaseResult], _ use: ProgramUse) -> CaseResult {
    for case .notRun(let reason) in own.map(\.status) {
      return CaseResult(scenario: scenario, status: .notRun(reason: reason))
    }
    var result = CaseResult(scenario: scenario, status: status(of: scenario.requirement, after: use))
    if case .judged(var verdict) = result.status {
      verdict.strength = own.compactMap { $0.verdict?.strength }.min()
      result.status = .judged(verdict)
    }
    result.seconds = own.reduce(0) { $0 + $1.seconds } / Double(requirements.count)
    return result
  }

  /// The status of a case whose requirement no program violates: not applicable where no program
  /// could have.
  package static func status(of requirement: String, after use: ProgramUse) -> CaseResult.Status {
    .judged(Verdict(outcome: use.missing(for: requirement).map { .notApplicable(reason: $0) } ?? .conforms))
  }
}
