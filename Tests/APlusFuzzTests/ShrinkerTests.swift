import APlusCases
import APlusFuzz
import APlusModel
import Testing

@Suite("Smaller programs") struct ShrinkerTests {
  /// Asks for smaller programs until none counts.
  private func smallest(_ program: Program, where counts: (Program) -> Bool) -> Program {
    var shrinker = Shrinker()
    var best = program
    while let smaller = shrinker.candidates(of: best).first(where: { $0.isValid && counts($0) }) { best = smaller }
    return best
  }

  @Test("What does not matter goes", arguments: [1, 2, 3]) func minimum(seed: UInt64) throws {
    let claims = GeneratorTests.claims[1]
    let generator = ProgramGenerator(seed: seed, steps: 30, capabilities: claims)
    func counts(_ program: Program) -> Bool {
      var thens = 0
      var rejects = false
      program.forEachStep { step in
        if case .then = step.action { thens += 1 }
        if case .settle(.reject, _, _) = step.action { rejects = true }
      }
      return thens >= 2 && rejects
    }
    let program = try #require((400...).lazy.map { generator.program(at: $0).program }.first(where: counts))
    let least = smallest(program, where: counts)
    // A promise, its rejection, and two registrations; one of them may keep a promise of its own.
    #expect((4...5).contains(least.stepCount), "\(least.steps)")
    #expect(least.functions.isEmpty)
  }

  @Test("Every proposal is smaller, most are valid, and none comes twice") func proposals() {
    let generator = ProgramGenerator(seed: 9, capabilities: GeneratorTests.claims[1])
    for index in 300..<310 {
      let program = generator.program(at: index).program
      var shrinker = Shrinker()
      let candidates = shrinker.candidates(of: program)
      #expect(candidates.allSatisfy { $0.weight < program.weight })
      #expect(candidates.contains { $0.isValid }, "program \(index)")
      let rest = shrinker.candidates(of: program)
      #expect(Set(candidates).isDisjoint(with: rest))
    }
  }

  @Test("Counts of repeats shrink, and what names the last index follows") func counts() {
    let step = { (id: Int, action: Action) in Step(id: id, action) }
    let program = Program(
      functions: ["h": Function()],
      steps: [
        step(0, .repeated(64, [step(1, .bind(name: "a#", value: .promise(.pending, with: nil, whenIdle: false)))])),
        step(2, .settle(.fulfill, promise: "a63", value: .name("S"))),
      ])
    let least = smallest(program) { program in
      var settles = false
      program.forEachStep { if case .settle = $0.action { settles = true } }
      return settles && program.steps.contains { if case .repeated = $0.action { true } else { false } }
    }
    #expect(least.steps.count == 2)
    #expect(least.steps[0].action.arguments[0]?.number == 1)
    #expect(least.steps[1].action.arguments[0]?.name == "a0")
  }
}
