import CQuiescence

/// Threads of the host.
package enum Threads {
  /// Starts a thread that performs a function.
  package static func start(_ body: @escaping @Sendable () -> Void) {
    let context = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    let isStarted = unsafe aplus_thread_start(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().perform()
      }, context)
    precondition(isStarted, "the system cannot start another thread")
  }

  private final class Body: Sendable {
    let perform: @Sendable () -> Void

    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
  }
}
