import APlusModel

/// A place in a block of steps that a host performs in order, repeats included.
struct Cursor {
  private struct Level {
    let steps: [Step]
    var next: Int
    var turnsLeft: Int
    /// The repeats around the steps.
    let outer: RepeatIndices
    /// The index of the turn; nil for a block that is not repeated.
    var turn: Int?

    var place: RepeatIndices {
      var place = outer
      if let turn { _ = place.append(turn) }
      return place
    }
  }

  private var levels: [Level]
  /// The `later` steps passed since the last `takePassed`, in order, with their places.
  private var passed: [(step: Step, place: RepeatIndices)] = []

  init(_ steps: [Step], in place: RepeatIndices = []) {
    // Most handlers have no steps.
    levels = steps.isEmpty ? [] : [Level(steps: steps, next: 0, turnsLeft: 0, outer: place)]
  }

  /// The repeats around the step that `peek` returned.
  var place: RepeatIndices { levels.last?.place ?? [] }

  /// The next step that leaves an event; nil at the end of the block.
  ///
  /// Passes steps that leave none: enters repeats, notes later blocks and skips pauses.
  mutating func peek() -> Step? {
    while let last = levels.indices.last {
      guard levels[last].next < levels[last].steps.count else {
        if levels[last].turnsLeft > 0 {
          levels[last].turnsLeft -= 1
          levels[last].next = 0
          levels[last].turn = levels[last].turn.map { $0 + 1 }
        } else {
          levels.removeLast()
        }
        continue
      }
      let step = levels[last].steps[levels[last].next]
      switch step.action {
      case .later:
        passed.append((step, levels[last].place))
        levels[last].next += 1
      case .repeated(let count, let steps):
        levels[last].next += 1
        if count > 0, !steps.isEmpty {
          levels.append(Level(steps: steps, next: 0, turnsLeft: count - 1, outer: levels[last].place, turn: 0))
        }
      case .pause: levels[last].next += 1
      case .bind, .settle, .then, .start, .awaiting, .call, .mark, .lanes, .wait, .drop, .abandon, .probe, .cancel,
        .combine, .measure:
        return step
      }
    }
    return nil
  }

  /// Moves past the step that `peek` returned.
  mutating func advance() {
    guard let last = levels.indices.last else { return }
    levels[last].next += 1
  }

  /// The later blocks that were passed since the last call.
  mutating func takePassed() -> [(step: Step, place: RepeatIndices)] {
    defer { passed = [] }
    return passed
  }
}
