public import Synchronization

/// A value behind a ``Lock``.
///
/// The mutex that holds the value is never contended.
@usableFromInline package struct Locked<State: Sendable>: ~Copyable, Sendable {
  @usableFromInline let lock = Lock()
  @usableFromInline let mutex: Mutex<State>

  /// Guards a value.
  @inlinable package init(_ state: State) {
    mutex = Mutex(state)
  }

  /// Runs a short body with exclusive access to the value.
  @inlinable @inline(__always)
  package borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { mutex.withLock { state in body(&state) } }
  }
}
