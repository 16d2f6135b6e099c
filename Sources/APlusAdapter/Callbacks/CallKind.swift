/// What becomes of a call that takes a completion handler.
public struct CallKind: Sendable, Hashable {
  /// The word that follows `calls:` in manifests and reports.
  public let name: String

  package init(_ name: String) { self.name = name }

  /// Stays open until it is finished from outside.
  public static let open = CallKind("open")

  /// Succeeds by itself, with the value that it is given.
  public static let echo = CallKind("echo")

  /// Succeeds by itself, with a value of the library's.
  public static let value = CallKind("value")

  /// Fails by itself, when its work is done.
  public static let error = CallKind("error")

  /// Succeeds with what the library has already.
  public static let cached = CallKind("cached")

  /// Succeeds without any work: nothing is to be done.
  public static let empty = CallKind("empty")

  /// Fails by an argument that the library can refuse at once.
  public static let invalid = CallKind("invalid")

  /// Fails because the library has been shut down.
  public static let closed = CallKind("closed")

  /// Was cancelled before it started.
  public static let cancelled = CallKind("cancelled")

  /// Performs tasks one after another, and calls its handler after the last.
  public static let sequence = CallKind("sequence")
}

/// A call to start.
public struct CallRequest: Sendable {
  /// What shall become of the call.
  public let kind: CallKind

  /// The value that an ``CallKind/echo`` succeeds with.
  public let value: Token

  /// The tasks of a ``CallKind/sequence``; each calls its own handler back.
  public let tasks: [@Sendable (@escaping @Sendable (Result<Token, any Error>) -> Void) -> Void]

  package init(
    kind: CallKind, value: Token = .nothing,
    tasks: [@Sendable (@escaping @Sendable (Result<Token, any Error>) -> Void) -> Void] = []
  ) {
    self.kind = kind
    self.value = value
    self.tasks = tasks
  }
}
