import APlusModel

/// Performs a program from its first step to its last quiescence, on the calling thread.
struct Script {
  let performance: Performance
  let quiescence: Quiescence
  let run: ActiveRun

  /// Performs the program until it is complete, or quiescence turns out to be unreachable.
  func perform() -> RunEnding {
    let plan = performance.plan
    var waits: [String] = []
    // Makes the script's stack the first one.
    _ = performance.recorder.threadLog()
    for round in 0..<plan.program.rounds {
      let environment = Environment(
        round: Int32(round), slotCount: plan.slotCount, parking: performance.parking,
        contexts: performance.makeContexts())
      var place = Place()
      place.round = Int32(round)
      let scope = Scope(environment: environment, place: place)
      performance.perform(plan.program.steps, in: scope)
      let isLast = round == plan.program.rounds - 1
      if isLast || plan.hasIdleBlocks {
        if let ending = settleDown(in: scope, &waits) { return ending }
      } else {
        performTurns()
      }
    }
    return RunEnding(.quiet, waits: waits)
  }

  /// Waits for quiescence, performs the next idle block, and so on until there is none.
  ///
  /// - Parameters:
  ///   - scope: Where the blocks are performed.
  ///   - waits: Gets what the threads waited in, where that is to be told.
  /// - Returns: How the run ended; nil if quiescence was always reached.
  private func settleDown(in scope: Scope, _ waits: inout [String]) -> RunEnding? {
    repeat {
      let strength: Strength
      switch quiescence.reach(run, performTurns: performTurns) {
      case .quiet(let reached):
        strength = reached
        if strength == .bounded || run.asksForWaits { waits = quiescence.waits }
      case .never: return RunEnding(.deadlocked, waits: quiescence.waits)
      case .computing(let quiet): return .running(quiet)
      }
      var event = performance.begin(.phase, in: scope)
      event.number = Int32(Strength.allCases.firstIndex(of: strength) ?? 0)
      performance.recorder.record(event)
    } while performNextIdle()
    return nil
  }

  /// Performs the blocks that wait for a turn; returns whether there were any.
  @discardableResult private func performTurns() -> Bool {
    var isAny = false
    while let block = performance.nextTurn() {
      isAny = true
      perform(block)
    }
    return isAny
  }

  private func performNextIdle() -> Bool {
    guard let block = performance.nextIdle() else { return false }
    perform(block)
    return true
  }

  private func perform(_ block: Performance.Block) {
    switch block {
    case .steps(let id, let steps, let scope):
      performance.recorder.record(performance.begin(.block, step: id, in: scope))
      performance.perform(steps, in: scope)
    case .due(let entity, let state, let operand, let scope):
      var event = performance.begin(.due, in: scope)
      event.first = .reference(entity.number)
      performance.recorder.record(event)
      guard let verb = state.settlement else { return }
      performance.performSettle(verb, entity, with: operand, step: -1, in: scope)
    }
  }
}
