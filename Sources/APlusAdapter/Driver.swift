/// What runs the handlers of a library, and how the host detects that none is left to run.
public struct Driver: Sendable {
  package enum Kind: Sendable {
    case mainRunLoop
    case background
    case manual(@Sendable () -> Int)
    case owned(isIdle: @Sendable () -> Bool, help: (@Sendable () -> Int)?)
  }

  package let kind: Kind

  /// The main thread runs the main queue and the main run loop; the library may also use threads.
  ///
  /// The host queries the kernel to learn whether any thread can still run.
  public static let mainRunLoop = Driver(kind: .mainRunLoop)

  /// Queues, pools or Swift concurrency run the handlers; nothing needs the main thread.
  ///
  /// The host queries the kernel to learn whether any thread can still run.
  public static let background = Driver(kind: .background)

  /// Handlers run only inside `drain`, on the thread that calls it.
  ///
  /// Nothing else may run handlers of the library. So a `drain` that returns 0 proves that none is
  /// left to run.
  ///
  /// - Parameter drain: Runs everything that is ready and returns how many jobs that was. If
  ///   handlers are due later, it waits for them, too.
  /// - Returns: A driver that calls `drain`.
  public static func manual(_ drain: @escaping @Sendable () -> Int) -> Driver { Driver(kind: .manual(drain)) }

  /// The adapter owns the only executor of the library and knows whether it has anything to do.
  ///
  /// - Parameters:
  ///   - isIdle: Whether no job is waiting, delayed or running. It must not return true between the
  ///     end of one job and the start of another that the first one has enqueued.
  ///   - help: Runs what is ready on the calling thread and returns how many jobs that was. This
  ///     shortcut is used only if no handler can block.
  /// - Returns: A driver that queries `isIdle`.
  public static func owned(isIdle: @escaping @Sendable () -> Bool, help: (@Sendable () -> Int)? = nil) -> Driver {
    Driver(kind: .owned(isIdle: isIdle, help: help))
  }
}
