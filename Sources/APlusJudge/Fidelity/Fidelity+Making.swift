import APlusModel

/// A promise that is settled once nothing else can run.
struct Due {
  /// The expressions of the program that may have made it.
  let expressions: [Value]
  /// What the names in them were bound to when it was made; nil where bindings do not count.
  let scope: NameScope?
}

/// Promises that the host makes, and settles later where the program says so.
extension Fidelity {
  /// Checks that the program makes the promise that was made, with its state and value.
  mutating func checkMaking(_ frame: Frame) throws(Fault) {
    guard case .make(let step, let state, let with, _) = frame else { return }
    let fitting = expressions(by: frame)
    guard !fitting.isEmpty else { throw fault("a \(state) promise was made that is not in the program") }
    if let with { for case .promise(_, let value?, _) in fitting.prefix(1) { note(value, with) } }
    guard let last = stacks[current].contexts.indices.last, step != nil else { return }
    stacks[current].contexts[last].making.count += 1
    guard stacks[current].contexts[last].making.count <= promises(madeIn: step).count else {
      throw fault("a step made more promises than the program says")
    }
  }

  /// Notes a promise that was made and, where it is to be settled later, how.
  mutating func noteMade(_ promise: Int, by frame: Frame) {
    matching.made[promise, default: 0] += 1
    let later = expressions(by: frame).filter(\.isMadeWhenIdle)
    guard !later.isEmpty else { return }
    due[promise] = Due(expressions: later, scope: matching.scope?.keeping(later.flatMap(\.names)))
    if isDue(frame) { dueCount += 1 }
  }

  /// Whether one more promise of the step, or of the ending, is to be settled later.
  ///
  /// A pending promise inside the expression of such a promise is made as that is, and is not.
  private mutating func isDue(_ frame: Frame) -> Bool {
    let most = promises(madeIn: frame.step).count(where: \.isMadeWhenIdle)
    if frame.step != nil, let last = stacks[current].contexts.indices.last {
      stacks[current].contexts[last].making.due += 1
      return stacks[current].contexts[last].making.due <= most
    }
    guard let last = stacks[current].frames.indices.last else { return true }
    stacks[current].frames[last].due += 1
    return stacks[current].frames[last].due <= most
  }

  /// Checks that a due promise is settled as the program says.
  mutating func performDue(_ frame: Frame) throws(Fault) {
    guard case .settle(nil, let verb, let promise, let value) = frame, stacks[current].contexts.last?.due == promise,
      let made = promise.reference.flatMap({ due[$0] }),
      let settled = expression(of: made, settledBy: verb, with: value)
    else { throw fault("a call that no step makes") }
    if case .promise(_, let expression?, _) = settled { note(expression, value) }
    dueCount -= 1
    stacks[current].contexts = [Context(cursor: Cursor([]))]
  }

  /// The expression that settles a due promise so.
  ///
  /// Its value was evaluated when the promise was made: a name in it
  /// stands for what was bound to it then.
  private mutating func expression(of made: Due, settledBy verb: Settlement, with value: TracedValue) -> Value? {
    let scope = matching.scope
    defer { matching.scope = scope }
    matching.scope = made.scope
    return made.expressions.first { matching.fits($0, settledBy: verb, with: value) }
  }

  /// The promise expressions of the program that a `make` frame may evaluate.
  private mutating func expressions(by frame: Frame) -> [Value] {
    guard case .make(let step, let state, let with, _) = frame else { return [] }
    return promises(madeIn: step).filter { matching.fits($0, state, with) }
  }

  /// The promise expressions of a step or, where there is none, of the innermost frame's ending.
  private mutating func promises(madeIn step: Int?) -> [Value] {
    if let step { return index.promises[step] ?? [] }
    guard let frame = stacks[current].frames.last?.frame else { return [] }
    if let call = frame.call { return functions[call.function]?.ending(ofCall: call.call)?.value?.promises ?? [] }
    guard case .accessor = frame else { return [] }
    // The frame does not say which of the program's accessors it is.
    var found: [Value] = []
    program.forEachValue { if case .promise = $0 { found.append($0) } }
    return found
  }
}

extension Value {
  /// The promises that evaluating it makes.
  var promises: [Value] {
    var found: [Value] = []
    walk { if case .promise = $0 { found.append($0) } }
    return found
  }

  /// The names that evaluating it reads.
  fileprivate var names: [String] {
    var found: [String] = []
    walk { if case .name(let name) = $0 { found.append(name) } }
    return found
  }

  /// Whether it is a promise that is settled once nothing else can run.
  fileprivate var isMadeWhenIdle: Bool { if case .promise(_, _, let whenIdle) = self { whenIdle } else { false } }
}
