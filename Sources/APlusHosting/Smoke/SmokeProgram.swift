package import APlusModel

/// A tiny program that exercises how an adapter is wired, or one thing that it claims.
///
/// Its trace is no evidence about the library and is never judged.
package enum SmokeProgram: Sendable, Hashable, CaseIterable {
  case deferred
  case readyMade
  case adoption
  case cancellation
  case acceptance
  case combinators
  case contexts

  /// Whether an adapter with these capabilities gets the program.
  package func isClaimed(by capabilities: [Capability]) -> Bool {
    switch self {
    case .deferred: true
    case .readyMade: capabilities.provide(Capability("ready-made"))
    case .adoption: capabilities.provide(Capability("adopting-resolve"))
    case .cancellation: capabilities.provide(Capability("cancellation"))
    case .acceptance: capabilities.provide(Capability("acceptance"))
    case .combinators: !Self.kinds(of: capabilities).isEmpty
    case .contexts: capabilities.provide(Capability("contexts", detail: "serial"))
    }
  }

  /// The program for an adapter with these capabilities.
  package func program(for capabilities: [Capability]) -> Program {
    switch self {
    case .deferred: Self.deferredProgram
    case .readyMade: Self.readyMadeProgram
    case .adoption: Self.adoptionProgram
    case .cancellation: Self.program([Self.pending("a"), .cancel(promise: "a", reason: nil)])
    case .acceptance: Self.program([Self.pending("a"), Self.settle(.fulfill, "a", "S"), Self.then("a", "a1")])
    case .combinators: Self.combinatorProgram(Self.kinds(of: capabilities))
    case .contexts: Self.contextProgram
    }
  }

  /// The combinators that take only promises.
  private static let plainCombinators = ["all", "race", "any", "allSettled"]

  /// The claimed combinators that the program calls, in the order of their steps.
  package static func kinds(of capabilities: [Capability]) -> [String] {
    plainCombinators.filter { capabilities.provide(Capability("combinators", detail: $0)) }
  }

  /// The step that calls the combinator at a place in the list.
  package static func combinatorStep(_ place: Int) -> Int { place + 2 }

  // MARK: Programs

  /// A program of steps, numbered in order, and of all functions that they register; a function
  /// without an ending returns nothing.
  private static func program(
    _ actions: [Action], endings: [String: Ending] = [:], contexts: [String: Program.ContextKind] = [:]
  ) -> Program {
    var functions: [String: Function] = [:]
    for case .then(let registration) in actions {
      for name in [registration.onFulfilled, registration.onRejected].compactMap(\.function) {
        functions[name] = Function(endings: endings[name].map { [$0] } ?? [])
      }
    }
    return Program(functions: functions, steps: actions.enumerated().map { Step(id: $0, $1) }, contexts: contexts)
  }

  private static func make(_ state: PromiseState, _ name: String, with mark: String?) -> Action {
    let value = mark.map { Value.name($0) }
    return .bind(name: name, value: .promise(state, with: value, whenIdle: false))
  }

  private static func pending(_ name: String) -> Action { make(.pending, name, with: nil) }

  private static func settle(_ settlement: Settlement, _ name: String, _ with: String) -> Action {
    .settle(settlement, promise: name, value: .name(with))
  }

  /// Registers the functions `nameOk` and `nameBad`.
  private static func then(_ name: String, _ derived: String) -> Action {
    .then(
      Registration(
        promise: name, onFulfilled: .function(name + "Ok"), onRejected: .function(name + "Bad"), result: derived))
  }

  /// Handlers return or throw different marks, so that each value shows where it comes from.
  private static let deferredProgram = program(
    [
      pending("a"), pending("b"), pending("c"), settle(.fulfill, "a", "S"), settle(.reject, "b", "R"), then("a", "d"),
      then("b", "e"), then("c", "c1"), then("d", "d1"), then("e", "e1"),
    ],
    endings: [
      "aOk": .throwing(.name("E1")), "aBad": .returns(.name("W")), "bOk": .throwing(.name("E2")),
      "bBad": .returns(.name("V")),
    ])

  private static let readyMadeProgram = program([
    make(.fulfilled, "f", with: "S"), make(.rejected, "g", with: "R"), pending("h"), then("f", "f1"), then("g", "g1"),
  ])

  /// The promise `p` is resolved with a promise, and `q` comes from a handler that returns one.
  private static let adoptionProgram = program(
    [
      pending("m"), pending("k"), pending("p"), settle(.fulfill, "m", "S"), settle(.fulfill, "k", "D"),
      settle(.resolve, "p", "m"), then("k", "q"), then("p", "p1"), then("q", "q1"),
    ], endings: ["kOk": .returns(.name("m"))])

  private static func combinatorProgram(_ kinds: [String]) -> Program {
    let combined = kinds.enumerated().map { place, kind in
      Action.combine(CombinatorCall(kind: kind, members: ["a"], result: "r\(place)"))
    }
    return program([pending("a"), settle(.fulfill, "a", "S")] + combined)
  }

  /// Handlers for each of two contexts, and for none, before the promise is settled and after.
  private static let contextProgram: Program = {
    let thens = contextHandlers.map { name, context in
      Action.then(
        Registration(promise: "a", onFulfilled: .function(name), onRejected: .absent, result: nil, context: context))
    }
    return program(
      [pending("a")] + thens.prefix(3) + [settle(.fulfill, "a", "S")] + thens.suffix(3),
      contexts: ["c1": .serial, "c2": .serial])
  }()

  /// The handlers of the program of contexts, each with the context that it is registered for.
  package static let contextHandlers: [(name: String, context: String?)] = [
    ("b1", "c1"), ("b2", "c2"), ("b", nil), ("d1", "c1"), ("d2", "c2"), ("d", nil),
  ]
}
