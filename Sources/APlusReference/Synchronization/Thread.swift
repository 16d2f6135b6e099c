#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A detached thread of the operating system.
enum Thread {
  /// Starts a thread that ends when its body returns.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    let status = unsafe pthread_create(&thread, nil, runBody, argument)
    precondition(status == 0, "The system cannot start another thread.")
    if let thread = unsafe thread {
      unsafe pthread_detach(thread)
    }
    #else
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, runBody, argument)
    precondition(status == 0, "The system cannot start another thread.")
    pthread_detach(thread)
    #endif
  }
}

/// What a thread is to do, as the one object that the system passes on to it.
private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

#if canImport(Darwin)
private func runBody(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
#else
private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument = unsafe argument {
    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  }
  return nil
}
#endif
