import APlusModel

/// Checks what steps perform, and what the user code does that the library calls.
extension Fidelity {
  /// Takes the next step of the innermost block on the event's stack; the event must name it.
  mutating func take(_ id: Int, _ event: Event, advancing: Bool = true) throws(Fault) -> Step {
    guard let last = stacks[current].contexts.indices.last else { throw fault("step \(id) on a stack without steps") }
    let owner = stacks[current].frames.last?.number
    guard owner == stacks[current].contexts[last].frame else {
      throw fault("step \(id) begins inside frame \(owner ?? 0) of the same block")
    }
    guard stacks[current].contexts[last].thrown == nil else { throw fault("step \(id) after a resolver threw") }
    let next = dueStep(current, last, expecting: (id, event.indices))
    guard let step = next, step.id == id else {
      let expected = next.map { "step \($0.id)" } ?? "the end of the block"
      throw fault("step \(id) where \(expected) was due")
    }
    if advancing {
      stacks[current].contexts[last].cursor.advance()
      stacks[current].contexts[last].unbound = nil
    }
    return step
  }

  mutating func begin(_ number: Int, _ frame: Frame, _ event: Event) throws(Fault) {
    guard frameNumbers.insert(number) else { throw fault("frame \(number) begins twice") }
    if frame.isUserCode { try enter(number, frame) } else { try performStep(frame, event) }
    stacks[current].frames.append(OpenFrame(number: number, frame: frame))
  }

  private mutating func performStep(_ frame: Frame, _ event: Event) throws(Fault) {
    if case .make(let step, _, _, _) = frame {
      if let step { _ = try take(step, event, advancing: false) }
      return try checkMaking(frame)
    }
    guard let id = frame.step else { return try performDue(frame) }
    let step = try take(id, event)
    guard matching.fits(step.action, frame) else { throw wrongEvent(step) }
    if case .then(let call, _) = frame, let registration = frame.registration {
      guard (1...trace.events.count).contains(registration), !registrations.contains(registration) else {
        throw fault("registration \(registration) twice, or not numbered densely")
      }
      registrations[registration] = call
    }
    if case .call(_, let pair, _, _) = frame, case .call(let resolver, _) = step.action {
      try checkPair(pair, of: resolver)
    }
  }

  /// Checks that a resolver that is called is of the pair that the program names.
  private func checkPair(_ pair: Int, of resolver: ResolverName) throws(Fault) {
    guard let subject = pairs[pair] else { throw fault("pair \(pair) is called before it exists") }
    if let name = resolver.thenable {
      // Of two calls on two threads, either may have been the first.
      let isFirst = stacks.count > 1 || firstPairs[subject] == pair
      guard isFirst, matching.isNamed(name, subject) else { throw fault("pair \(pair) is not the one of `\(name)`") }
    } else if case .thenable(_, _, let own)? = stacks[current].frames.last?.frame, own != pair {
      throw fault("pair \(pair) is called inside the call that got pair \(own)")
    }
  }

  private mutating func enter(_ number: Int, _ frame: Frame) throws(Fault) {
    // The previous turn is over: queue the later blocks at its end.
    if stacks[current].frames.isEmpty {
      for index in stacks[current].contexts.indices where stacks[current].contexts[index].thrown == nil {
        _ = dueStep(current, index, expecting: nil)
      }
    }
    var steps: [Step] = []
    switch frame {
    case .handler(let call, _, let slot):
      steps = try function(call).steps
      if let registration = frame.registration {
        guard let then = registrations[registration] else { throw fault("registration \(registration) is unknown") }
        let own = slot == .onRejected ? then.onRejected : then.onFulfilled
        guard own == .function(call.function) || slot == .finally else {
          throw fault("`\(call.function)` is not in that slot of registration \(registration)")
        }
        try count(call, registration * 2 + (slot == .onRejected ? 1 : 0))
      }
    case .thenable(let call, let subject, let pair):
      steps = try function(call).steps
      guard (1...trace.events.count).contains(pair), pairs[pair] == nil else {
        throw fault("pair \(pair) twice, or not numbered densely")
      }
      let isThen =
        program.prototype?.then == call.function
        || index.thenables.contains {
          $0.then == .function(call.function) && ($0.name.map { matching.isNamed($0, subject) } ?? true)
            && subject.reference != nil
        }
      guard isThen else { throw fault("`\(call.function)` is not the then of \(trace.text(subject))") }
      pairs[pair] = subject
      if firstPairs[subject] == nil { firstPairs[subject] = pair }
    case .accessor(let subject, _, _, let name):
      let isRight = subject == nil || index.readings.isEmpty ? name == nil : index.readings.contains(name)
      guard isRight else {
        let found = name.map { "`\($0)`" } ?? "nothing"
        throw fault("a read of then performs \(found)")
      }
      steps = name.flatMap { functions[$0]?.steps } ?? []
    case .task(let call), .onCancel(let call): steps = try function(call).steps
    case .make, .settle, .then, .call, .cancel, .combine, .drop, .operation, .wait, .lanes: break
    }
    stacks[current].contexts.append(Context(frame: number, cursor: Cursor(steps)))
  }

