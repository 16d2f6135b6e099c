import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A value behind a lock that is held for a few instructions only.
///
/// On Linux a contended `Mutex` goes through a priority-inheriting futex and costs a context
/// switch for each hand-over, so a thread that finds the lock taken tries again and gives way
/// instead of sleeping. That is sound only because the body never runs code of the user, never
/// blocks, and never takes a lock that is held for longer.
struct Locked<State: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>

  /// Guards a value.
  init(_ state: State) {
    mutex = Mutex(state)
  }

  /// Runs a short body with exclusive access to the value.
  borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    #if canImport(Darwin)
    mutex.withLock { state in body(&state) }
    #else
    var failures = 0
    while true {
      if let result = mutex.withLockIfAvailable({ state in body(&state) }) {
        return result
      }
      failures += 1
      if failures > 32 {
        _ = sched_yield()
      }
    }
    #endif
  }
}
