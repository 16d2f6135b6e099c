import Dispatch
import Foundation

/// Keeps runs of one adapter apart while one of them builds it.
///
/// A build writes to the directory from which other runs start hosts, so it takes the lock
/// exclusively. A starting host shares the lock until its hello, which shows that its program is
/// loaded. The lock ends with the process that holds it.
package final class BuildLock: Sendable {
  package enum Use: Sendable {
    case building
    case starting
  }

  /// The interval between attempts to take the lock.
  private static let tick = DispatchTimeInterval.milliseconds(20)

  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Waits for the lock of an adapter's directory.
  ///
  /// - Parameters:
  ///   - adapter: The adapter; without build steps it needs no lock.
  ///   - use: Exclusive for building, shared for starting.
  ///   - isInterrupted: Once it returns true, the wait ends without the lock.
  ///   - log: Receives a line if a build has to wait.
  /// - Returns: The lock, held until its last reference is released; nil after an interrupt, and
  ///   where there is nothing to lock. On a file system without locks it has no effect.
  package static func hold(
    _ adapter: Adapter, _ use: Use, isInterrupted: @escaping @Sendable () -> Bool, log: @Sendable (String) -> Void
  ) async -> BuildLock? {
    guard let lock = unheld(adapter) else { return nil }
    if !lock.isBusy(for: use) { return lock }
    if use == .building { log("\(adapter.name): waiting for another run that builds or starts it") }
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
    let isHeld: Bool = await withCheckedContinuation { continuation in
      timer.setEventHandler {
        let isFree = !lock.isBusy(for: use)
        guard isFree || isInterrupted() else { return }
        timer.cancel()
        continuation.resume(returning: isFree)
      }
      timer.schedule(deadline: .now(), repeating: Self.tick)
      timer.activate()
    }
    return isHeld ? lock : nil
  }

  /// Takes the lock of an adapter's directory if that needs no wait.
  static func holdIfFree(_ adapter: Adapter, _ use: Use) -> BuildLock? {
    guard let lock = unheld(adapter), !lock.isBusy(for: use) else { return nil }
    return lock
  }

  /// The lock of an adapter's directory, not yet held.
  private static func unheld(_ adapter: Adapter) -> BuildLock? {
    guard !adapter.build.isEmpty else { return nil }
    let descriptor = unsafe open(adapter.directory ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return descriptor >= 0 ? BuildLock(descriptor) : nil
  }

  /// Tries to take the lock; true while a conflicting one is held.
  private func isBusy(for use: Use) -> Bool {
    flock(descriptor, (use == .building ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 && [EWOULDBLOCK, EINTR].contains(errno)
  }
}
