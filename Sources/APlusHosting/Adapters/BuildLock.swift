import Dispatch

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Keeps runs of one adapter apart while one of them builds it.
///
/// A build writes where the hosts of other runs are started from. It has the adapter's directory for itself; hosts
/// share it until they have said hello, when what they run is loaded. The lock ends with the process that holds it.
package final class BuildLock: Sendable {
  package enum Use: Sendable {
    case building
    case starting
  }

  /// How late it may be noticed that the directory is free.
  private static let tick = DispatchTimeInterval.milliseconds(20)

  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Waits until nobody else uses the directory in a way that does not go with this one.
  ///
  /// - Parameters:
  ///   - adapter: The adapter; what is not built needs no lock.
  ///   - use: What is to be done.
  ///   - isInterrupted: Once true, the waiting ends.
  ///   - log: Gets a line where a build has to wait.
  /// - Returns: The lock, held until its last reference goes, unless an interrupt ended the waiting; nil where there is
  ///   nothing to lock. On a file system without locks nothing is kept apart.
  package static func hold(
    _ adapter: Adapter,
    _ use: Use,
    isInterrupted: @escaping @Sendable () -> Bool,
    log: @Sendable (String) -> Void
  ) async -> BuildLock? {
    guard !adapter.build.isEmpty else { return nil }
    let descriptor = unsafe open(adapter.directory ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let lock = BuildLock(descriptor)
    if !lock.isBusy(for: use) { return lock }
    if use == .building {
      log("\(adapter.name): waits for another run that builds or starts it")
    }
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
    await withCheckedContinuation { continuation in
      timer.setEventHandler {
        guard isInterrupted() || !lock.isBusy(for: use) else { return }
        timer.cancel()
        continuation.resume()
      }
      timer.schedule(deadline: .now(), repeating: Self.tick)
      timer.activate()
    }
    return lock
  }

  /// Takes the lock, unless somebody else has one that does not go with it.
  private func isBusy(for use: Use) -> Bool {
    flock(descriptor, (use == .building ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0
      && [EWOULDBLOCK, EINTR].contains(errno)
  }
}
