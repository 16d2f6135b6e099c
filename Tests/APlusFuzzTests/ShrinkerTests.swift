import APlusCases
import APlusModel
import Testing

@testable import APlusFuzz

@Suite("Smaller programs") struct ShrinkerTests {
  private static let generator = ProgramGenerator(seed: 1, steps: 30, capabilities: GeneratorTests.claims[1])

  /// Proposes smaller programs until none counts.
  private func smallest(by generator: ProgramGenerator = generator, where counts: (Program) -> Bool) throws -> Program {
    let first = try #require((400...).lazy.map { generator.program(at: $0) }.first { counts($0.program) })
    var shrinker = Shrinker(generator)
    var best = shrinker.start(with: first)
    while true {
      let candidates = shrinker.candidates(for: best)
      if candidates.isEmpty { return best.program }
      best = candidates.first { $0.program.isValid && counts($0.program) } ?? best
    }
  }

  private func has(_ program: Program, _ matches: (Action) -> Bool) -> Bool {
    var isFound = false
    program.forEachStep { isFound = isFound || matches($0.action) }
    return isFound
  }

  @Test("What does not matter goes", arguments: [1, 2, 3]) func minimum(seed: UInt64) throws {
    let generator = ProgramGenerator(seed: seed, steps: 30, capabilities: GeneratorTests.claims[1])
    let least = try smallest(by: generator) { program in
      var thens = 0
      program.forEachStep { if case .then = $0.action { thens += 1 } }
      return thens >= 2 && has(program) { if case .settle(.reject, _, _) = $0 { true } else { false } }
    }
    // A promise, its rejection, and two registrations; one of them may keep a promise of its own.
    #expect((4...5).contains(least.stepCount), "\(least.steps)")
    #expect(least.functions.values.allSatisfy { $0.steps.isEmpty && $0.endings.isEmpty }, "\(least.functions)")
  }

  @Test("A step that only a nested block has is lifted out of it") func lifting() throws {
    let least = try smallest { program in
      has(program) { if case .settle(.reject, _, _) = $0 { true } else { false } }
        && has(program) { if case .later = $0 { true } else { false } }
    }
    // A promise, a later block, and the rejection, in or outside of the block.
    #expect(least.stepCount <= 4, "\(least.steps)")
  }

  @Test("Counts of repeats shrink") func counts() throws {
    let least = try smallest { program in
      has(program) { if case .settle = $0 { true } else { false } }
        && has(program) { if case .repeated = $0 { true } else { false } }
    }
    #expect(!has(least) { if case .repeated(let count, _) = $0 { count > 1 } else { false } }, "\(least.steps)")
    #expect(least.stepCount <= 4, "\(least.steps)")
  }

  @Test("Every proposal is smaller, every one is valid, and none comes twice") func proposals() {
    for index in 300..<310 {
      var shrinker = Shrinker(Self.generator)
      let best = shrinker.start(with: Self.generator.program(at: index))
      let candidates = shrinker.candidates(for: best)
      #expect(!candidates.isEmpty, "program \(index)")
      #expect(candidates.allSatisfy { $0.program.stepCount <= best.program.stepCount && $0.program != best.program })
      for candidate in candidates { #expect(throws: Never.self, "program \(index)") { try candidate.program.check() } }
      let rest = shrinker.candidates(for: best)
      #expect(Set(candidates.map(\.program)).isDisjoint(with: rest.map(\.program)))
    }
  }

  @Test("A program follows from its decisions", arguments: GeneratorTests.claims, [1, 3]) func replay(
    claims: [Capability], lanes: Int
  ) throws {
    let generator = ProgramGenerator(seed: 5, lanes: lanes, capabilities: claims)
    for index in stride(from: 0, to: 1500, by: 5) {
      let generated = generator.program(at: index)
      let again = try #require(generator.program(by: generated.decisions))
      #expect(again.program == generated.program, "program \(index)")
      #expect(again.decisions == generated.decisions, "program \(index)")
    }
  }
}
