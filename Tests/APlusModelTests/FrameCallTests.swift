import APlusModel
import Testing

/// Calls are objects that frames share, and are compared by what they say.
@Suite("Calls of frames") struct FrameCallTests {
  private func then(
    step: Int = 1, on subject: TracedValue = .reference(0), onFulfilled: Slot = .function("h"),
    onRejected: Slot = .absent
  ) -> ThenCall { ThenCall(step: step, on: subject, onFulfilled: onFulfilled, onRejected: onRejected) }

  private func user(
    function: String = "h", call: Int = 1, argumentCount: Int = 1, arguments: [TracedValue] = [.null],
    receiver: String? = nil, context: String? = nil
  ) -> UserCall {
    UserCall(
      function: function, call: call, argumentCount: argumentCount, arguments: arguments, receiver: receiver,
      context: context)
  }

  @Test func `calls of then are equal that say the same`() {
    let others = [then(step: 2), then(on: .reference(1)), then(onFulfilled: .absent), then(onRejected: .function("h"))]
    #expect(Set([then(), then()] + others).count == 1 + others.count)
    #expect(then() == then())
    #expect(others.allSatisfy { $0 != then() })
  }

  @Test func `calls of user code are equal that say the same`() {
    let others = [
      user(function: "g"), user(call: 2), user(argumentCount: 3), user(arguments: [.undefined]),
      user(receiver: "global"), user(context: "c"),
    ]
    #expect(Set([user(), user()] + others).count == 1 + others.count)
    #expect(user() == user())
    #expect(others.allSatisfy { $0 != user() })
  }

  @Test func `a frame has the number of its registration, where it is of one`() {
    #expect(Frame.then(then(), registration: 7).registration == 7)
    #expect(Frame.handler(user(), registration: 8, .onRejected).registration == 8)
    #expect(Frame.handler(user(), registration: nil, .onRejected).registration == nil)
    #expect(Frame.task(user()).registration == nil)
    #expect(Frame.task(user()).call == user())
    #expect(Frame.then(then(), registration: 7).call == nil)
  }
}
