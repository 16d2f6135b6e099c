import APlusCases
import APlusFuzz
import APlusModel
import TestSupport
import Testing

@Suite("Generated programs") struct GeneratorTests {
  /// What libraries can do: nothing beside promises, what JavaScript can, all, and what JavaScript and Java can with
  /// their kinds.
  static let claims: [[Capability]] = [
    [],
    ["thenables", "accessors", "nonfunctions", "any-reason", "adopting-resolve", "any-member"].map { Capability($0) }
      + combinators,
    ["threads", "thenables", "adopting-resolve", "collect"].map { Capability($0) } + combinators + [
      Capability("cancellation", detail: "downstream"), Capability("cancellation", detail: "reason"),
      Capability("contexts", detail: "serial"), Capability("contexts", detail: "inline"),
    ],
    ["thenables", "accessors", "nonfunctions", "any-reason", "adopting-resolve", "any-member"].map { Capability($0) }
      + [Capability("kinds", detail: "javascript")],
    ["thenables", "adopting-resolve"].map { Capability($0) } + [Capability("kinds", detail: "java")], channels,
  ]
  private static let channels = [
    "threads",
    "channels:rendezvous,bounded,unlimited,conflated,send,receive,iterate,offer,poll,close,fail,cancel,cancel-waiting",
  ].flatMap(Capability.parse)
  private static let combinators = Operation.combinators.map { Capability("combinators", detail: $0) }

  @Test("Programs are valid, and need nothing that the library lacks", arguments: claims, [1, 3]) func valid(
    claims: [Capability], lanes: Int
  ) throws {
    let generator = ProgramGenerator(seed: 7, lanes: lanes, capabilities: claims)
    for index in 0..<1000 {
      let program = generator.program(at: index).program
      try program.check()
      let lacking = program.capabilities.filter { !Capability.withSubject(claims).provide($0) }
      #expect(lacking.isEmpty, "program \(index) needs \(lacking)")
      let twice = Set(stepNumbers(of: program)).count
      #expect(twice == program.stepCount, "program \(index) numbers a step twice")
    }
  }

