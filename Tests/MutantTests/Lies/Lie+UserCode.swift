import APlusModel

/// Lies about results and user code.
extension Lie {
  /// A call ends in a way that it cannot end in, or user code in another way than the program says.
  static let results: [Lie] = [
    event("a call of the library that returns what user code may") { honest, place in
      guard let frame = honest.ended(place), frame.isLibraryCall,
        case .end(let number, let result) = honest.events[place].kind
      else { return [] }
      if case .threw = result { return [] }
      return [.end(frame: number, .returned(.integer(7_777)))]
    },
    event("a settlement or a call that gives a promise") { honest, place in
      guard case .end(let number, _) = honest.events[place].kind, let frame = honest.ended(place) else { return [] }
      switch frame {
      case .settle, .call, .cancel, .drop, .wait, .lanes: break
      default: return []
      }
      return honest.others(nil, .promise, at: place).map { .end(frame: number, .gives($0)) }
    },
    event("what settles nothing says whether it was accepted") { honest, place in
      guard case .end(let number, let result) = honest.events[place].kind, let frame = honest.ended(place) else {
        return []
      }
      if case .threw = result { return [] }
      switch frame {
      case .settle, .cancel: return []
      default: return [.end(frame: number, .accepted(true))]
      }
    },
    event("make: gives another promise") { honest, place in
      guard case .end(let number, .gives(let made)) = honest.events[place].kind, let frame = honest.ended(place),
        case .make = frame
      else { return [] }
      return honest.others(made, .promise, at: place).map { .end(frame: number, .gives($0)) }
    },
    event("a named result that is another promise") { honest, place in
      guard case .end(let number, .gives(let given)) = honest.events[place].kind, let step = honest.ended(place)?.step,
        honest.steps[step]?.action.resultName != nil
      else { return [] }
      return honest.others(given, .promise, at: place).map { .end(frame: number, .gives($0)) }
    },
    event("user code: another value") { honest, place in
      guard case .end(let number, let result) = honest.events[place].kind, let value = result.value,
        honest.ended(place)?.isUserCode == true, honest.isNamed(value) || value.object == nil
      else { return [] }
      return honest.otherValues(value, at: place).map {
        if case .threw = result { .end(frame: number, .threw($0)) } else { .end(frame: number, .returned($0)) }
      }
    },
    event("user code: another promise") { honest, place in
      guard case .end(let number, .returned(let value)) = honest.events[place].kind,
        let object = value.object.map({ honest.objects[$0] }), object.kind == .promise
      else { return [] }
      return honest.others(value, .promise, at: place).filter { _ in !object.names.isEmpty }.map {
        .end(frame: number, .returned($0))
      }
    },
    event("user code: throws what it returns") { honest, place in
      guard case .end(let number, let result) = honest.events[place].kind else { return [] }
      switch result {
      case .returned(.thenFunction): return [.end(frame: number, .threw(.integer(7_777)))]
      case .returned(let value): return [.end(frame: number, .threw(value))]
      case .threw(let value) where honest.ended(place)?.isUserCode == true:
        return [.end(frame: number, .returned(value))]
      default: return []
      }
    },
    event("user code: nothing") { honest, place in
      guard case .end(let number, let result) = honest.events[place].kind, let value = result.value,
        honest.ended(place)?.isUserCode == true, ![.undefined, .nothing, .null].contains(value)
      else { return [] }
      return [.end(frame: number, .nothing), .end(frame: number, .returned(.undefined))]
    },
    event("user code: gives or accepts") { honest, place in
      guard case .end(let number, _) = honest.events[place].kind, honest.ended(place)?.isUserCode == true else {
        return []
      }
      return [.end(frame: number, .accepted(true))]
        + honest.others(nil, .promise, at: place).map { .end(frame: number, .gives($0)) }
    },
  ]

