package import APlusJSON
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

  /// Whether an adapter with these capabilities is asked.
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

  /// The program as a host gets it.
  package func wire(for capabilities: [Capability]) -> JSON {
    let source = source(for: capabilities)
    guard let program = try? Program(json: source) else { return source }
    return program.json
  }

  private func source(for capabilities: [Capability]) -> JSON {
    switch self {
    case .deferred: Self.deferredProgram
    case .readyMade: Self.readyMadeProgram
    case .adoption: Self.adoptionProgram
    case .cancellation:
      ["functions": [:], "steps": [Self.pending(0, "a"), ["id": 1, "cancel": "a"]]]
    case .acceptance: Self.acceptanceProgram
    case .combinators: Self.combinatorProgram(Self.kinds(of: capabilities))
    case .contexts: Self.contextProgram
    }
  }

  /// The combinators that need nothing but promises.
  private static let plainCombinators = ["all", "race", "any", "allSettled"]

  /// The combinators that are asked for, in the order of their steps.
  package static func kinds(of capabilities: [Capability]) -> [String] {
    plainCombinators.filter { capabilities.provide(Capability("combinators", detail: $0)) }
  }

  /// The step that asks for the combinator at a place in the list.
  package static func combinatorStep(_ place: Int) -> Int { place + 2 }

  private static func pending(_ id: Int, _ name: String) -> JSON {
    ["id": .integer(id), "let": .string(name), "be": ["promise": "pending"]]
  }

  /// Registers the functions `nameOk` and `nameBad`.
  private static func then(_ id: Int, _ name: String, as derived: String) -> JSON {
    [
      "id": .integer(id), "then": .string(name), "ok": .string(name + "Ok"),
      "bad": .string(name + "Bad"), "as": .string(derived),
    ]
  }

  /// Handlers return or throw marks of their own, so that each value tells where it comes from.
  private static let deferredProgram: JSON = [
    "functions": [
      "aOk": ["ends": [["throw": "E1"]]], "aBad": ["ends": [["return": "W"]]],
      "bOk": ["ends": [["throw": "E2"]]], "bBad": ["ends": [["return": "V"]]],
      "cOk": [:], "cBad": [:], "dOk": [:], "dBad": [:], "eOk": [:], "eBad": [:],
    ],
    "steps": [
      pending(0, "a"), pending(1, "b"), pending(2, "c"),
      ["id": 3, "fulfill": "a", "with": "S"], ["id": 4, "reject": "b", "with": "R"],
      then(5, "a", as: "d"), then(6, "b", as: "e"), then(7, "c", as: "c1"),
      then(8, "d", as: "d1"), then(9, "e", as: "e1"),
    ],
  ]

  private static let readyMadeProgram: JSON = [
    "functions": ["fOk": [:], "fBad": [:], "gOk": [:], "gBad": [:]],
    "steps": [
      ["id": 0, "let": "f", "be": ["promise": "fulfilled", "with": "S"]],
      ["id": 1, "let": "g", "be": ["promise": "rejected", "with": "R"]],
      pending(2, "h"), then(3, "f", as: "f1"), then(4, "g", as: "g1"),
    ],
  ]

  /// The promise `p` is resolved with a promise, and `q` comes from a handler that returns one.
  private static let adoptionProgram: JSON = [
    "functions": [
      "kOk": ["ends": [["return": "m"]]], "kBad": [:], "pOk": [:], "pBad": [:], "qOk": [:],
      "qBad": [:],
    ],
    "steps": [
      pending(0, "m"), pending(1, "k"), pending(2, "p"),
      ["id": 3, "fulfill": "m", "with": "S"], ["id": 4, "fulfill": "k", "with": "D"],
      ["id": 5, "resolve": "p", "with": "m"],
      then(6, "k", as: "q"), then(7, "p", as: "p1"), then(8, "q", as: "q1"),
    ],
  ]

  private static let acceptanceProgram: JSON = [
    "functions": ["aOk": [:], "aBad": [:]],
    "steps": [
      pending(0, "a"), ["id": 1, "fulfill": "a", "with": "S"], then(2, "a", as: "a1"),
    ],
  ]

  private static func combinatorProgram(_ kinds: [String]) -> JSON {
    let combined = kinds.enumerated().map { place, kind -> JSON in
      [
        "id": .integer(combinatorStep(place)), "combine": .string(kind), "of": ["a"],
        "as": .string("r\(place)"),
      ]
    }
    return [
      "functions": [:],
      "steps": .array([pending(0, "a"), ["id": 1, "fulfill": "a", "with": "S"]] + combined),
    ]
  }

  /// Handlers of each of two contexts, and of none, before the promise is settled and after.
  private static let contextProgram: JSON = {
    func then(_ id: Int, _ function: String, on context: String?) -> JSON {
      var step: JSONObject = [
        "id": .integer(id), "then": "a", "ok": .string(function), "as": .string("a\(id)"),
      ]
      step["on"] = context.map(JSON.string)
      return .object(step)
    }
    return [
      "contexts": ["c1": "serial", "c2": "serial"],
      "functions": .object(
        JSONObject(uniqueKeysWithValues: contextHandlers.map { ($0.name, [:]) })
      ),
      "steps": .array(
        [pending(0, "a")]
          + contextHandlers.prefix(3).enumerated().map { then($0 + 1, $1.name, on: $1.context) }
          + [["id": 4, "fulfill": "a", "with": "S"]]
          + contextHandlers.suffix(3).enumerated().map { then($0 + 5, $1.name, on: $1.context) }
      ),
    ]
  }()

  /// The handlers of the program of contexts, and where they are registered for.
  package static let contextHandlers: [(name: String, context: String?)] = [
    ("b1", "c1"), ("b2", "c2"), ("b", nil), ("d1", "c1"), ("d2", "c2"), ("d", nil),
  ]
}
