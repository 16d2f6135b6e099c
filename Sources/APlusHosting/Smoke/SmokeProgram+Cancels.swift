package import APlusModel

/// A promise that the program of cancels observes, and the question to profiles that it answers.
package struct CancelProbe: Sendable {
  package let question: CancelQuestion
  package let role: CancelRole
  /// The promise, as part of a sentence.
  package let phrase: String
  /// The functions that are registered on it.
  package let ok: String
  package let bad: String

  fileprivate init(_ question: CancelQuestion, _ role: CancelRole, _ name: String, _ phrase: String) {
    self.question = question
    self.role = role
    self.phrase = phrase
    ok = name + "Ok"
    bad = name + "Bad"
  }
}

extension SmokeProgram {
  /// What the program of cancels observes.
  package static let cancelProbes = [
    CancelProbe(.alone, .late, "a2", "a cancelled promise"),
    CancelProbe(.below, .late, "g2", "what is derived from a cancelled promise"),
    CancelProbe(.child, .siblings, "b1", "the sibling of a cancelled promise"),
    CancelProbe(.child, .parent, "b2", "the parent of a cancelled promise and its sibling"),
    CancelProbe(.child, .late, "c2", "a cancelled promise that has a sibling"),
    CancelProbe(.child, .handler, "b3", "the handler that a cancelled promise with a sibling was derived with"),
    CancelProbe(.onlyChild, .handler, "d3", "the handler that a cancelled only child was derived with"),
    CancelProbe(.onlyChild, .parent, "d2", "the parent of a cancelled only child"),
    CancelProbe(.follower, .followed, "i2", "what a cancelled promise follows"),
    CancelProbe(.settled, .below, "q1", "what waits below a cancelled promise that is settled"),
    CancelProbe(.recovered, .below, "t1", "what an error handler of a cancelled promise recovers"),
  ]

  /// Makes promises; then, one after the other, with nothing left to run in between, cancels them,
  /// settles what they wait for, and registers later handlers.
  static func cancelProgram(for capabilities: [Capability]) -> Program {
    var draft = Draft()
    for name in ["a", "f", "b", "d", "r"] { draft.make(name) }
    draft.then("f", ok: "f3Ok", as: "g")
    draft.observe("b", as: "b1")
    draft.then("b", ok: "b3Ok", as: "c")
    draft.then("d", ok: "d3Ok", as: "e")
    draft.then("r", bad: "recover", as: "t")
    draft.observe("t", as: "t1")
    var cancelled = ["a", "f", "c", "e", "r"]
    var settled = ["a", "f", "b", "d"]
    var observed = ["a", "g", "b", "c", "d"]
    if capabilities.provide(Capability("adopting-resolve", detail: "resolve")) {
      for name in ["i", "j"] { draft.make(name) }
      draft.actions.append(.settle(.resolve, promise: "j", value: .name("i")))
      cancelled.append("j")
      settled.append("i")
      observed.append("i")
    }
    if !capabilities.limits.contains(.valuesFromHandlers) {
      for name in ["y", "p"] { draft.make(name) }
      draft.actions.append(.settle(.fulfill, promise: "p", value: .name("S")))
      draft.then("p", ok: "wait", as: "q")
      draft.observe("q", as: "q1")
      cancelled.append("p")
      settled.append("y")
    }
    draft.later(cancelled.map { .cancel(promise: $0, reason: nil) })
    draft.later(settled.map { .settle(.fulfill, promise: $0, value: .name("S")) })
    draft.later(observed.map { Draft.observation(of: $0, as: $0 + "2") })
    return draft.program
  }

  /// A program that is being written.
  private struct Draft {
    var actions: [Action] = []
    private var blocks: [[Action]] = []
    private static let endings: [String: Ending] = ["recover": .returns(.name("S")), "wait": .returns(.name("y"))]

    mutating func make(_ name: String) {
      actions.append(.bind(name: name, value: .promise(.pending, with: nil, whenIdle: false)))
    }

    mutating func then(_ promise: String, ok: String? = nil, bad: String? = nil, as result: String) {
      actions.append(
        .then(
          Registration(
            promise: promise, onFulfilled: ok.map(Handler.function) ?? .absent,
            onRejected: bad.map(Handler.function) ?? .absent, result: result)))
    }

    mutating func observe(_ promise: String, as name: String) {
      actions.append(Self.observation(of: promise, as: name))
    }

    static func observation(of promise: String, as name: String) -> Action {
      .then(
        Registration(
          promise: promise, onFulfilled: .function(name + "Ok"), onRejected: .function(name + "Bad"), result: nil))
    }

    /// Adds a block that is performed when nothing is left to run.
    mutating func later(_ actions: [Action]) { blocks.append(actions) }

    var program: Program {
      var count = 0
      func steps(_ actions: [Action]) -> [Step] {
        actions.map { action in
          count += 1
          return Step(id: count - 1, action)
        }
      }
      var functions: [String: Function] = [:]
      for case .then(let registration) in actions + blocks.joined() {
        for name in [registration.onFulfilled, registration.onRejected].compactMap(\.function) {
          functions[name] = Function(endings: Self.endings[name].map { [$0] } ?? [])
        }
      }
      let first = steps(actions)
      let later = blocks.map { block -> Step in
        let inner = steps(block)
        count += 1
        return Step(id: count - 1, .later(.idle, inner))
      }
      return Program(functions: functions, steps: first + later)
    }
  }
}
