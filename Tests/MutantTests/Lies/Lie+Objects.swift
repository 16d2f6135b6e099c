import APlusModel

/// Lies about objects, and what only a faulty library does.
extension Lie {
  /// An object is described as something that the program does not make of it.
  static let objects: [Lie] = [
    object("a promise that is of another kind") { honest, object in
      guard object.kind == .promise, honest.isMade(object) else { return [] }
      return [ObjectKind.mark, .thenable, .error, .function, .list, .object].map { kind in { $0.kind = kind } }
    },
    object("a named result that is of a kind of the program's own") { honest, object in
      guard object.kind == .promise, !object.names.isEmpty else { return [] }
      return [ObjectKind.mark, .thenable].map { kind in { $0.kind = kind } }
    },
    object("a mark that is of another kind") { honest, object in
      guard object.kind == .mark else { return [] }
      return [ObjectKind.promise, .thenable, .error, .function, .list, .object].map { kind in { $0.kind = kind } }
    },
    object("a thenable that is of another kind") { honest, object in
      guard object.kind == .thenable else { return [] }
      return [ObjectKind.promise, .mark, .error, .function, .list, .object].map { kind in { $0.kind = kind } }
    },
    object("an object without its name") { honest, object in
      guard !object.names.isEmpty else { return [] }
      return [{ $0.names.removeLast() }]
    },
    object("an object with the name of another") { honest, object in
      guard !object.names.isEmpty else { return [] }
      let names = honest.objects.flatMap(\.names).filter { !object.names.contains($0) && $0 != "UNBOUND" }
      return names.flatMap { name -> [(inout TracedObject) -> Void] in
        [{ $0.names = [name] }, { $0.names.append(name) }]
      }
    },
    object("an object with a name that the program does not have") { honest, object in
      guard !object.names.isEmpty else { return [] }
      return [{ $0.names = [object.kind == .mark ? "ZZ9" : "zz9"] }]
    },
    contradiction("names of two objects exchanged") { honest, place in
      guard let one = honest.reference(at: place), !honest.objects[one].names.isEmpty else { return [] }
      return honest.others(.reference(one), honest.objects[one].kind, at: place).compactMap(\.object).map { other in
        { trace in
          let names = trace.objects[one].names
          trace.objects[one].names = trace.objects[other].names
          trace.objects[other].names = names
        }
      }
    },
    object("an object of the program that comes from the library") { honest, object in
      guard object.kind == .mark || object.kind == .thenable, !object.isForeign else { return [] }
      return [{ $0.isForeign = true }]
    },
    object("a mark or thenable of another round") { honest, object in
      guard object.kind == .mark || object.kind == .thenable else { return [] }
      return [{ $0.round += 1 }]
    },
    object("a list with other items") { honest, object in
      guard object.kind == .list, !object.isForeign, let items = object.items, honest.hasList else { return [] }
      return [{ $0.items = items + [.integer(7_777)] }]
    },
  ]

