import CHost

/// A place where threads of a run wait for something to change, without a time limit.
@safe final class Parking: @unchecked Sendable {
  // SAFETY: the pointer never changes, and the functions behind it may be called from any thread.
  private let place: OpaquePointer

  init() {
    guard let place = unsafe aplus_parking_make() else { preconditionFailure("no memory") }
    unsafe self.place = place
  }

  deinit { unsafe aplus_parking_free(place) }

  /// The count of changes; read it before checking the condition to wait for.
  var count: UInt32 { unsafe aplus_parking_count(place) }

  /// Waits until there has been a change since the count was read.
  func wait(_ count: UInt32) { unsafe aplus_parking_wait(place, count) }

  /// Wakes all waiting threads, so that they check their condition again.
  func wake() { unsafe aplus_parking_wake(place) }
}
