import APlusModel

/// Promises that the host makes, and settles later where the program says so.
extension Fidelity {
  /// Checks that the program makes the promise that was made, with its state and value.
  mutating func checkMaking(_ frame: Frame) throws(Fault) {
    guard case .make(_, let state, _, _) = frame, expressions(by: frame).isEmpty else { return }
    throw fault("a \(state) promise was made that is not in the program")
  }

  /// Notes a promise that was made and, where it is to be settled later, how.
  mutating func noteMade(_ promise: Int, by frame: Frame) {
    matching.made.insert(promise)
    let later = expressions(by: frame).filter(\.isMadeWhenIdle)
    if !later.isEmpty { due[promise] = later }
  }

  /// Checks that a due promise is settled as the program says.
  mutating func performDue(_ frame: Frame) throws(Fault) {
    guard case .settle(nil, let verb, let promise, let value) = frame, stacks[current].contexts.last?.due == promise,
      let expected = promise.reference.flatMap({ due[$0] }),
      expected.contains(where: { matching.fits($0, settledBy: verb, with: value) })
    else { throw fault("a call that no step makes") }
    stacks[current].contexts = [Context(cursor: Cursor([]))]
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

  /// Whether it is a promise that is settled once nothing else can run.
  fileprivate var isMadeWhenIdle: Bool { if case .promise(_, _, let whenIdle) = self { whenIdle } else { false } }
}
