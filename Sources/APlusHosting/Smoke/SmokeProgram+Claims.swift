import APlusModel

/// Programs that ask for what a kit claims of every library in its language.
extension SmokeProgram {
  /// The handler of `l` returns the thenable `x`, and `p` is resolved with it, where that adopts.
  static func thenableProgram(for capabilities: [Capability]) -> Program {
    var actions: [Action] = [
      .bind(name: "x", value: .thenable(Thenable(name: nil, then: .function("adopted")))), pending("l"),
      settle(.fulfill, "l", "D"), then("l", "s"), then("s", "s1"),
    ]
    if capabilities.provide(Capability("adopting-resolve", detail: "resolve")) {
      actions += [pending("p"), settle(.resolve, "p", "x"), then("p", "p1")]
    }
    var made = program(actions, endings: ["lOk": .returns(.name("x"))])
    made.functions["adopted"] = Function(steps: [
      Step(id: actions.count, .call(resolver: ResolverName(thenable: nil, rejects: false), value: .name("S")))
    ])
    return made
  }

  /// The values that stand in the place of handlers; null may mean that there is none.
  private static let notFunctions: [Value] = [.scalar(.integer(7)), .scalar(.bool(true)), .text("handler")]

  /// The steps that register them.
  static let nonfunctionSteps = 2..<(2 + notFunctions.count)

  /// Registers values that are no functions, then a handler, on a fulfilled promise.
  static let nonfunctionProgram = program(
    [pending("a"), settle(.fulfill, "a", "S")]
      + notFunctions.map { value in
        Action.then(Registration(promise: "a", onFulfilled: .notFunction(value), onRejected: .absent, result: nil))
      } + [then("a", "a1")])
}