  /// The library calls something else than it can call.
  static let userCode: [Lie] = [
    frame("handler: a function of another place") { honest, place, frame in
      guard case .handler(let call, let number, let slot) = frame, number.wrappedValue != nil else { return [] }
      return honest.functions(but: call.function).map { .handler(call.with(function: $0), number: number, slot) }
    },
    frame("handler: another registration") { honest, place, frame in
      guard case .handler(let call, let number, let slot) = frame, number.wrappedValue != nil else { return [] }
      return honest.registrations.keys.sorted().filter { honest.function(slot, $0) != call.function }.map {
        .handler(call, registration: $0, slot)
      }
    },
    contradiction("handler: before its registration") { honest, place in
      guard case .handler(_, let number, _)? = honest.frame(place), honest.isLeaf(place), honest.isSingle,
        let own = number.wrappedValue.flatMap({ honest.registrations[$0] })
      else { return [] }
      return [
        { trace in
          let moved = trace.events[place...(place + 1)]
          trace.events.removeSubrange(place...(place + 1))
          trace.events.insert(contentsOf: moved, at: own.place)
        }
      ]
    },
    frame("handler: the other slot") { honest, place, frame in
      guard case .handler(let call, let number, let slot) = frame, number.wrappedValue != nil else { return [] }
      return [HandlerSlot.onFulfilled, .onRejected, .finally].filter {
        $0 != slot && ($0 == .finally || honest.function($0, number.wrappedValue) != call.function)
      }.map { .handler(call, number: number, $0) }
    },
    frame("handler: of no registration") { honest, place, frame in
      guard case .handler(let call, let number, let slot) = frame, number.wrappedValue != nil,
        !honest.combined.contains(call.function)
      else { return [] }
      return [.handler(call, registration: nil, slot)]
    },
    frame("handler: a task") { honest, place, frame in
      guard case .handler(let call, _, _) = frame, !honest.combined.contains(call.function) else { return [] }
      return [.task(call), .onCancel(call)]
    },
    frame("task: another function") { honest, place, frame in
      guard case .task(let call) = frame else { return [] }
      return honest.functions(but: call.function).filter { !honest.combined.contains($0) }.map {
        .task(call.with(function: $0))
      }
    },
    frame("argument: a mark that nobody has used") { honest, place, frame in
      guard case .handler(let call, let number, let slot) = frame, call.arguments.count == 1 else { return [] }
      return honest.others(call.arguments[0], .mark, at: place).filter { honest.firstUse(of: $0.object ?? 0) > place }
        .map { .handler(call.with(arguments: [$0]), number: number, slot) }
    },
    contradiction("argument: a mark that the program does not have") { honest, place in
      guard case .begin(let frame, .handler(let call, let number, let slot)) = honest.events[place].kind,
        call.arguments.count == 1
      else { return [] }
      return [
        { trace in
          trace.objects.append(TracedObject(kind: .mark, names: ["ZZ9"], round: honest.events[place].round))
          let other = TracedValue.reference(trace.objects.count - 1)
          trace.events[place].kind = .begin(frame: frame, .handler(call.with(arguments: [other]), number: number, slot))
        }
      ]
    },
    frame("arguments: fewer than recorded") { honest, place, frame in
      guard case .handler(let call, let number, let slot) = frame else { return [] }
      return [.handler(call.with(argumentCount: call.argumentCount + 1), number: number, slot)].filter { _ in
        call.argumentCount < 2
      }
    },
    frame("another number of the call") { honest, place, frame in
      switch frame {
      case .handler(let call, let number, let slot): [.handler(call.with(call: call.call + 1), number: number, slot)]
      case .task(let call): [.task(call.with(call: call.call + 1))]
      case .thenable(let call, let on, let pair): [.thenable(call.with(call: call.call + 1), on: on, pair: pair)]
      case .accessor(let on, let prototype, let read, let function):
        [.accessor(on: on, prototype: prototype, read: read + 1, function: function)]
      default: []
      }
    },
    frame("a context that the program does not have") { honest, place, frame in
      guard case .handler(let call, let number, let slot) = frame else { return [] }
      return ["nowhere"].map { .handler(call.with(context: $0), number: number, slot) }
    },
  ]

