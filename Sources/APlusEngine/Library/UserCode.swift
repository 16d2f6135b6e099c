import APlusAdapter

/// A handler or task as the library sees it, in all forms that a library may want.
struct UserCode: Sendable {
  /// Performs the code and ends with a value.
  let value: @Sendable (Argument) throws -> Token
  /// Performs the code and ends with a promise.
  let promise: @Sendable (Argument) throws -> Handle
  /// Performs the code and ends with a thenable.
  let thenable: @Sendable (Argument) throws -> UserThenable

  /// What the library calls the code with.
  enum Argument: Sendable {
    case none
    case value(Token)
    case error(any Error)
  }
}

/// The handlers of one registration.
struct UserHandlers: Sendable {
  let kind: StaticKind
  let onFulfilled: UserCode?
  let onRejected: UserCode?
}

/// A thenable, whatever type of promise the library has.
final class UserThenable: Sendable {
  /// Performs the thenable's `then`.
  let then: @Sendable (UserPair) throws -> Void

  init(_ then: @escaping @Sendable (UserPair) throws -> Void) {
    self.then = then
  }
}

/// The resolvers that a library gave to a thenable.
final class UserPair: Sendable {
  let number: Int32
  let fulfill: @Sendable (Token) -> Void
  let resolve: @Sendable (Handle) -> Void
  let assimilate: @Sendable (UserThenable) -> Void
  let reject: @Sendable (Reason) -> Void

  init(
    number: Int32,
    fulfill: @escaping @Sendable (Token) -> Void,
    resolve: @escaping @Sendable (Handle) -> Void,
    assimilate: @escaping @Sendable (UserThenable) -> Void,
    reject: @escaping @Sendable (Reason) -> Void
  ) {
    self.number = number
    self.fulfill = fulfill
    self.resolve = resolve
    self.assimilate = assimilate
    self.reject = reject
  }

  /// The pair with a number of the run.
  func numbered(_ number: Int32) -> UserPair {
    UserPair(
      number: number,
      fulfill: fulfill,
      resolve: resolve,
      assimilate: assimilate,
      reject: reject
    )
  }
}
