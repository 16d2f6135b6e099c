import Dispatch

/// A value behind a lock that is cheap also when many threads want it.
///
/// The standard mutex hands over to the next waiter at each unlock, which costs a switch of threads
/// each time; the lanes of the threads chapter would measure that, not the promise.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  // SAFETY: the value is touched only between `wait` and `signal`.
  private let semaphore = DispatchSemaphore(value: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Calls a function with the value, while nobody else can see it.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    semaphore.wait()
    defer { semaphore.signal() }
    return body(&value)
  }
}
