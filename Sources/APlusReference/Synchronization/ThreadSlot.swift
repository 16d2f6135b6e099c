#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A place that holds one object for each thread, for the length of a call.
package struct ThreadSlot<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  /// Makes a slot that is empty on every thread.
  ///
  /// Slots are meant for static constants: the system has few of them and none is given back.
  package init() {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "The system has no thread-specific key left.")
    self.key = key
  }

  /// The object of the calling thread, if a call to ``hold(_:while:)`` is open on it.
  package var object: Object? {
    guard let pointer = unsafe pthread_getspecific(key) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Puts an object into the slot of the calling thread until the body returns.
  package func hold(_ object: Object, while body: (Object) -> Void) {
    unsafe pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    body(object)
    pthread_setspecific(key, nil)
    // Without this the optimiser may release the object while the slot still points to it.
    withExtendedLifetime(object) {}
  }
}