  @Test("A function is inside the repeats where it is registered, or where its thenable is made") func repeatDepth()
    throws
  {
    let program = try Program(
      caseFile: #"""
        {
          "functions": {
            "f": {"ends": [{"return": {"thenable": {"then": "k"}}}]},
            "g": {"steps": [{"repeat": 1, "do": [{"then": "p", "ok": "f"}]}]},
            "k": {"steps": [{"repeat": 2, "do": [{"let": "a#", "be": {"promise": "pending"}}]}]}
          },
          "steps": [
            {"let": "p", "be": {"promise": "fulfilled", "with": "S"}},
            {"repeat": 1, "do": [{"then": "p", "ok": "g"}]}
          ]
        }
        """#)
    #expect(program.repeatDepth == 3)
  }

  @Test("With the names of a reader, programs can be read as cases", arguments: claims) func names(claims: [Capability])
    throws
  {
    let generator = ProgramGenerator(seed: 7, capabilities: claims)
    for index in 0..<1000 {
      let program = generator.program(at: index).program
      let text = CaseFile.text(of: program)
      #expect(try Program(caseFile: text).stepCount == program.stepCount, "\(text)")
    }
  }

  @Test("Programs about channels have all calls but drops, ends and cancels, in blocks, handlers and lanes")
  func channelPrograms() {
    let generator = ProgramGenerator(seed: 3, lanes: 2, capabilities: Self.channels)
    var features: Set<String> = []
    for index in 0..<500 {
      let generated = generator.program(at: index)
      #expect(generated.program.usesChannels)
      features.formUnion(generated.features)
    }
    let words = ChannelWord.allCases.filter { ![.dropSender, .dropReceiver].contains($0) }
    let missing = Set(words.map { "channel \($0.rawValue)" }).subtracting(features)
    #expect(missing.isEmpty)
    #expect(features.isSuperset(of: ["channel fail", "channel cancel", "channel cancel of a wait", "channel handler"]))
    #expect(features.isSuperset(of: ["channel idle", "channel turn", "channel lanes", "waiting senders"]))
  }

  @Test("A library with promises and channels gets programs about both") func both() {
    let generator = ProgramGenerator(seed: 3, capabilities: [.promises] + Self.channels)
    let count = (0..<200).count { generator.program(at: $0).program.usesChannels }
    #expect((50...150).contains(count))
  }

  @Test("The same seed gives the same programs, whatever came before") func same() {
    let generator = ProgramGenerator(seed: 42, capabilities: Self.claims[1])
    let later = ProgramGenerator(seed: 42, capabilities: Self.claims[1])
    for index in [3, 900, 17] { #expect(generator.program(at: index).program == later.program(at: index).program) }
    let other = ProgramGenerator(seed: 43, capabilities: Self.claims[1])
    let same = (0..<100).filter { generator.program(at: $0).program == other.program(at: $0).program }
    #expect(same.count < 10)
  }

  @Test("The first programs are small, and none is larger than asked") func sizes() {
    let generator = ProgramGenerator(seed: 5, steps: 12, capabilities: Self.claims[1])
    #expect((0..<16).allSatisfy { generator.program(at: $0).program.stepCount <= 5 })
    let counts = (500..<1500).map { generator.program(at: $0).program.stepCount }
    #expect(counts.allSatisfy { $0 <= 12 })
    #expect(counts.contains(12))
  }

  @Test("Every verb that takes part is written, and nearly all pairs of features") func coverage() {
    let generator = ProgramGenerator(seed: 1, lanes: 3, capabilities: Self.claims[2])
    var verbs: Set<String> = []
    var coverage = Coverage()
    for index in 0..<4000 {
      let generated = generator.program(at: index)
      coverage.add(features: generated.features)
      generated.program.forEachStep { verbs.insert($0.action.verb) }
    }
    let silent = Operation.table.map(\.verb).filter { !verbs.contains($0) }
    #expect(silent == ["abandon", "probe", "start", "await", "measure", "pause"])
  }

  @Test("Settlers are given up where a library can do that, and nothing needs them afterwards") func settlers() throws {
    let generator = ProgramGenerator(seed: 7, lanes: 2, capabilities: Self.claims[1] + [Capability("abandon")])
    var moments: Set<String> = []
    for index in 0..<2000 {
      let program = generator.program(at: index).program
      try program.check()
      program.forEachStep { step in
        if case .later(.idle, let block) = step.action, block.first?.action.verb == "abandon" { moments.insert("idle") }
      }
      if program.steps.contains(where: { $0.action.verb == "abandon" }) { moments.insert("at once") }
    }
    #expect(moments == ["idle", "at once"])
  }

  @Test("Kinds of the library's own language stand for values, functions and thenables") func kinds() {
    let generator = ProgramGenerator(seed: 3, capabilities: Self.claims[3])
    var words: Set<String> = []
    for index in 0..<4000 {
      let program = generator.program(at: index).program
      for function in program.functions.values { words.formUnion(function.kind.map { [$0.word] } ?? []) }
      program.forEachValue { value in
        switch value {
        case .special(let word): words.insert(word)
        case .thenable(let thenable): words.insert(thenable.shape.word)
        default: break
        }
      }
    }
    let places: [LanguageKind.Place] = [.value, .functionValue, .function, .shape]
    let own = LanguageKind.table.filter { $0.language == "javascript" && places.contains($0.place) }
    #expect(own.map(\.word).filter { !words.contains($0) } == [])
    let others = LanguageKind.table.filter { $0.language != "javascript" }.map(\.word)
    #expect(others.filter(words.contains) == [])
  }

  private func stepNumbers(of program: Program) -> [Int] {
    var numbers: [Int] = []
    program.forEachStep { numbers.append($0.id) }
    return numbers
  }

  @Test("A program that needs more events than a host records is replaced") func replaced() {
    // Without that, it registers 256 handlers, of which each registers 2,050.
    let claims = [
      "acceptance", "adopting-resolve", "blocking-handlers", "cancellation:downstream,reason", "collect",
      "contexts:dead,inline,serial", "kinds:swift", "parallel", "pause", "ready-made", "thenables", "threads", "timing",
      "combinators:all,allSettled,any,delay,finally,race,recover,retry,sequence,timeout,try",
    ]
    let generator = ProgramGenerator(seed: 56, capabilities: claims.flatMap(Capability.parse))
    let program = generator.program(at: 67_128).program
    #expect(program.work <= 100_000)
  }
}
