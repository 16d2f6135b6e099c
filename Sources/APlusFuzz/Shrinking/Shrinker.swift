package import APlusModel

/// Proposes smaller programs that may still fail in the same way.
///
/// The caller performs them, continues with one that fails, and stops when none does.
package struct Shrinker {
  /// How many programs are proposed at a time.
  private static let limit = 160
  private var proposed: Set<Program> = []

  package init() {}

  /// Smaller programs, the smallest first; none is proposed twice.
  package mutating func candidates(of program: Program) -> [Program] {
    let weight = program.weight
    var found: [(program: Program, weight: Int)] = []
    for candidate in Self.edits(of: program) {
      let whole = candidate.pruned.renumbered
      let size = whole.weight
      guard size < weight, !whole.steps.isEmpty, !proposed.contains(whole) else { continue }
      proposed.insert(whole)
      found.append((whole, size))
    }
    let ordered = found.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
    for rest in ordered.dropFirst(Self.limit) { proposed.remove(rest.element.program) }
    return ordered.prefix(Self.limit).map(\.element.program)
  }

  private static func edits(of program: Program) -> [Program] {
    removals(program) + program.stepEdits + program.functionEdits + program.aliases
      + [1, program.rounds / 2].filter { $0 > 0 && $0 < program.rounds }.map { rounds in
        var fewer = program
        fewer.rounds = rounds
        return fewer
      }
  }

  /// The program without runs of its steps: halves, quarters, down to single steps.
  private static func removals(_ program: Program) -> [Program] {
    let count = program.stepCount
    var programs: [Program] = []
    var size = count / 2
    while size > 0 {
      for start in stride(from: 0, to: count, by: size) {
        let removed = start..<min(start + size, count)
        programs.append(program.replacing { removed.contains($0.id) ? [] : [$0] })
      }
      size /= 2
    }
    return programs
  }
}