  /// What a library with a fault may do: the judge may blame it, and must not blame the host.
  static let faults: [Lie] = [
    possible("a handler that never runs") { honest, place in
      guard case .handler(let call, let number, _)? = honest.frame(place), honest.isLeaf(place), call.call == 1,
        number.wrappedValue != nil,
        !honest.events.contains(where: { event in
          guard case .begin(_, .handler(let other, number, _)) = event.kind else { return false }
          return other.call > 1
        }), !honest.leavesObject(place + 1)
      else { return [] }
      return [{ $0.events.removeSubrange(place...(place + 1)) }]
    },
    possible("a handler that runs twice") { honest, place in
      guard case .handler(let call, let registration, let slot)? = honest.frame(place), honest.isLeaf(place),
        registration.wrappedValue != nil, honest.program.functions[call.function]?.endings.isEmpty == true,
        !honest.events[place...].dropFirst().contains(where: { event in
          if case .begin(_, .handler(_, registration, slot)) = event.kind { true } else { false }
        })
      else { return [] }
      return [
        { trace in
          let number = 1 + trace.mostFrames
          var again = trace.events[place...(place + 1)].map { $0.with(frame: number) }
          again[0].kind = .begin(frame: number, .handler(call.with(call: call.call + 1), number: registration, slot))
          trace.events.insert(contentsOf: again, at: place + 2)
        }
      ]
    },
    possible("two handlers in another order") { honest, place in
      guard place + 3 < honest.events.count, honest.isSingle, honest.isLeaf(place), honest.isLeaf(place + 2),
        case .handler(_, let one, _)? = honest.frame(place), case .handler(_, let two, _)? = honest.frame(place + 2),
        one.wrappedValue != nil, two.wrappedValue != nil, one != two, !honest.leavesObject(place + 1),
        !honest.isAfter(place, honest.frame(place + 2))
      else { return [] }
      return [exchanging(place)]
    },
    possible("a handler that gets another value") { honest, place in
      guard case .begin(let frame, .handler(let call, let number, let slot)) = honest.events[place].kind,
        call.arguments.count == 1
      else { return [] }
      let known = honest.others(call.arguments[0], .mark, at: place).filter { honest.isGiven($0, before: place) }
      return (known + [.integer(7_777), .null]).map {
        replacing(place, .begin(frame: frame, .handler(call.with(arguments: [$0]), number: number, slot)))
      }
    },
    possible("a handler that gets more") { honest, place in
      guard case .begin(let frame, .handler(let call, let number, let slot)) = honest.events[place].kind,
        call.arguments.count == 1
      else { return [] }
      let more = call.with(argumentCount: 2, arguments: call.arguments + [.integer(1)])
      return [replacing(place, .begin(frame: frame, .handler(more, number: number, slot)))]
    },
    possible("another receiver") { honest, place in
      guard case .begin(let frame, .handler(let call, let number, let slot)) = honest.events[place].kind,
        call.receiver != nil
      else { return [] }
      return ["global", "other", "undefined"].filter { $0 != call.receiver }.map {
        replacing(place, .begin(frame: frame, .handler(call.with(receiver: $0), number: number, slot)))
      }
    },
    possible("a handler on a thread of the library's") { honest, place in
      guard honest.isSingle, case .handler? = honest.frame(place), honest.isLeaf(place) else { return [] }
      return [{ trace in for index in [place, place + 1] { trace.events[index].stack = 1 } }]
    },
    possible("a handler inside then") { honest, place in
      guard case .handler(let call, let number, _)? = honest.frame(place), honest.isLeaf(place), honest.isSingle,
        let own = number.wrappedValue.flatMap({ honest.registrations[$0] }), call.call == 1,
        call.arguments.allSatisfy({ $0.object == nil || honest.isGiven($0, before: own.place) }),
        !honest.leavesObject(place + 1)
      else { return [] }
      return [
        { trace in
          let moved = trace.events[place...(place + 1)]
          trace.events.removeSubrange(place...(place + 1))
          trace.events.insert(contentsOf: moved, at: own.place + 1)
        }
      ]
    },
    possible("a settlement that says the opposite") { honest, place in
      guard case .end(let frame, .accepted(let isAccepted)) = honest.events[place].kind else { return [] }
      return [replacing(place, .end(frame: frame, .accepted(!isAccepted)))]
    },
    possible("a settlement that throws") { honest, place in
      guard case .end(let frame, _) = honest.events[place].kind, case .settle? = honest.ended(place) else { return [] }
      return (honest.others(nil, .mark, at: place).filter { honest.isGiven($0, before: place) } + [.integer(1)]).map {
        replacing(place, .end(frame: frame, .threw($0)))
      }
    },
    possible("an unnamed result that is something else") { honest, place in
      guard case .end(let frame, .gives(_)) = honest.events[place].kind, case .then(let call, _)? = honest.ended(place),
        honest.steps[call.step]?.action.resultName == nil
      else { return [] }
      let values = honest.others(nil, .promise, at: place) + honest.others(nil, .mark, at: place)
      return (values.filter { honest.isGiven($0, before: place) } + [.undefined, .integer(1)]).map {
        replacing(place, .end(frame: frame, .gives($0)))
      }
    },
    possible("a thenable that is called once more") { honest, place in
      guard case .thenable(let call, let on, _)? = honest.frame(place), honest.isLeaf(place), honest.isSingle,
        honest.program.functions[call.function] == Function(),
        !honest.events[place...].dropFirst().contains(where: { event in
          if case .begin(_, .thenable) = event.kind { true } else { false }
        })
      else { return [] }
      return [
        { trace in
          guard case .begin(_, .thenable(_, _, let pair)) = trace.events[place].kind else { return }
          let number = 1 + trace.mostFrames
          var again = trace.events[place...(place + 1)].map { $0.with(frame: number) }
          again[0].kind = .begin(frame: number, .thenable(call.with(call: call.call + 1), on: on, pair: pair + 1))
          trace.events.insert(contentsOf: again, at: place + 2)
        }
      ]
    },
    possible("an exception that nobody catches") { honest, place in
      guard honest.isSingle, case .phase = honest.events[place].kind else { return [] }
      let marks = honest.others(nil, .mark, at: place).filter { honest.isGiven($0, before: place) }
      return (marks + [.integer(1)]).map { value in
        { trace in
          trace.events.insert(Event(sequence: 0, round: trace.events[place].round, kind: .uncaught(value)), at: place)
        }
      }
    },
  ]

  /// A contradiction in the description of the object that an event refers to first.
  private static func object(
    _ name: String, _ others: @escaping @Sendable (HonestTrace, TracedObject) -> [(inout TracedObject) -> Void]
  ) -> Lie {
    contradiction(name) { honest, place in
      guard let reference = honest.reference(at: place), !honest.objects[reference].names.contains("UNBOUND") else {
        return []
      }
      return others(honest, honest.objects[reference]).map { change in { change(&$0.objects[reference]) } }
    }
  }
}

extension HonestTrace {
  /// The object that an event refers to first.
  func reference(at place: Int) -> Int? {
    var found: Int?
    events[place].kind.forEachReference { found = found ?? $0 }
    return found
  }

  /// Whether the program makes the promise, under one of its names.
  func isMade(_ object: TracedObject) -> Bool {
    steps.values.contains { step in
      guard case .bind(let name, .promise) = step.action else { return false }
      return object.names.contains(name)
    }
  }

  /// Whether the program writes lists.
  var hasList: Bool {
    var isFound = false
    program.forEachValue { if case .list = $0 { isFound = true } }
    return isFound
  }

  /// Whether an event before a place shows that the library has the object.
  func isGiven(_ value: TracedValue, before place: Int) -> Bool {
    guard let reference = value.object else { return true }
    return events[..<place].contains { event in
      switch event.kind {
      case .begin, .end: break
      default: return false
      }
      var isFound = false
      event.kind.forEachReference { if $0 == reference { isFound = true } }
      return isFound
    }
  }

  /// Whether an end is where an object is first seen, which others may get later.
  func leavesObject(_ place: Int) -> Bool {
    var isFirst = false
    events[place].kind.forEachReference { if firstUse(of: $0) == place { isFirst = true } }
    return isFirst
  }

  /// Whether a frame refers to an object that was first seen at a place or later, so that it cannot come before it.
  func isAfter(_ place: Int, _ frame: Frame?) -> Bool {
    frame?.values.contains { value in value.object.map { firstUse(of: $0) >= place } ?? false } ?? false
  }
}
