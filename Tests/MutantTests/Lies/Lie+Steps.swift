import APlusModel

/// Lies about the steps: what the host itself does.
extension Lie {
  /// One step is not performed as the program says.
  static let steps: [Lie] = [
    frame("settle: another value") { honest, place, frame in
      guard case .settle(let step, let verb, let on, let with) = frame, honest.isNamed(with) else { return [] }
      return honest.otherValues(with, at: place).map { .settle(step: step, verb, on: on, with: $0) }
    },
    frame("settle: another promise") { honest, place, frame in
      guard case .settle(let step, let verb, let on, let with) = frame else { return [] }
      return honest.others(on, .promise, at: place).map { .settle(step: step, verb, on: $0, with: with) }
    },
    frame("settle: the promise of another turn") { honest, place, frame in
      guard case .settle(let step?, let verb, let on, let with) = frame else { return [] }
      return honest.turns(of: on, at: place).map { .settle(step: step, verb, on: $0, with: with) }
    },
    frame("settle: another verb") { honest, place, frame in
      guard case .settle(let step, let verb, let on, let with) = frame else { return [] }
      return [Settlement.fulfill, .reject, .resolve].filter { $0 != verb }.map {
        .settle(step: step, $0, on: on, with: with)
      }
    },
    frame("then: another promise") { honest, place, frame in
      guard case .then(let call, let number) = frame else { return [] }
      return honest.others(call.subject, .promise, at: place).map { .then(call.with(on: $0), number: number) }
    },
    frame("then: the promise of another turn") { honest, place, frame in
      guard case .then(let call, let number) = frame else { return [] }
      return honest.turns(of: call.subject, at: place).map { .then(call.with(on: $0), number: number) }
    },
    frame("then: another handler") { honest, place, frame in
      guard case .then(let call, let number) = frame else { return [] }
      let name: String? = if case .function(let name) = call.onFulfilled { name } else { nil }
      return honest.functions(but: name).map { .then(call.with(onFulfilled: .function($0)), number: number) }
    },
    frame("then: its handlers exchanged") { honest, place, frame in
      guard case .then(let call, let number) = frame, call.onFulfilled != call.onRejected else { return [] }
      return [.then(call.with(onFulfilled: call.onRejected, onRejected: call.onFulfilled), number: number)]
    },
    frame("then: without a handler") { honest, place, frame in
      guard case .then(let call, let number) = frame else { return [] }
      return [call.with(onFulfilled: .absent), call.with(onRejected: .absent)].filter { $0 != call }.map {
        .then($0, number: number)
      }
    },
    contradiction("then: numbers of two exchanged") { honest, place in
      guard honest.isSingle, case .then(let call, let number)? = honest.frame(place) else { return [] }
      return honest.registrations.values.filter { $0.place > place }.map { other in
        { trace in
          guard case .begin(let second, .then(let later, let last)) = trace.events[other.place].kind,
            case .begin(let first, _) = trace.events[place].kind
          else { return }
          trace.events[place].kind = .begin(frame: first, .then(call, number: last))
          trace.events[other.place].kind = .begin(frame: second, .then(later, number: number))
        }
      }
    },
    frame("make: another state") { honest, place, frame in
      guard case .make(let step, let state, let with, let isReadyMade) = frame else { return [] }
      return ["pending", "fulfilled", "rejected", "resolved"].filter { $0 != state }.map {
        .make(step: step, state: $0, with: with, isReadyMade: isReadyMade)
      }
    },
    frame("make: another value") { honest, place, frame in
      guard case .make(let step, let state, let with?, let isReadyMade) = frame, honest.isNamed(with) else { return [] }
      return honest.otherValues(with, at: place).map {
        .make(step: step, state: state, with: $0, isReadyMade: isReadyMade)
      }
    },
    event("let: another promise") { honest, place in
      guard case .bound(let step, let name, let value) = honest.events[place].kind else { return [] }
      return (honest.others(value, .promise, at: place) + honest.turns(of: value, at: place)).map {
        .bound(step: step, name: name, value: $0)
      }
    },
    event("let: another value") { honest, place in
      guard case .bound(let step, let name, let value) = honest.events[place].kind else { return [] }
      return honest.otherValues(value, at: place).filter { _ in !honest.isKind(step) }.map {
        .bound(step: step, name: name, value: $0)
      }
    },
    event("let: another name") { honest, place in
      guard case .bound(let step, let name, let value) = honest.events[place].kind else { return [] }
      return honest.objects.flatMap(\.names).filter { $0 != name }.map { .bound(step: step, name: $0, value: value) }
    },
    frame("call: another pair") { honest, place, frame in
      guard honest.isSingle, case .call(let step, let pair, let rejects, let with) = frame else { return [] }
      return honest.events[..<place].compactMap { event in
        guard case .begin(_, .thenable(_, _, let other)) = event.kind, other != pair else { return nil }
        return .call(step: step, pair: other, rejects: rejects, with: with)
      }
    },
    frame("call: the other resolver") { honest, place, frame in
      guard case .call(let step, let pair, let rejects, let with) = frame else { return [] }
      return [.call(step: step, pair: pair, rejects: !rejects, with: with)]
    },
    frame("call: another value") { honest, place, frame in
      guard case .call(let step, let pair, let rejects, let with?) = frame, honest.isNamed(with) else { return [] }
      return honest.otherValues(with, at: place).map { .call(step: step, pair: pair, rejects: rejects, with: $0) }
    },
    frame("cancel: another promise") { honest, place, frame in
      guard case .cancel(let step, let on, let with) = frame else { return [] }
      return honest.others(on, .promise, at: place).map { .cancel(step: step, on: $0, with: with) }
    },
    frame("cancel: another reason") { honest, place, frame in
      guard case .cancel(let step, let on, let with) = frame else { return [] }
      return honest.otherValues(with, at: place).map { .cancel(step: step, on: on, with: $0) }
    },
    frame("combine: members exchanged") { honest, place, frame in
      guard case .combine(let step, let kind, let members) = frame, members.count > 1,
        honest.others(members[0], .promise, at: place).contains(members[1])
      else { return [] }
      var swapped = members
      swapped.swapAt(0, 1)
      return [.combine(step: step, kind: kind, of: swapped)]
    },
    frame("combine: a member left out or doubled") { honest, place, frame in
      guard case .combine(let step, let kind, let members) = frame, let last = members.last else { return [] }
      return [members.dropLast(), members + [last]].map { .combine(step: step, kind: kind, of: Array($0)) }
    },
    frame("combine: another member") { honest, place, frame in
      guard case .combine(let step, let kind, let members) = frame, let last = members.last else { return [] }
      return honest.others(last, .promise, at: place).map {
        .combine(step: step, kind: kind, of: members.dropLast() + [$0])
      }
    },
    frame("combine: another combinator") { honest, place, frame in
      guard case .combine(let step, let kind, let members) = frame else { return [] }
      return ["all", "race", "any", "allSettled", "finally"].filter { $0 != kind }.map {
        .combine(step: step, kind: $0, of: members)
      }
    },
    frame("drop: another name") { honest, place, frame in
      guard case .drop(let step, let names) = frame else { return [] }
      return [[], names + ["p2"], ["q9"]].filter { $0 != names }.map { .drop(step: step, names: $0) }
    },
    event("mark or probe: another name") { honest, place in
      switch honest.events[place].kind {
      case .mark(let step, let name): [.mark(step: step, name: name + "2")]
      case .gone(let step, let name, let isGone): [.gone(step: step, name: name + "2", isGone)]
      default: []
      }
    },
    event("another step") { honest, place in
      let steps = honest.steps.values.sorted { $0.id < $1.id }
      switch honest.events[place].kind {
      case .mark(let step, let name): return steps.filter { $0.id != step }.map { .mark(step: $0.id, name: name) }
      case .bound(let step, let name, let value):
        return steps.filter { $0.id != step }.map { .bound(step: $0.id, name: name, value: value) }
      case .begin(let number, .then(let call, let registration)):
        return steps.filter { $0.id != call.step }.map { other in
          let call = ThenCall(
            step: other.id, on: call.subject, onFulfilled: call.onFulfilled, onRejected: call.onRejected)
          return .begin(frame: number, .then(call, number: registration))
        }
      case .begin(let number, .settle(let step?, let verb, let on, let with)):
        return steps.filter { $0.id != step }.map {
          .begin(frame: number, .settle(step: $0.id, verb, on: on, with: with))
        }
      default: return []
      }
    },
    contradiction("another turn of the repeat") { honest, place in
      let event = honest.events[place]
      guard let last = event.indices.last, event.indices.count == 1 else { return [] }
      return [{ $0.events[place].indices = [last + 1] }, { $0.events[place].indices = [] }]
    },
    contradiction("another round") { honest, place in
      guard honest.program.rounds > 1 else { return [] }
      switch honest.events[place].kind {
      case .unhandled, .uncaught, .phase: return []
      default: break
      }
      return (0..<honest.program.rounds).filter { $0 != honest.events[place].round }.map { round in
        { $0.events[place].round = round }
      }
    },
    contradiction("a step on another stack") { honest, place in
      guard honest.isSingle, honest.isLeaf(place), honest.frame(place)?.step != nil else { return [] }
      return [{ trace in for index in [place, place + 1] { trace.events[index].stack = 1 } }]
    },
    contradiction("a name that is bound is said to be unbound") { honest, place in
      guard honest.isSingle, honest.isLeaf(place), let frame = honest.frame(place),
        case .settle(let step?, _, let on, _) = frame, case .settle(_, let name, _)? = honest.steps[step]?.action,
        on.object != nil
      else { return [] }
      return [
        { trace in
          trace.events[place].kind = .unbound(step: step, name: name)
          trace.events.remove(at: place + 1)
        }
      ]
    },
  ]

