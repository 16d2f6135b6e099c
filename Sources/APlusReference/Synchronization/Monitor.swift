#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A value behind a lock on which a thread can wait for a change.
///
/// Threads that serve a context sleep here. Promises never do: they use ``Locked``.
// SAFETY: `state` is touched only between `pthread_mutex_lock` and `pthread_mutex_unlock`, and the
// two pointers never change and are freed with the monitor, which no thread can then be using.
@safe final class Monitor<State: Sendable>: @unchecked Sendable {
  /// What a waiting thread found when it looked at the value.
  enum Look<Found: Sendable>: Sendable {
    /// There is something to do.
    case found(Found)
    /// There is nothing to do before a signal, or before an instant.
    case nothing(until: ContinuousClock.Instant?)
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  /// Guards a value.
  init(_ state: State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
    unsafe pthread_cond_init(changed, nil)
    #else
    // The wall clock may be set while a thread waits; the monotonic one may not.
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs a short body with exclusive access to the value and wakes the thread that waits.
  func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    let result = body(&state)
    unsafe pthread_cond_signal(changed)
    unsafe pthread_mutex_unlock(mutex)
    return result
  }

  /// Sleeps until a look at the value finds something.
  func wait<Found: Sendable>(for look: (inout State) -> Look<Found>) -> Found {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      switch look(&state) {
      case .found(let found):
        return found
      case .nothing(let deadline?):
        waitForSignal(atMost: ContinuousClock.now.duration(to: deadline))
      case .nothing(nil):
        unsafe pthread_cond_wait(changed, mutex)
      }
    }
  }

  private func waitForSignal(atMost duration: Duration) {
    let (seconds, attoseconds) = max(duration, .zero).components
    var time = timespec()
    #if canImport(Darwin)
    time.tv_sec = Int(seconds)
    time.tv_nsec = Int(attoseconds / 1_000_000_000)
    unsafe pthread_cond_timedwait_relative_np(changed, mutex, &time)
    #else
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    // An absurdly long delay is cut to a century, so that the sum cannot overflow.
    let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
    time.tv_sec += Int(min(seconds, 3_000_000_000)) + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    unsafe pthread_cond_timedwait(changed, mutex, &time)
    #endif
  }
}
