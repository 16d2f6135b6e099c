/// Where handlers run: a thread, a queue, an event loop.
///
/// A promise hands each handler to a context as one job. Conform a queue of your own like this:
///
///     final class MainContext: Context {
///       func enqueue(_ job: @escaping @Sendable () -> Void) {
///         DispatchQueue.main.async(execute: job)
///       }
///     }
///
/// What the context must keep, so that promises can keep theirs:
///
/// - A job runs after `enqueue` has returned, on a stack that holds nothing but the context's own
///   frames. ``ImmediateContext`` breaks this on purpose.
/// - Jobs that were enqueued one after another run one after another in that order. A concurrent
///   context is allowed and gives up the order of handlers.
/// - A job runs at most once. A context that is shut down may drop its jobs: only handlers that
///   were registered for it fall silent then, and the promises that they were to make stay pending.
///
/// The library never calls a context while it holds a lock.
public protocol Context: AnyObject, Sendable {
  /// Takes a job and runs it later.
  func enqueue(_ job: @escaping @Sendable () -> Void)

  /// Takes a job and runs it when a time has passed, never before.
  ///
  /// A context need not implement this: by default a timer thread of the library waits, then
  /// enqueues the job.
  ///
  /// - Parameters:
  ///   - job: What to run.
  ///   - delay: How long to wait. Zero and less mean no wait, but never a run inside this call.
  /// - Returns: The means to call it off.
  func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm
}

extension Context {
  /// Waits on the library's timer thread, then enqueues the job.
  public func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm {
    ThreadContext.timers.enqueue({ self.enqueue(job) }, after: delay)
  }
}
