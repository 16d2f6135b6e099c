import APlusAdapter
import APlusModel
import Synchronization

/// A handler or task as the library sees it, in all forms that a library may want.
///
/// A class, not a protocol: a closure that captures a single object allocates no memory, and every
/// registration makes such a closure.
class UserCode: @unchecked Sendable {
  // SAFETY: it has no state; subclasses are final, and their state is `Sendable`.

  /// The argument that the library passes to the code.
  enum Argument: Sendable {
    case none
    case value(Token)
    case error(any Error)
    /// What a completion handler gets that gets both, or neither.
    case both(Token, any Error)
    case neither
  }

  /// Performs the code and returns a value.
  func value(_ argument: Argument) throws -> Token { preconditionFailure("code that does not override value(_:)") }

  /// Performs the code and returns a promise.
  func promise(_ argument: Argument) throws -> Handle { preconditionFailure("code that does not return a promise") }

  /// Performs the code and returns a thenable.
  func thenable(_ argument: Argument) throws -> UserThenable {
    preconditionFailure("code that does not return a thenable")
  }
}

/// The handlers of one registration.
struct UserHandlers: Sendable {
  let kind: EndingKind
  let onFulfilled: UserCode?
  let onRejected: UserCode?
}

/// A thenable, independent of the library's promise type.
final class UserThenable: Sendable {
  /// Performs the thenable's `then`.
  let then: @Sendable (UserPair) throws -> Void

  init(_ then: @escaping @Sendable (UserPair) throws -> Void) { self.then = then }
}

/// The resolvers that a library gave to a thenable.
final class UserPair: Sendable {
  let number: Int32
  let fulfill: @Sendable (Token) -> Void
  let resolve: @Sendable (Handle) -> Void
  let assimilate: @Sendable (UserThenable) -> Void
  let reject: @Sendable (Reason) -> Void

  init(
    number: Int32, fulfill: @escaping @Sendable (Token) -> Void, resolve: @escaping @Sendable (Handle) -> Void,
    assimilate: @escaping @Sendable (UserThenable) -> Void, reject: @escaping @Sendable (Reason) -> Void
  ) {
    self.number = number
    self.fulfill = fulfill
    self.resolve = resolve
    self.assimilate = assimilate
    self.reject = reject
  }

  /// A copy of the pair with a number in the run.
  func numbered(_ number: Int32) -> UserPair {
    UserPair(number: number, fulfill: fulfill, resolve: resolve, assimilate: assimilate, reject: reject)
  }
}

/// The pair of a thenable's first call.
final class FirstPair: Sendable {
  private let stored = Mutex<UserPair?>(nil)

  /// The pair; nil before the first call.
  var pair: UserPair? { stored.withLock { $0 } }

  /// Keeps the pair if it is the first.
  func set(_ pair: UserPair) { stored.withLock { $0 = $0 ?? pair } }
}