  /// The steps do not come in the order of the program, or not as often.
  static let order: [Lie] = [
    contradiction("two steps exchanged") { honest, place in
      guard place + 3 < honest.events.count, honest.isLeaf(place), honest.isLeaf(place + 2),
        let first = honest.frame(place)?.step, let second = honest.frame(place + 2)?.step, first != second,
        honest.events[place].stack == honest.events[place + 2].stack
      else { return [] }
      return [exchanging(place)]
    },
    contradiction("a step left out") { honest, place in
      if case .mark = honest.events[place].kind { return [{ $0.events.remove(at: place) }] }
      if case .gone = honest.events[place].kind { return [{ $0.events.remove(at: place) }] }
      guard honest.isLeaf(place), honest.frame(place)?.step != nil else { return [] }
      return [{ $0.events.removeSubrange(place...(place + 1)) }]
    },
    contradiction("a let left out") { honest, place in
      guard case .bound = honest.events[place].kind else { return [] }
      guard place > 1, honest.isLeaf(place - 2), case .make? = honest.frame(place - 2) else {
        return [{ $0.events.remove(at: place) }]
      }
      return [{ $0.events.remove(at: place) }, { $0.events.removeSubrange((place - 2)...place) }]
    },
    contradiction("a step performed twice") { honest, place in
      guard honest.isLeaf(place), let frame = honest.frame(place), frame.step != nil else { return [] }
      return [
        { trace in
          let number = 1 + trace.mostFrames
          var again = trace.events[place...(place + 1)].map { event in event.with(frame: number) }
          if case .then(let call, _) = frame {
            again[0].kind = .begin(
              frame: number,
              .then(
                step: call.step, on: call.subject, registration: honest.registrations.count + 1,
                onFulfilled: call.onFulfilled, onRejected: call.onRejected))
          }
          trace.events.insert(contentsOf: again, at: place + 2)
        }
      ]
    },
    contradiction("a block left out with its steps") { honest, place in
      switch honest.events[place].kind {
      case .block, .due: break
      default: return []
      }
      var next = place + 1
      while next < honest.events.count {
        if case .phase = honest.events[next].kind { return [{ $0.events.removeSubrange(place...next) }] }
        guard honest.isLeaf(next), honest.frame(next)?.step != nil || honest.frame(next)?.isUserCode == false else {
          return []
        }
        next += 2
      }
      return []
    },
    contradiction("a phase left out") { honest, place in
      guard case .phase = honest.events[place].kind else { return [] }
      if place + 1 == honest.events.count { return [{ $0.events.remove(at: place) }] }
      switch honest.events[place + 1].kind {
      case .due: return [{ $0.events.remove(at: place) }]
      case .block(let step):
        guard case .later(.idle, _)? = honest.steps[step]?.action else { return [] }
        return [{ $0.events.remove(at: place) }]
      default: return []
      }
    },
    contradiction("a round left out") { honest, place in
      guard honest.program.rounds > 1, place == 0 else { return [] }
      return [{ $0.events.removeAll { $0.round == honest.program.rounds - 1 } }]
    },
    contradiction("something after the end") { honest, place in
      guard let frame = honest.frame(place), frame.isUserCode, honest.isLeaf(place) else { return [] }
      return [
        { trace in
          let moved = trace.events[place...(place + 1)]
          trace.events.removeSubrange(place...(place + 1))
          trace.events += moved
        }
      ]
    },
    contradiction("a frame without its end") { honest, place in
      guard case .end = honest.events[place].kind else { return [] }
      return [{ $0.events.remove(at: place) }]
    },
    contradiction("a frame that begins twice") { honest, place in
      guard case .begin = honest.events[place].kind else { return [] }
      return [{ $0.events.insert($0.events[place], at: place) }]
    },
    contradiction("ends of two frames exchanged") { honest, place in
      guard case .end(let first, let result) = honest.events[place].kind, place + 1 < honest.events.count,
        case .end(let second, let other) = honest.events[place + 1].kind
      else { return [] }
      return [
        { trace in
          trace.events[place].kind = .end(frame: second, other)
          trace.events[place + 1].kind = .end(frame: first, result)
        }
      ]
    },
    contradiction("an end before the last step") { honest, place in
      guard case .end(_, _) = honest.events[place].kind, place >= 3, let frame = honest.ended(place), frame.isUserCode,
        honest.isLeaf(place - 2), honest.frame(place - 2)?.step != nil
      else { return [] }
      return [{ $0.events.insert($0.events.remove(at: place), at: place - 2) }]
    },
    contradiction("a wait that ends before its mark") { honest, place in
      guard case .wait(_, let gate)? = honest.frame(place), let end = honest.end(of: place),
        honest.events[place...end].contains(where: { if case .mark(_, gate) = $0.kind { true } else { false } })
      else { return [] }
      return [{ $0.events.insert($0.events.remove(at: end), at: place + 1) }]
    },
    contradiction("lanes that end at once") { honest, place in
      guard case .lanes? = honest.frame(place), let end = honest.end(of: place), end > place + 1 else { return [] }
      return [{ $0.events.insert($0.events.remove(at: end), at: place + 1) }]
    },
    event("another lane") { honest, place in
      guard case .lane(let step, let lane) = honest.events[place].kind else { return [] }
      return [.lane(step: step, lane: lane == 0 ? 1 : 0), .lane(step: step, lane: lane + 1)]
    },
  ]
}

extension HonestTrace {
  /// Whether a `let` binds a value that each language has its own of.
  func isKind(_ step: Int) -> Bool { if case .bind(_, .special)? = steps[step]?.action { true } else { false } }
}

extension Trace {
  /// The largest number of a frame.
  var mostFrames: Int {
    events.reduce(0) { most, event in if case .begin(let number, _) = event.kind { max(most, number) } else { most } }
  }
}

extension Event {
  /// The event of another frame.
  func with(frame number: Int) -> Event {
    var event = self
    switch kind {
    case .begin(_, let frame): event.kind = .begin(frame: number, frame)
    case .end(_, let result): event.kind = .end(frame: number, result)
    default: break
    }
    return event
  }
}
