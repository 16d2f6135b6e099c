/// An object with a `then`, which a promise can take over although it is not one.
///
/// Conform a future of another library and it can be returned from handlers:
///
///     extension TheirFuture: Thenable {
///       func then(_ resolve: Resolve<Value>, _ reject: Reject<Value>) {
///         whenDone { value in resolve(value) } orFailed: { error in reject(error) }
///       }
///     }
///
/// Nothing is expected of a thenable: it may call both functions, many times, at once or later, from
/// any thread, and throw. The first call decides, and a throw counts only before it.
///
/// - Requirement: 2.3.3
public protocol Thenable<Value>: Sendable {
  /// What the thenable comes to.
  associatedtype Value: Sendable

  /// Asks to be told the value or the reason.
  ///
  /// - Parameters:
  ///   - resolve: To be called with a value, a promise or another thenable.
  ///   - reject: To be called with a reason.
  /// - Throws: The reason, if neither was called before.
  func then(_ resolve: Resolve<Value>, _ reject: Reject<Value>) throws
}