  private mutating func function(_ call: UserCall) throws(Fault) -> Function {
    guard let function = functions[call.function] else { throw fault("there is no function `\(call.function)`") }
    guard call.arguments.count == min(call.argumentCount, 2) else {
      throw fault("\(call.argumentCount) arguments, but \(call.arguments.count) recorded")
    }
    return function
  }

  /// Calls of one closure are numbered without gaps.
  private mutating func count(_ call: UserCall, _ closure: Int) throws(Fault) {
    calls[closure, default: 0] += 1
    guard calls[closure] == call.call else {
      throw fault("call \(call.call) of `\(call.function)` where \(calls[closure] ?? 0) was due")
    }
  }

  mutating func end(_ number: Int, _ result: FrameResult, _ event: Event) throws(Fault) {
    try requireTop(number, event)
    guard let frame = stacks[current].frames.popLast()?.frame else { return }
    guard let last = stacks[current].contexts.indices.last else { return }
    guard frame.isUserCode else {
      // User code that calls a resolver does not catch what the resolver throws.
      if case .call = frame, case .threw(let value) = result { stacks[current].contexts[last].thrown = value }
      return try checkResultName(frame, result)
    }
    try finish(current, last)
    guard let thrown = stacks[current].contexts.removeLast().thrown else { return try checkEnding(frame, result) }
    guard result == .threw(thrown) else { throw fault("user code did not end with what a resolver threw") }
  }

  /// Checks that the result of a call carries the name that the step gives it.
  private mutating func checkResultName(_ frame: Frame, _ result: FrameResult) throws(Fault) {
    if let message = index.fault(of: frame, result) { throw fault(message) }
    if case .make = frame, case .gives(.reference(let made)) = result {
      guard trace.objects[made].kind == .promise else { throw fault("what was made is not a promise") }
      noteMade(made, by: frame)
    }
    guard case .gives(let value) = result, let step = frame.step, let name = index.resultNames[step] else { return }
    guard value.reference != nil else {
      // A value without identity carries no names.
      matching.bindings[name] = value
      return
    }
    guard !matching.isNamed(name, value) else { return }
    throw fault("the result is not the value named `\(name)`")
  }

  private mutating func checkEnding(_ frame: Frame, _ result: FrameResult) throws(Fault) {
    let ending: Ending?
    if let call = frame.call {
      ending = functions[call.function]?.ending(ofCall: call.call)
    } else if case .accessor(let subject, let prototype, let read, let name) = frame {
      let possible = endings(ofRead: read, of: subject, performing: name, isOfPrototype: prototype != nil)
      guard possible.isEmpty || possible.contains(where: { isRight($0, result) }) else {
        throw fault("read \(read) of then did not end as the program says")
      }
      return
    } else {
      return
    }
    guard isRight(ending, result) else { throw fault("user code did not end as the program says") }
  }

  /// How a read of `then` may end: several thenables of the program may have the same name.
  private func endings(ofRead read: Int, of subject: TracedValue?, performing name: String?, isOfPrototype: Bool)
    -> [Ending]
  {
    let lists: [[Ending]]
    if isOfPrototype {
      lists = [program.prototype?.get ?? []]
    } else if let subject {
      lists = index.thenables.filter { thenable in
        thenable.reading == name && (thenable.name.map { matching.isNamed($0, subject) } ?? true)
      }.compactMap(\.get)
    } else {
      lists = []
    }
    return lists.filter { !$0.isEmpty }.map { $0[min(max(read, 1), $0.count) - 1] }
  }

  private func isRight(_ ending: Ending?, _ result: FrameResult) -> Bool {
    switch (ending, result) {
    case (nil, .nothing), (nil, .returned(.undefined)), (nil, .returned(.nothing)): true
    // A language with a single empty value has no other null.
    case (.returns(.scalar(.null)), .nothing), (.returns(.scalar(.null)), .returned(.undefined)),
      (.returns(.scalar(.null)), .returned(.nothing)):
      true
    case (.returns(let value), .returned(let seen)): matching.matches(value, seen)
    case (.returns(.scalar(.undefined)), .nothing): true
    case (.throwing(let value), .threw(let seen)): matching.matches(value, seen)
    case (.givesThen, .returned(.thenFunction)): true
    default: false
    }
  }
}
