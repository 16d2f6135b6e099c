import APlusModel

/// Traces that the tests of this target share.
enum SampleTrace {
  /// A trace with every kind of event, frame, slot, result and value once.
  static let everything: Trace = {
    let call = UserCall(
      function: "h", call: 2, argumentCount: 1, arguments: [.reference(1)], receiver: "undefined", context: "c1")
    let frames: [Frame] = [
      .make(step: 0, state: "pending", with: nil, isReadyMade: false),
      .make(step: nil, state: "fulfilled", with: .reference(1), isReadyMade: true),
      .settle(step: 1, .fulfill, on: .reference(0), with: .integer(5)),
      .settle(step: nil, .reject, on: .reference(0), with: .undefined),
      .settle(step: 2, .resolve, on: .reference(0), with: .nothing),
      .then(step: 3, on: .reference(0), registration: 1, onFulfilled: .function("h"), onRejected: .absent),
      .then(
        step: 4, on: .reference(0), registration: 2, onFulfilled: .notFunction(.null),
        onRejected: .notFunction(.text("no function"))), .call(step: 5, pair: 1, rejects: true, with: nil),
      .call(step: 6, pair: 1, rejects: false, with: .bool(true)), .cancel(step: 7, on: .reference(0), with: nil),
      .cancel(step: 8, on: .reference(0), with: .number(0.5)),
      .combine(step: 9, kind: "all", of: [.reference(0), .reference(0)]), .drop(step: 10, names: ["p", "q"]),
      .start(
        StartCall(step: 13, call: .reference(0), kind: "open", function: "h", value: .null, members: [.reference(0)]),
        number: SmallOrNone(wrappedValue: 2)),
      .awaiting(
        AwaitCall(step: 14, on: .reference(0), task: .reference(2), onFulfilled: .function("h"), onRejected: .absent),
        number: SmallOrNone(wrappedValue: 3)), .operation(step: 10, verb: "measure", on: .reference(0)),
      .wait(step: 11, gate: "m"), .lanes(step: 12, count: 3), .handler(call, registration: 1, .onFulfilled),
      .handler(call, registration: nil, .onRejected),
      .handler(UserCall(function: "f", call: 1, argumentCount: 0, arguments: []), registration: 2, .finally),
      .thenable(call, on: .reference(2), pair: 1), .accessor(on: .reference(2), prototype: nil, read: 1, function: "g"),
      .accessor(on: nil, prototype: "Boolean", read: 2), .task(call), .onCancel(call),
    ]
    let results: [FrameResult] = [
      .nothing, .gives(.reference(0)), .accepted(true), .accepted(false), .returned(.thenFunction),
      .threw(.reference(3)), .measured([120, 90]),
    ]
    let values: [TracedValue] = [
      .null, .undefined, .nothing, .bool(false), .integer(-7), .number(1.5e-300), .notANumber, .negativeZero, .infinity,
      .negativeInfinity, .text("a\u{0}b"), .bigInteger("12345678901234567890"), .thenFunction, .reference(4),
    ]
    var kinds: [Event.Kind] = frames.enumerated().map { .begin(frame: $0 + 1, $1) }
    kinds += results.enumerated().map { .end(frame: $0 + 1, $1) }
    kinds += values.map { .bound(step: 13, name: "v", value: $0) }
    kinds += [
      .suspend(frame: 1), .resume(frame: 1), .mark(step: 14, name: "m"), .block(step: 15), .due(.reference(0)),
      .lane(step: 12, lane: 2), .unbound(step: 16, name: "z"), .gone(step: 17, name: "p", true),
      .gone(step: 18, name: "q", false), .unhandled(.reference(3)), .uncaught(.reference(3)), .phase(.bounded),
      .phase(.quiescent), .phase(.proved),
    ]
    return Trace(
      objects: [
        TracedObject(kind: .promise, names: ["p", "q"], isThenable: true),
        TracedObject(kind: .mark, names: ["D"], round: 3), TracedObject(kind: .thenable, isForeign: true),
        TracedObject(kind: .error, type: "TypeError", message: "cycle", isCancellation: true, isTimeout: true),
        TracedObject(kind: .list, items: [.reference(1), .integer(2)]), TracedObject(kind: .function),
        TracedObject(kind: .object, type: "Date"),
      ],
      events: kinds.enumerated().map { index, kind in
        Event(
          sequence: index + 1, stack: index % 3, round: index % 2, indices: index % 5 == 0 ? [1, index] : [], kind: kind
        )
      }, ending: .stuck)
  }()
}
