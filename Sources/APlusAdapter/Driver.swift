/// Who runs the handlers of a library, and how it is known that none is left to run.
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
  /// The kernel is asked whether any thread can still run.
  public static let mainRunLoop = Driver(kind: .mainRunLoop)

  /// Queues, pools or Swift concurrency run the handlers; nothing needs the main thread.
  ///
  /// The kernel is asked whether any thread can still run.
  public static let background = Driver(kind: .background)

  /// Handlers run only while the adapter lets them, on the thread that asks.
  ///
  /// Nothing else may run handlers of the library: this is what makes absence proved.
  ///
  /// - Parameter drain: Runs all that is ready, and returns how much that was. Where handlers wait
  ///   for a time, it waits for that too.
  /// - Returns: A driver that drains.
  public static func manual(_ drain: @escaping @Sendable () -> Int) -> Driver {
    Driver(kind: .manual(drain))
  }

  /// The adapter owns the only executor of the library and can tell whether it has anything to do.
  ///
  /// - Parameters:
  ///   - isIdle: Whether no job is waiting, delayed or running. It must never say so between the
  ///     end of one job and the start of another that the first one has enqueued.
  ///   - help: Runs what is ready on the calling thread, and returns how much that was. It is a
  ///     shortcut, and used only where no handler can block.
  /// - Returns: A driver that asks.
  public static func owned(
    isIdle: @escaping @Sendable () -> Bool,
    help: (@Sendable () -> Int)? = nil
  ) -> Driver {
    Driver(kind: .owned(isIdle: isIdle, help: help))
  }
}
