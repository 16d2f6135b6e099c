import APlusModel

/// Finds the waits of a program that no library can end.
///
/// The script and its later blocks share one thread, and a step `lanes` ends when all of its lanes
/// have. So code on these threads must not wait for a mark that can be made only after it has
/// returned. The functions of a program run whenever the library likes: they count as performed from
/// the start, each on a thread of its own, and a mark in one of them ends a wait anywhere.
struct WaitCheck {
  /// Code of the script, a lane or a function, as far as it has come.
  private struct Code {
    var rest: [Step]
    /// The lanes that it waits for.
    var lanes: [Int] = []
    let isScript: Bool

    var isFinished: Bool { rest.isEmpty && lanes.isEmpty }
  }

  /// A later block, by who asked for it.
  private struct Block {
    let steps: [Step]
    let moment: Moment
    let isScript: Bool
  }

  private var codes: [Code] = []
  private var blocks: [Block] = []
  private var open: Set<String> = []

  /// The steps that wait without end, in the order of the program.
  static func endlessWaits(in program: Program) -> [Step] {
    var hasWaits = false
    program.forEachStep { step in if case .wait = step.action { hasWaits = true } }
    guard hasWaits else { return [] }
    var check = WaitCheck()
    return check.perform(program)
  }

  private mutating func perform(_ program: Program) -> [Step] {
    codes.append(Code(rest: Self.flat(program.steps), isScript: true))
    for (_, function) in program.functions.sorted(by: { $0.key < $1.key }) {
      codes.append(Code(rest: Self.flat(function.steps), isScript: false))
    }
    repeat { while advance() {} } while startBlock()
    return codes.compactMap { code in
      guard code.lanes.isEmpty, let step = code.rest.first else { return nil }
      return step
    }.sorted { $0.id < $1.id }
  }

  /// The steps with the bodies of repeats in their places, each once.
  private static func flat(_ steps: [Step]) -> [Step] {
    steps.flatMap { step in if case .repeated(_, let block) = step.action { flat(block) } else { [step] } }
  }

  /// Lets all code go on; returns whether any did.
  private mutating func advance() -> Bool {
    var hasMoved = false
    var place = 0
    while place < codes.count {
      let unfinished = codes[place].lanes.filter { !codes[$0].isFinished }
      codes[place].lanes = unfinished
      while codes[place].lanes.isEmpty, let step = codes[place].rest.first, take(step, at: place) {
        codes[place].rest.removeFirst()
        hasMoved = true
      }
      place += 1
    }
    return hasMoved
  }

  /// Performs a step; false where it waits.
  private mutating func take(_ step: Step, at place: Int) -> Bool {
    switch step.action {
    case .mark(let name): open.insert(NameGrammar.base(of: name))
    case .wait(let gate): return open.contains(NameGrammar.base(of: gate))
    case .later(let moment, let block):
      blocks.append(Block(steps: Self.flat(block), moment: moment, isScript: codes[place].isScript))
    case .lanes(let lanes):
      codes[place].lanes = Array(codes.count..<(codes.count + lanes.count))
      codes += lanes.map { Code(rest: Self.flat($0), isScript: codes[place].isScript) }
    default: break
    }
    return true
  }

  /// Starts a later block once the script's thread is free.
  ///
  /// That is the next of the script's, or any that a function asked for. Of these, one that need not
  /// wait comes first.
  private mutating func startBlock() -> Bool {
    guard codes.allSatisfy({ !$0.isScript || $0.isFinished }) else { return false }
    let next = blocks.firstIndex { $0.isScript && $0.moment == .turn } ?? blocks.firstIndex { $0.isScript }
    let possible = ([next].compactMap(\.self) + blocks.indices.filter { !blocks[$0].isScript })
    guard let place = possible.first(where: { canEnd(blocks[$0].steps) }) ?? possible.first else { return false }
    codes.append(Code(rest: blocks.remove(at: place).steps, isScript: true))
    return true
  }

  /// Whether each wait of a block is for a mark that has been made, or that the block makes before.
  private func canEnd(_ steps: [Step]) -> Bool {
    var open = open
    for step in steps {
      switch step.action {
      case .mark(let name): open.insert(NameGrammar.base(of: name))
      case .wait(let gate): if !open.contains(NameGrammar.base(of: gate)) { return false }
      default: break
      }
    }
    return true
  }
}
