#if canImport(Glibc)
import CHost
import Glibc
import Testing

/// Threads are delayed where they use a mutex of a library, and only while they should be.
@Suite("delays at locks", .serialized) struct DelayTests {
  private static let uses = 1000

  /// How many delays there were on this thread's behalf, at least, and perhaps on that of others.
  private func delays(_ use: (UnsafeMutablePointer<pthread_mutex_t>) -> Void) -> UInt64 {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    let before = aplus_delays_count()
    for _ in 0..<Self.uses { unsafe use(mutex) }
    let after = aplus_delays_count()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    return after - before
  }

  @Test func `a mutex of a library delays the thread while there are delays`() {
    let count = unsafe delays { mutex in
      // Programs of other tests may end all delays at any time.
      aplus_delays_begin(42)
      unsafe pthread_mutex_lock(mutex)
      unsafe pthread_mutex_unlock(mutex)
    }
    aplus_delays_end()
    #expect(count > UInt64(Self.uses) / 4)
  }
}
#endif
