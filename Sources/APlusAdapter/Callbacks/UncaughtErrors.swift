import Synchronization

/// Where errors go that leave the library at the top of a stack.
///
/// A library whose completion handlers can throw has a hook for what they throw, or ends the
/// process. An adapter with such a hook passes on what it gets:
///
///     MyClient.onUncaughtError = { UncaughtErrors.report($0) }
public enum UncaughtErrors {
  private static let receiver = Mutex<(@Sendable (any Error) -> Void)?>(nil)

  /// Records an error as uncaught.
  public static func report(_ error: any Error) { receiver.withLock { $0 }?(error) }

  /// Notes who records such errors from now on.
  package static func receive(_ body: @escaping @Sendable (any Error) -> Void) { receiver.withLock { $0 = body } }
}
