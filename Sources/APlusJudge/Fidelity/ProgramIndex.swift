import APlusModel

/// What a program contains, by step number.
struct ProgramIndex {
  /// The steps of each `later` block, by the step that queues it.
  private(set) var laterBlocks: [Int: [Step]] = [:]
  /// The steps of each lane, by the step that starts them.
  private(set) var lanes: [Int: [[Step]]] = [:]
  /// The name that a step gives to its result.
  private(set) var resultNames: [Int: String] = [:]
  /// The promise expressions among the values of a step.
  private(set) var promises: [Int: [Value]] = [:]
  /// How many registrations a step times, at most.
  private(set) var measured: [Int: Int] = [:]
  /// The functions that reads of `then` perform; nil is among them if some read performs none.
  private(set) var readings: Set<String?> = []
  /// The thenables that the program makes.
  private(set) var thenables: [Thenable] = []

  init(_ program: Program) {
    note(program.steps)
    for function in program.functions.values { note(function.steps) }
    program.forEachValue { value in
      guard case .thenable(let thenable) = value else { return }
      thenables.append(thenable)
      if thenable.get != nil { readings.insert(thenable.reading) }
    }
  }

  private mutating func note(_ steps: [Step]) {
    for step in steps {
      let made = step.action.values.flatMap(\.promises)
      if !made.isEmpty { promises[step.id] = made }
      switch step.action {
      case .later(_, let block): laterBlocks[step.id] = block
      case .lanes(let lanes): self.lanes[step.id] = lanes
      case .measure(_, let times): measured[step.id] = times
      default: break
      }
      resultNames[step.id] = step.action.resultName
      for block in step.action.blocks { note(block) }
    }
  }

  /// What is wrong with the result of a `measure` frame; nil where nothing is.
  func fault(of frame: Frame, _ result: FrameResult) -> String? {
    guard case .operation(let step, "measure", _) = frame else { return nil }
    return measured[step].flatMap { result.fault(measuring: $0) }
  }
}

extension FrameResult {
  /// What is wrong with the result of a `measure` step; nil where nothing is.
  ///
  /// A host that stops measuring too early must not pass as conforming.
  fileprivate func fault(measuring times: Int) -> String? {
    switch self {
    case .threw: return nil
    case .measured(let readings):
      let levels = Measurement.levels(in: times)
      let last = readings.enumerated().first { Measurement.isLast(level: $0, reading: $1) }
      let expected = last.map { $0.offset + 1 } ?? levels
      guard readings.count == min(expected, levels) else {
        return "\(readings.count) readings of \(times) registrations," + " expected \(min(expected, levels))"
      }
      return nil
    case .nothing, .gives, .accepted, .returned: return "registrations were not timed"
    }
  }
}
