import APlusModel

/// A call of `then` with all that its names stand for, looked up once: a program may perform it a
/// hundred thousand times.
final class PlannedThen: Sendable {
  let registration: Registration
  /// Where the promise is kept that `then` is called on, and the one that it returns.
  let promise: Plan.Name?
  let result: Plan.Name?
  let onFulfilled: Plan.UserFunction?
  let onRejected: Plan.UserFunction?
  /// What the handlers end with: where they differ, the richer kind.
  let kind: EndingKind

  /// Looks the names of a registration up.
  init(_ registration: Registration, in plan: Plan) {
    self.registration = registration
    promise = plan.names[registration.promise]
    result = registration.result.flatMap { plan.names[$0] }
    onFulfilled = plan.function(registration.onFulfilled)
    onRejected = plan.function(registration.onRejected)
    var kind = EndingKind.value
    for case let function? in [onFulfilled, onRejected]
    where kind == .value || function.kind == .thenable {
      kind = function.kind
    }
    self.kind = kind
  }
}

extension Plan {
  fileprivate func function(_ handler: Handler) -> UserFunction? {
    if case .function(let name) = handler { functions[name] } else { nil }
  }
}
