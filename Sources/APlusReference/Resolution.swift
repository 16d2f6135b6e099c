/// What a promise can be resolved with.
///
/// Most code never names this type: the forms of `then` take closures that return a value, a
/// promise or a thenable. It serves handlers that decide between them while they run.
///
///     promise.then(
///       onFulfilled: { key in
///         cache[key].map { .value($0) } ?? .promise(load(key))
///       },
///       onRejected: nil
///     )
///
/// - Requirement: 2.3
public enum Resolution<Value: Sendable>: Sendable {
  /// A plain value, which fulfills.
  case value(Value)
  /// A promise, whose outcome is adopted.
  case promise(Promise<Value>)
  /// Some other object with a `then`, which is called.
  case thenable(any Thenable<Value>)
}
