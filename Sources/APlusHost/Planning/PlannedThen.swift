import APlusModel

/// A call of `then` with its names resolved once, because a program may perform it a hundred
/// thousand times.
final class PlannedThen: Sendable {
  let registration: Registration
  /// The place of the promise that `then` is called on.
  let promise: Plan.Name?
  /// The place of the promise that it returns; nil if the program does not name it.
  let result: Plan.Name?
  let onFulfilled: Plan.UserFunction?
  let onRejected: Plan.UserFunction?
  /// What the handlers return; if they differ, the richer kind.
  let kind: EndingKind

  /// Resolves the names of a registration.
  init(_ registration: Registration, in plan: Plan) {
    self.registration = registration
    promise = plan.names[registration.promise]
    result = registration.result.flatMap { plan.names[$0] }
    onFulfilled = plan.function(registration.onFulfilled)
    onRejected = plan.function(registration.onRejected)
    var kind = EndingKind.value
    for case let function? in [onFulfilled, onRejected] where kind == .value || function.kind == .thenable {
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
