package import APlusModel

/// Proposes smaller programs that may still fail in the same way.
///
/// The caller performs them, continues with one that fails, and stops when none is left.
///
/// It edits the decisions by which the generator wrote a program, and lets it write the program
/// again: what follows from a decision follows from the lowered one, and every program is valid. An
/// edit that the generator cannot make, because it never chooses names so, comes last: two promises
/// become one.
package struct Shrinker {
  /// How many programs are proposed at a time.
  private static let limit = 160

  private let generator: ProgramGenerator
  private var proposed: Set<Program> = []

  /// A program, and the decisions that it follows from; nil once names were changed.
  package struct Candidate: Sendable {
    package let program: Program
    let decisions: Decisions?

    let size: Size

    fileprivate init(_ program: Program, _ decisions: Decisions?) {
      self.program = program
      self.decisions = decisions
      size = Size(program, decisions)
    }
  }

  /// The order of programs: fewer steps are simpler, then fewer decisions, then lower ones.
  ///
  /// Every proposal comes before the program that it was made from, so shrinking ends.
  struct Size: Comparable {
    let steps: Int
    let decisions: Int
    let values: Int

    init(_ program: Program, _ decisions: Decisions?) {
      steps = program.stepCount
      (self.decisions, values) = decisions?.size ?? (0, 0)
    }

    static func < (one: Size, other: Size) -> Bool {
      (one.steps, one.decisions, one.values) < (other.steps, other.decisions, other.values)
    }
  }

  package init(_ generator: ProgramGenerator) { self.generator = generator }

  /// The program to begin with.
  package func start(with generated: ProgramGenerator.Generated) -> Candidate {
    Candidate(generated.program, generated.decisions)
  }

  /// Smaller programs, the smallest first; none is proposed twice.
  package mutating func candidates(for best: Candidate) -> [Candidate] {
    let simpler = written(for: best)
    let ordered = (simpler.isEmpty ? aliased(best) : simpler).sorted { $0.size < $1.size }.prefix(Self.limit)
    proposed.formUnion(ordered.map(\.program))
    return Array(ordered)
  }

  /// What the generator writes by simpler decisions.
  private func written(for best: Candidate) -> [Candidate] {
    var seen: Set<Program> = [best.program]
    return (best.decisions?.edits ?? []).compactMap { edit in
      guard let generated = generator.program(by: edit) else { return nil }
      let candidate = Candidate(generated.program, generated.decisions)
      guard candidate.size < best.size, !candidate.program.steps.isEmpty, !proposed.contains(candidate.program),
        seen.insert(candidate.program).inserted
      else { return nil }
      return candidate
    }
  }

  private func aliased(_ best: Candidate) -> [Candidate] {
    best.program.aliases.map { Candidate($0.renumbered, nil) }.filter { !proposed.contains($0.program) }
  }
}
