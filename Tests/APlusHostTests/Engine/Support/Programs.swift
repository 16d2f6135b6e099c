import APlusModel

/// Programs that the tests share.
enum Programs {
  /// One handler, then the settlement in the same turn, then an idle block.
  static let basic = Program(
    functions: ["h": Function(steps: [Step(id: 3, .mark("in"))], endings: [.returns(.name("S"))])],
    steps: [
      Step(id: 0, .bind(name: "p", value: .promise(.pending, with: nil, whenIdle: false))),
      Step(id: 1, .then(register("p", ok: "h", as: "q"))),
      Step(id: 2, .settle(.fulfill, promise: "p", value: .name("D"))),
      Step(id: 4, .later(.idle, [Step(id: 5, .mark("end"))])),
    ])

  /// A call of `then`.
  static func register(_ promise: String, ok: String? = nil, bad: String? = nil, as result: String? = nil)
    -> Registration
  {
    Registration(
      promise: promise, onFulfilled: ok.map(Handler.function) ?? .absent,
      onRejected: bad.map(Handler.function) ?? .absent, result: result)
  }

  /// A `let` of a pending promise.
  static func pending(_ id: Int, _ name: String) -> Step {
    Step(id: id, .bind(name: name, value: .promise(.pending, with: nil, whenIdle: false)))
  }
}
