public import Synchronization

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
/// switch for each hand-over. So threads compete for a flag, and one that finds it taken tries again
/// and gives way instead of sleeping; the mutex behind the flag is never contended and serves to
/// hold the value. That is sound only because the body never runs code of the user, never blocks,
/// and never takes a lock that is held for longer.
@usableFromInline package struct Locked<State: Sendable>: ~Copyable, Sendable {
  @usableFromInline let isTaken = Atomic(false)
  @usableFromInline let mutex: Mutex<State>

  /// Guards a value.
  @inlinable package init(_ state: State) {
    mutex = Mutex(state)
  }

  /// Runs a short body with exclusive access to the value.
  @inlinable @inline(__always)
  package borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    #if canImport(Darwin)
    return mutex.withLock { state in body(&state) }
    #else
    if isTaken.exchange(true, ordering: .acquiring) {
      takeInTurn()
    }
    defer { isTaken.store(false, ordering: .releasing) }
    return mutex.withLock { state in body(&state) }
    #endif
  }

  /// Takes the flag once it is free.
  @usableFromInline borrowing func takeInTurn() {
    var failures = 1
    while isTaken.exchange(true, ordering: .acquiring) {
      failures += 1
      if failures > 32 {
        _ = sched_yield()
      }
    }
  }
}
