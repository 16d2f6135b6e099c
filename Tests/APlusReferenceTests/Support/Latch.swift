import Dispatch

/// A gate that threads wait at until it was opened often enough.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let count: Int

  init(count: Int = 1) { self.count = count }

  /// Opens the gate by one.
  func open() { semaphore.signal() }

  /// Waits until the gate was opened as often as was asked for.
  ///
  /// The limit is far above what a correct library needs; it turns a hang into a failed test.
  func wait() -> Bool {
    for _ in 0..<count where semaphore.wait(timeout: .now() + 60) == .timedOut { return false }
    return true
  }
}
