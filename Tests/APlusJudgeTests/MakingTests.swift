import APlusJudge
import APlusModel
import Testing

/// Promises that user code makes as it ends, and that are settled when nothing else can run.
@Suite("promises that endings make") struct MakingTests {
  private func verdict(settledWith value: String) -> Verdict {
    let thenable = Thenable(
      name: "t", then: .function("unused"), get: [.returns(.promise(.fulfilled, with: .name("S"), whenIdle: true))])
    let steps: [Step] = [
      Step(id: 0, .bind(name: "t", value: .thenable(thenable))), .make(1, "p"), .settle(2, .resolve, "p", "t"),
    ]
    var host = Performance()
    let subject = host.object("t", .thenable)
    host.log(.bound(step: 0, name: "t", value: subject))
    host.make(1, "p")
    let settle = host.open(.settle(step: 2, .resolve, on: host.object("p"), with: subject))
    let accessor = host.open(.accessor(on: subject, prototype: nil, read: 1))
    let made = host.object("made", .promise)
    host.step(.make(step: nil, state: "pending", with: nil, isReadyMade: false), .gives(made))
    host.close(accessor, .returned(made))
    host.close(settle)
    host.idle()
    host.log(.due(made))
    host.step(.settle(step: nil, .fulfill, on: made, with: host.object(value)))
    host.idle()
    return host.judged(functions: ["unused": Function()], steps)
  }

  @Test func `an accessor may make a promise that is settled later`() {
    #expect(verdict(settledWith: "S").outcome == .conforms)
  }

  @Test func `what it is settled with is the program's to say`() throws {
    let error = try #require(verdict(settledWith: "D").error)
    #expect(error.message.contains("a call that no step makes"))
  }

  @Test func `a pending promise inside one that is settled later is not settled`() {
    let inner = Value.promise(.pending, with: nil, whenIdle: false)
    let steps = [Step(id: 0, .bind(name: "p", value: .promise(.resolved, with: inner, whenIdle: true)))]
    var host = Performance()
    let pending = Frame.make(step: 0, state: "pending", with: nil, isReadyMade: false)
    let other = host.object("inner", .promise)
    host.step(pending, .gives(other))
    let made = host.object("p", .promise)
    host.step(pending, .gives(made))
    host.log(.bound(step: 0, name: "p", value: made))
    host.idle()
    host.log(.due(made))
    host.step(.settle(step: nil, .resolve, on: made, with: other))
    host.idle()
    #expect(host.judged(steps).error == nil)
  }

  /// The value of a promise that is settled later is evaluated at once, so a name in it means what it is then.
  @Test(arguments: [true, false]) func `a name in a promise that is settled later may be bound anew`(isFirst: Bool) {
    let steps: [Step] = [
      .make(1, "p"), Step(id: 2, .bind(name: "q", value: .promise(.resolved, with: .name("p"), whenIdle: true))),
      .make(3, "p"),
    ]
    var host = Performance()
    let pending = { Frame.make(step: $0, state: "pending", with: nil, isReadyMade: false) }
    let bound = [(1, "p"), (2, "q"), (3, "p")].map { step, name in
      let promise = host.keep(TracedObject(kind: .promise, names: [name]))
      host.step(pending(step), .gives(promise))
      host.log(.bound(step: step, name: name, value: promise))
      return promise
    }
    host.idle()
    host.log(.due(bound[1]))
    host.step(.settle(step: nil, .resolve, on: bound[1], with: bound[isFirst ? 0 : 2]))
    host.idle()
    #expect((host.judged(steps).error == nil) == isFirst)
  }

  /// A host that reads `then` but leaves out what the read performs, or performs another function.
  @Test(arguments: [(nil, "nothing"), ("unused", "`unused`")]) func `a read of then performs what the program says`(
    function: String?, found: String
  ) throws {
    let thenable = Thenable(name: "t", then: .function("unused"), get: [.givesThen], reading: "g")
    let steps: [Step] = [
      Step(id: 0, .bind(name: "t", value: .thenable(thenable))), .make(1, "p"), .settle(2, .resolve, "p", "t"),
    ]
    func verdict(_ function: String?) -> Verdict {
      var host = Performance()
      let subject = host.object("t", .thenable)
      host.log(.bound(step: 0, name: "t", value: subject))
      host.make(1, "p")
      let settle = host.open(.settle(step: 2, .resolve, on: host.object("p"), with: subject))
      let read = Frame.accessor(on: subject, prototype: nil, read: 1, function: function)
      host.step(read, .returned(.thenFunction))
      host.close(settle)
      host.idle()
      let functions = ["unused": Function(), "g": Function()]
      return host.judged(functions: functions, steps)
    }
    #expect(verdict("g").error == nil)
    let error = try #require(verdict(function).error)
    #expect(error.message.contains("a read of then performs \(found)"))
  }
}
