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
  /// The thenables that the program makes without an event that shows which object is which.
  private(set) var hiddenThenables: [Thenable] = []
  /// The names of thenables.
  private(set) var thenableNames: Set<String> = []
  /// By name, whether each `let` of it makes a promise.
  private(set) var lets: [String: Bool] = [:]
  /// The names that steps give to results.
  private(set) var results: Set<String> = []
  /// The marks that the library can get without an event that shows it.
  private(set) var hiddenMarks: Set<String> = ["UNBOUND"]

  init(_ program: Program) {
    note(program.steps)
    for function in program.functions.values { note(function.steps) }
    program.forEachValue { value in note(value) }
  }

  private mutating func note(_ value: Value) {
    switch value {
    case .thenable(let thenable):
      if let name = thenable.name { thenableNames.insert(name) }
      thenable.then.value?.walk { hide($0) }
    case .promise(_, let inner?, whenIdle: true): inner.walk { hide($0) }
    case .special("array-of-function"): hiddenMarks.insert("O")
    case .name, .scalar, .text, .special, .error, .list, .promise: break
    }
  }

  private mutating func hide(_ value: Value) {
    switch value {
    case .name(let name): hiddenMarks.insert(name)
    case .thenable(let thenable): hiddenThenables.append(thenable)
    case .scalar, .text, .special, .error, .list, .promise: break
    }
  }

  private mutating func note(_ steps: [Step]) {
    for step in steps {
      let made = step.action.values.flatMap(\.promises)
      if !made.isEmpty { promises[step.id] = made }
      switch step.action {
      case .combine(let call): call.list.thrown?.walk { hide($0) }
      case .later(_, let block): laterBlocks[step.id] = block
      case .lanes(let lanes): self.lanes[step.id] = lanes
      case .measure(_, let times): measured[step.id] = times
      case .bind(let name, let value):
        let isPromise = if case .promise = value { true } else { false }
        lets[name] = isPromise && lets[name] != false
      default: break
      }
      resultNames[step.id] = step.action.resultName
      if let name = step.action.resultName { results.insert(name) }
      for block in step.action.blocks { note(block) }
    }
  }

  /// Whether a call of the library, or a wait, can end so.
  func canEnd(_ frame: Frame, with result: FrameResult) -> Bool {
    switch (frame, result) {
    case (_, .nothing), (.settle, .accepted), (.cancel, .accepted), (.operation, .measured): true
    case (.make, .gives), (.then, .gives), (.start, .gives), (.awaiting, .gives), (.combine, .gives): true
    case (_, .threw): frame.isLibraryCall
    case (.make, _), (.settle, _), (.cancel, _), (.then, _), (.start, _), (.awaiting, _), (.call, _), (.combine, _):
      false
    case (.drop, _), (.operation, _), (.wait, _), (.lanes, _): false
    case (.handler, _), (.thenable, _), (.accessor, _), (.task, _), (.onCancel, _): false
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