  /// A `then` of the program is read or called on something else, or is something else.
  static let thenables: [Lie] = [
    frame("thenable: on what is none") { honest, place, frame in
      guard case .thenable(let call, let on, let pair) = frame,
        honest.program.functions[call.function]?.isShared == false, honest.program.prototype == nil
      else { return [] }
      return (honest.others(on, .promise, at: place) + honest.others(on, .mark, at: place)).map {
        .thenable(call, on: $0, pair: pair)
      }
    },
    frame("thenable: on one with another then") { honest, place, frame in
      guard case .thenable(let call, let on, let pair) = frame,
        honest.program.functions[call.function]?.isShared == false, honest.program.prototype == nil
      else { return [] }
      return honest.others(on, .thenable, at: place).filter { other in
        let names = other.object.map { honest.objects[$0].names } ?? []
        return honest.thenables.contains { $0.then.function != call.function && $0.name.map(names.contains) == true }
      }.map { .thenable(call, on: $0, pair: pair) }
    },
    frame("thenable: on one that comes later") { honest, place, frame in
      guard case .thenable(let call, let on, let pair) = frame,
        honest.program.functions[call.function]?.isShared == false, honest.program.prototype == nil
      else { return [] }
      return honest.objects.indices.filter {
        honest.objects[$0].kind == .thenable && .reference($0) != on && honest.firstUse(of: $0) > place
      }.map { .thenable(call, on: .reference($0), pair: pair) }
    },
    frame("thenable: another function") { honest, place, frame in
      guard case .thenable(let call, let on, let pair) = frame else { return [] }
      let thens = honest.thenables.compactMap(\.then.function) + [honest.program.prototype?.then].compactMap(\.self)
      return honest.functions(but: call.function).filter { !thens.contains($0) }.map {
        .thenable(call.with(function: $0), on: on, pair: pair)
      }
    },
    frame("thenable: the number of another pair") { honest, place, frame in
      guard honest.isSingle, case .thenable(let call, let on, let pair) = frame else { return [] }
      return [pair + 1, pair - 1].filter { $0 > 0 }.map { .thenable(call, on: on, pair: $0) }
    },
    frame("accessor: on what has none") { honest, place, frame in
      guard case .accessor(let on?, nil, let read, let function) = frame else { return [] }
      return
        (honest.others(on, .promise, at: place) + honest.others(on, .mark, at: place)
        + honest.others(nil, .list, at: place)).map {
          .accessor(on: $0, prototype: nil, read: read, function: function)
        }
    },
    frame("accessor: another function") { honest, place, frame in
      guard case .accessor(let on, let prototype, let read, let function) = frame else { return [] }
      let readings = honest.thenables.map(\.reading)
      return (honest.functions(but: function).map { Optional($0) } + [nil]).filter {
        $0 != function && !readings.contains($0)
      }.map { .accessor(on: on, prototype: prototype, read: read, function: $0) }
    },
    frame("accessor: of another prototype") { honest, place, frame in
      guard case .accessor(let on, let prototype, let read, let function) = frame else { return [] }
      if prototype != nil {
        return [.accessor(on: nil, prototype: "Elsewhere", read: read, function: function)]
          + honest.others(nil, .promise, at: place).map {
            .accessor(on: $0, prototype: nil, read: read, function: function)
          }
      }
      return on == nil ? [] : [.accessor(on: nil, prototype: "Number", read: read, function: function)]
    },
    event("accessor: gives something else") { honest, place in
      guard case .accessor(let on, _, _, _)? = honest.ended(place),
        case .end(let number, let result) = honest.events[place].kind
      else { return [] }
      let values: [TracedValue] = [.integer(7_777), .undefined, .thenFunction, .null, .bool(true)]
      let marks = honest.others(on, .mark, at: place)
      let results = (values + marks).flatMap { [FrameResult.returned($0), .threw($0)] }
      return results.filter { !honest.allows($0, as: result) }.map { .end(frame: number, $0) }
    },
    contradiction("accessor: a read that the program does not have") { honest, place in
      guard case .then(_, _)? = honest.frame(place), honest.thenables.allSatisfy({ $0.get == nil }),
        honest.program.prototype == nil
      else { return [] }
      return honest.others(nil, .promise, at: place).prefix(3).map { on in
        { trace in
          let number = 1 + trace.mostFrames
          let event = trace.events[place]
          let frame = Frame.accessor(on: on, prototype: nil, read: 1)
          trace.events.insert(
            contentsOf: [.begin(frame: number, frame), .end(frame: number, .returned(.thenFunction))].map {
              Event(sequence: 0, stack: event.stack, round: event.round, indices: event.indices, kind: $0)
            }, at: place + 1)
        }
      }
    },
    contradiction("a thenable that the program does not have") { honest, place in
      guard case .thenable(let call, let on, let pair)? = honest.frame(place), honest.isLeaf(place),
        honest.program.functions[call.function]?.isShared == false, honest.program.prototype == nil
      else { return [] }
      return [
        { trace in
          trace.objects.append(TracedObject(kind: .thenable, round: honest.events[place].round, isThenable: true))
          let other = TracedValue.reference(trace.objects.count - 1)
          guard case .begin(let number, _) = trace.events[place].kind, on != other else { return }
          trace.events[place].kind = .begin(frame: number, .thenable(call, on: other, pair: pair))
        }
      ]
    },
  ]
}

extension HonestTrace {
  /// Whether an accessor may just as well have ended so: for languages in which values are the same.
  func allows(_ other: FrameResult, as result: FrameResult) -> Bool {
    let empty: Set<FrameResult> = [.nothing, .returned(.undefined), .returned(.nothing), .returned(.null)]
    return other == result || empty.contains(other) && empty.contains(result)
  }
}
