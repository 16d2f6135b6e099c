public import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A lock that is held for a few instructions only.
///
/// On Linux a contended `Mutex` goes through a priority-inheriting futex and costs a context
/// switch for each hand-over. So threads compete for a flag, and one that finds it taken tries again
/// and gives way instead of sleeping. That is sound only because the body never runs code of the
/// user, never blocks, and never takes a lock that is held for longer.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  #if canImport(Darwin)
  @usableFromInline let mutex = Mutex(())
  #else
  @usableFromInline let isTaken = Atomic(false)
  #endif

  /// Makes a lock that nobody holds.
  @inlinable package init() {}

  /// Runs a short body while no other thread runs one.
  @inlinable @inline(__always)
  package borrowing func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    #if canImport(Darwin)
    return mutex.withLock { _ in body() }
    #else
    if isTaken.exchange(true, ordering: .acquiring) {
      takeInTurn()
    }
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
    #endif
  }

  #if !canImport(Darwin)
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
  #endif
}
