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
    guard event.indices == stacks[current].contexts[last].cursor.place else {
      throw fault("step \(id) in another turn of its repeat")
    }
    if advancing {
      stacks[current].contexts[last].cursor.advance()
      stacks[current].contexts[last].unbound = nil
      stacks[current].contexts[last].making = (0, 0, false)
    }
    return step
  }

  mutating func begin(_ number: Int, _ frame: Frame, _ event: Event) throws(Fault) {
    guard frameNumbers.insert(number) else { throw fault("frame \(number) begins twice") }
    if frame.isUserCode { try enter(number, frame, event) } else { try performStep(frame, event) }
    stacks[current].frames.append(OpenFrame(number: number, frame: frame, place: event.indices, round: event.round))
  }

  private mutating func performStep(_ frame: Frame, _ event: Event) throws(Fault) {
    if case .make(let step, _, _, _) = frame {
      if let step { _ = try take(step, event, advancing: false) }
      return try checkMaking(frame)
    }
    guard let id = frame.step else { return try performDue(frame) }
    let step = try take(id, event)
    guard matching.fits(step.action, frame) else { throw wrongEvent(step) }
    noteValues(of: step.action, in: frame)
    switch (step.action, frame) {
    case (_, .then(let call, _)): try noteRegistration(frame, [call.onFulfilled, call.onRejected], event)
    case (_, .start(let call, _)): try noteRegistration(frame, [.function(call.function)], event)
    case (_, .awaiting(let call, _)): try noteRegistration(frame, [call.onFulfilled, call.onRejected], event)
    case (.call(let resolver, _), .call(_, let pair, _, _)): try checkPair(pair, of: resolver)
    case (.combine(let call), _):
      if let function = call.function {
        combined[function, default: [:]][call.kind, default: 0] += 1
        noteRelease(of: function)
      }
    case (.lanes, _): openLanes[LanesCall(step: id, round: event.round)] = [:]
    default: break
    }
  }

  private mutating func noteRegistration(_ frame: Frame, _ slots: [Slot], _ event: Event) throws(Fault) {
    guard let registration = frame.registration else { return }
    registrationCount += 1
    guard (1...trace.events.count).contains(registration), !registrations.contains(registration),
      registration == registrationCount || !isOrdered
    else { throw fault("registration \(registration) twice, or not numbered densely") }
    for case .function(let name) in slots { noteRelease(of: name) }
    let pair = stacks[current].contexts.last?.pair ?? .unknown
    registrations[registration] = Registered(slots: slots, place: event.indices, round: event.round, pair: pair)
  }

  /// Notes a closure whose release performs a function.
  private mutating func noteRelease(of name: String) {
    guard let released = functions[name]?.released else { return }
    combined[released, default: [:]]["released", default: 0] += 1
  }

  /// Checks that a resolver that is called is of the pair that the program names.
  private func checkPair(_ pair: Int, of resolver: ResolverName) throws(Fault) {
    guard let subject = pairs[pair] else { throw fault("pair \(pair) is called before it exists") }
    if let name = resolver.thenable {
      // Of two calls on two threads, either may have been the first.
      let isFirst = stacks.count > 1 || firstPairs[subject] == pair
      guard isFirst, matching.isNamed(name, subject) else { throw fault("pair \(pair) is not the one of `\(name)`") }
      return
    }
    switch stacks[current].contexts.last?.pair ?? .unknown {
    case .unknown: break
    case .none: throw fault("pair \(pair) is called outside the call that got it")
    case .number(let own):
      guard own == pair else { throw fault("pair \(pair) is called inside the call that got pair \(own)") }
    }
  }

  private mutating func enter(_ number: Int, _ frame: Frame, _ event: Event) throws(Fault) {
    // The previous turn is over: queue the later blocks at its end.
    if stacks[current].frames.isEmpty {
      for index in stacks[current].contexts.indices where stacks[current].contexts[index].thrown == nil {
        _ = dueStep(current, index, expecting: nil)
      }
    }
    var steps: [Step] = []
    var pair = Pair.unknown
    if let call = frame.call {
      steps = try function(call).steps
      try checkContext(call)
      try checkArguments(call)
    }
    switch frame {
    case .handler(let call, _, let slot):
      if let registration = frame.registration {
        pair = try checkHandler(call, slot, registration, event)
      } else {
        try checkUnregistered(
          call, ["finally": .finally, "recover": .onRejected].filter { $0.value == slot }.map(\.key))
      }
    case .thenable(let call, let subject, let own):
      try checkThenable(call, subject, own)
      pair = .number(own)
    case .accessor(let subject, let prototype, let read, let name):
      try checkRead(of: subject, prototype, read, name)
      steps = name.flatMap { functions[$0]?.steps } ?? []
    case .task(let call):
      try checkUnregistered(call, combined[call.function]?.keys.filter { !["finally", "recover"].contains($0) } ?? [])
    case .onCancel(let call): throw fault("`\(call.function)` is passed to nothing that a cancel calls")
    case .make, .settle, .then, .start, .awaiting, .call, .cancel, .combine, .drop, .operation, .wait, .lanes: break
    }
    stacks[current].contexts.append(Context(frame: number, cursor: Cursor(steps, in: event.indices), pair: pair))
  }

  private func function(_ call: UserCall) throws(Fault) -> Function {
    guard let function = functions[call.function] else { throw fault("there is no function `\(call.function)`") }
    guard call.arguments.count == min(call.argumentCount, 2) else {
      throw fault("\(call.argumentCount) arguments, but \(call.arguments.count) recorded")
    }
    return function
  }

  /// Calls of one closure are numbered without gaps.
  mutating func count(_ call: UserCall, _ closure: Int) throws(Fault) {
    calls[closure, default: 0] += 1
    guard calls[closure] == call.call else {
      throw fault("call \(call.call) of `\(call.function)` where \(calls[closure] ?? 0) was due")
    }
  }

  mutating func end(_ number: Int, _ result: FrameResult, _ event: Event) throws(Fault) {
    try requireTop(number, event)
    guard let open = stacks[current].frames.popLast() else { return }
    guard open.place == event.indices, open.round == event.round else {
      throw fault("frame \(number) ends in another turn or round")
    }
    let frame = open.frame
    guard let last = stacks[current].contexts.indices.last else { return }
    guard frame.isUserCode else {
      // User code that calls a resolver does not catch what the resolver throws.
      if case .call = frame, case .threw(let value) = result { stacks[current].contexts[last].thrown = value }
      if case .make = frame, case .threw = result { stacks[current].contexts[last].making.hasThrown = true }
      try checkWait(frame, result, event)
      return try checkResultName(frame, result)
    }
    try finish(current, last)
    guard let thrown = stacks[current].contexts.removeLast().thrown else { return try checkEnding(frame, result) }
    guard result == .threw(thrown) else { throw fault("user code did not end with what a resolver threw") }
  }

  /// Checks that the result of a call carries the name that the step gives it.
  private mutating func checkResultName(_ frame: Frame, _ result: FrameResult) throws(Fault) {
    if let message = index.fault(of: frame, result) { throw fault(message) }
    guard index.canEnd(frame, with: result) else { throw fault("a call ended with what it cannot give") }
    if case .drop(_, let names) = frame { for name in names { matching.scope?.drop(name) } }
    if case .make = frame, case .gives(.reference(let made)) = result {
      guard trace.objects[made].kind == .promise else { throw fault("what was made is not a promise") }
      noteMade(made, by: frame)
    }
    guard case .gives(let value) = result, let step = frame.step, let name = index.resultNames[step] else { return }
    // A value without identity carries no names.
    if value.reference == nil { matching.bindings[name] = value }
    try bind(name, to: value)
  }

  private mutating func checkEnding(_ frame: Frame, _ result: FrameResult) throws(Fault) {
    let ending: Ending?
    if let call = frame.call {
      ending = functions[call.function]?.ending(ofCall: call.call)
      guard isRight(ending, result) else { throw fault("user code did not end as the program says") }
    } else if case .accessor(let subject, _, let read, let name) = frame {
      let possible = endings(ofRead: read, of: subject, performing: name)
      guard let right = possible.first(where: { isRight($0, result) }) else {
        throw fault("read \(read) of then did not end as the program says")
      }
      ending = right
    } else {
      return
    }
    if let value = ending?.value, let seen = result.value { note(value, seen) }
  }

  /// How a read of `then` may end; nil where it ends with nothing.
  private func endings(ofRead read: Int, of subject: TracedValue?, performing name: String?) -> [Ending?] {
    let getters =
      subject.map { thenables(of: $0).filter { $0.reading == name }.compactMap(\.get) } ?? [
        program.prototype?.get ?? []
      ]
    return getters.map { $0.isEmpty ? nil : $0[min(max(read, 1), $0.count) - 1] }
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
