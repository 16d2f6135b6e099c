package import APlusModel

/// A tiny program that exercises how an adapter is wired, or one thing that it claims.
///
/// Its trace is no evidence about the library and is never judged.
package enum SmokeProgram: Sendable, Hashable, CaseIterable {
  case deferred
  case readyMade
  case adoption
  case thenables
  case nonfunctions
  case cancellation
  case cancels
  case acceptance
  case combinators
  case lists
  case contexts
  case ambient

  /// Whether an adapter with these capabilities gets the program.
  package func isClaimed(by capabilities: [Capability]) -> Bool {
    guard capabilities.provide(.promises) else { return false }
    return switch self {
    case .deferred: true
    case .readyMade: capabilities.provide(Capability("ready-made"))
    case .adoption: capabilities.provide(Capability("adopting-resolve"))
    case .thenables:
      capabilities.provide(Capability("thenables"))
        && capabilities.limits.isDisjoint(with: [.nothingFromThen, .sameFromThen, .valuesFromHandlers])
    case .nonfunctions: capabilities.provide(Capability("nonfunctions"))
    case .cancellation: capabilities.provide(Capability("cancellation"))
    case .cancels:
      capabilities.provide(Capability("cancellation"))
        && capabilities.limits.isDisjoint(with: [.nothingFromThen, .sameFromThen])
    case .acceptance: capabilities.provide(Capability("acceptance"))
    case .combinators: !Self.kinds(of: capabilities).isEmpty
    case .lists: !Self.listCalls(for: capabilities).isEmpty
    case .contexts: capabilities.provide(Capability("contexts", detail: "serial"))
    case .ambient: capabilities.provide(.ambient)
    }
  }

  /// The program for an adapter with these capabilities.
  package func program(for capabilities: [Capability]) -> Program {
    switch self {
    case .deferred: Self.deferredProgram(within: capabilities.limits)
    case .readyMade: Self.readyMadeProgram
    case .adoption: Self.adoptionProgram(for: capabilities)
    case .thenables: Self.thenableProgram(for: capabilities)
    case .nonfunctions: Self.nonfunctionProgram
    case .cancellation: Self.program([Self.pending("a"), .cancel(promise: "a", reason: nil)])
    case .cancels: Self.cancelProgram(for: capabilities)
    case .acceptance: Self.program([Self.pending("a"), Self.settle(.fulfill, "a", "S"), Self.then("a", "a1")])
    case .combinators: Self.combinatorProgram(Self.kinds(of: capabilities))
    case .lists: Self.listProgram(for: capabilities)
    case .contexts: Self.contextProgram(of: .serial)
    case .ambient: Self.contextProgram(of: .ambient)
    }
  }

  /// The combinators that take only promises, and those that take one function with at most one.
  private static let plainCombinators = ["all", "race", "any", "allSettled"]
  private static let callingCombinators = ["finally", "recover", "try"]

  /// The claimed combinators that the program calls, in the order of their steps.
  package static func kinds(of capabilities: [Capability]) -> [String] {
    (plainCombinators + callingCombinators).filter { capabilities.provide(Capability("combinators", detail: $0)) }
  }

  /// The step that calls the combinator at a place in the list.
  package static func combinatorStep(_ place: Int) -> Int { place + 2 }

  // MARK: Programs

  /// A program of steps, numbered in order, and of all functions that they register; a function
  /// without an ending returns nothing.
  static func program(
    _ actions: [Action], endings: [String: Ending] = [:], contexts: [String: Program.ContextKind] = [:]
  ) -> Program {
    var functions: [String: Function] = [:]
    for case .then(let registration) in actions {
      for name in [registration.onFulfilled, registration.onRejected].compactMap(\.function) {
        functions[name] = Function(endings: endings[name].map { [$0] } ?? [])
      }
    }
    for case .combine(let call) in actions { if let name = call.function { functions[name] = Function() } }
    return Program(functions: functions, steps: actions.enumerated().map { Step(id: $0, $1) }, contexts: contexts)
  }

  private static func make(_ state: PromiseState, _ name: String, with mark: String?) -> Action {
    let value = mark.map { Value.name($0) }
    return .bind(name: name, value: .promise(state, with: value, whenIdle: false))
  }

  static func pending(_ name: String) -> Action { make(.pending, name, with: nil) }

  static func settle(_ settlement: Settlement, _ name: String, _ with: String) -> Action {
    .settle(settlement, promise: name, value: .name(with))
  }

  /// Registers the functions `nameOk` and `nameBad`.
  static func then(_ name: String, _ derived: String) -> Action {
    .then(
      Registration(
        promise: name, onFulfilled: .function(name + "Ok"), onRejected: .function(name + "Bad"), result: derived))
  }

  /// Handlers return or throw different marks, so that each value shows where it comes from.
  ///
  /// The promise `w` is settled after its registration; `o` and `u` have handlers that are
  /// registered alone and in pairs, in turn. Nobody handles the rejection of `n`.
  private static func deferredProgram(within limits: Set<Limit>) -> Program {
    let isChained = limits.isDisjoint(with: [.nothingFromThen, .sameFromThen])
    func thrown(_ mark: String) -> Ending? { limits.contains(.nonthrowingHandlers) ? nil : .throwing(.name(mark)) }
    let derived = isChained ? [then("d", "d1"), then("e", "e1")] : []
    let late = [pending("w"), then("w", "w1"), settle(.fulfill, "w", "S"), pending("o"), pending("u")]
    let mixed = (1...mixedPairs).flatMap { number in
      [
        register("o", "oOne\(number)", nil), register("o", "oTwo\(number)", "oNot\(number)"),
        register("u", nil, "uOne\(number)"), register("u", "uNot\(number)", "uTwo\(number)"),
      ]
    }
    return program(
      [
        pending("a"), pending("b"), pending("c"), settle(.fulfill, "a", "S"), settle(.reject, "b", "R"), then("a", "d"),
        then("b", "e"), then("c", "c1"),
      ] + derived + late + mixed + [settle(.fulfill, "o", "S"), settle(.reject, "u", "R")] + [
        pending("n"), settle(.reject, "n", unhandledReason),
      ],
      endings: ["aOk": thrown("E1"), "aBad": .returns(.name("W")), "bOk": thrown("E2"), "bBad": .returns(.name("V"))]
        .compactMapValues(\.self))
  }

  /// The reason of a rejection that nobody handles.
  package static let unhandledReason = "N"

  private static func register(_ promise: String, _ ok: String?, _ bad: String?) -> Action {
    .then(
      Registration(
        promise: promise, onFulfilled: ok.map(Handler.function) ?? .absent,
        onRejected: bad.map(Handler.function) ?? .absent, result: nil))
  }

  /// How many handlers are registered alone, and how many in pairs, on one promise.
  private static let mixedPairs = 3

  /// The handlers of one promise, those that are registered alone and those in pairs, each list in
  /// the order of registration; and all of them.
  package static let mixedHandlers: [(alone: [String], paired: [String], all: [String])] = ["o", "u"].map { promise in
    let numbers = 1...mixedPairs
    return (
      numbers.map { "\(promise)One\($0)" }, numbers.map { "\(promise)Two\($0)" },
      numbers.flatMap { ["\(promise)One\($0)", "\(promise)Two\($0)"] }
    )
  }

  private static let readyMadeProgram = program([
    make(.fulfilled, "f", with: "S"), make(.rejected, "g", with: "R"), pending("h"), then("f", "f1"), then("g", "g1"),
  ])

  /// The promise `p` is resolved with a promise, `q` comes from a handler that returns one, and `r`
  /// from the function for ready-made promises; where there are thenables, `s` and `t` are made as
  /// `q` and `r` are, with a thenable.
  private static func adoptionProgram(for capabilities: [Capability]) -> Program {
    var actions = [
      pending("m"), pending("k"), pending("p"), settle(.fulfill, "m", "S"), settle(.fulfill, "k", "D"),
      settle(.resolve, "p", "m"), then("k", "q"), then("p", "p1"), then("q", "q1"),
    ]
    var endings: [String: Ending] = ["kOk": .returns(.name("m"))]
    guard capabilities.provide(Capability("ready-made")) else { return program(actions, endings: endings) }
    actions += [make(.resolved, "r", with: "m"), then("r", "r1")]
    guard capabilities.provide(Capability("thenables")) else { return program(actions, endings: endings) }
    let thenable = Value.thenable(Thenable(name: nil, then: .function("adopted")))
    actions += [
      .bind(name: "x", value: thenable), pending("l"), settle(.fulfill, "l", "D"), then("l", "s"), then("s", "s1"),
      .bind(name: "t", value: .promise(.resolved, with: .name("x"), whenIdle: false)), then("t", "t1"),
    ]
    endings["lOk"] = .returns(.name("x"))
    var made = program(actions, endings: endings)
    made.functions["adopted"] = Function(steps: [
      Step(id: actions.count, .call(resolver: ResolverName(thenable: nil, rejects: false), value: .name("S")))
    ])
    return made
  }

  private static func combinatorProgram(_ kinds: [String]) -> Program {
    let combined = kinds.enumerated().map { place, kind in
      Action.combine(
        CombinatorCall(
          kind: kind, members: kind == "try" ? [] : ["a"],
          function: callingCombinators.contains(kind) ? "f\(place)" : nil, result: "r\(place)"))
    }
    return program([pending("a"), settle(.fulfill, "a", "S")] + combined)
  }

  /// The calls of combinators with lists of the claimed forms, each with the function that its outcome is
  /// handed to.
  package static func listCalls(for capabilities: [Capability]) -> [(form: MemberList.Form, kind: String, ok: String)] {
    let kinds = plainCombinators.filter { capabilities.provide(Capability("combinators", detail: $0)) }
    let forms = MemberList.Form.allCases.filter { form in form.capability.map(capabilities.provide) ?? false }
    return forms.flatMap { form in kinds.map { (form, $0, "\($0)In\(form.rawValue)Ok") } }
  }

  private static func listProgram(for capabilities: [Capability]) -> Program {
    let calls = listCalls(for: capabilities).flatMap { form, kind, ok in
      let name = String(ok.dropLast(2))
      return [
        Action.combine(CombinatorCall(kind: kind, members: ["a"], list: MemberList(form), result: name)),
        register(name, ok, nil),
      ]
    }
    return program([pending("a"), settle(.fulfill, "a", "S")] + calls)
  }

  /// Handlers for each of two contexts, and for none, before the promise is settled and after.
  private static func contextProgram(of kind: Program.ContextKind) -> Program {
    let thens = contextHandlers.map { name, context in
      Action.then(
        Registration(promise: "a", onFulfilled: .function(name), onRejected: .absent, result: nil, context: context))
    }
    let contexts = ["c1": kind, "c2": kind]
    guard kind == .ambient else {
      return program(
        [pending("a")] + thens.prefix(3) + [settle(.fulfill, "a", "S")] + thens.suffix(3), contexts: contexts)
    }
    // What the calls of `then` have begun is over when the promise is settled: a handler is then in its context only if
    // the library, or the language, keeps that.
    let settling = Step(id: 5, settle(.fulfill, "a", "S"))
    return program([pending("a")] + thens.prefix(3) + [.later(.idle, [settling])], contexts: contexts)
  }

  /// The handlers of the program of contexts, each with the context that it is registered for.
  package static let contextHandlers: [(name: String, context: String?)] = [
    ("b1", "c1"), ("b2", "c2"), ("b", nil), ("d1", "c1"), ("d2", "c2"), ("d", nil),
  ]
}
