import Dispatch
import Synchronization

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
/// A context must guarantee the following, on which the guarantees of promises depend:
///
/// - A job runs after `enqueue` has returned, on a stack that holds only the context's own frames.
///   ``ImmediateContext`` breaks this on purpose.
/// - Jobs run one after another, in the order in which they were enqueued. A concurrent context is
///   allowed, and gives up the order of handlers.
/// - A job runs at most once. A context that has shut down may drop its jobs: then only the
///   handlers that were registered for it do not run, and their promises stay pending.
///
/// The library never calls a context while it holds a lock.
public protocol Context: AnyObject, Sendable {
  /// Takes a job and runs it later.
  func enqueue(_ job: @escaping @Sendable () -> Void)

  /// Takes a job and runs it after a delay, never earlier.
  ///
  /// A context need not implement this: by default a timer of the library waits, then enqueues the
  /// job.
  ///
  /// - Parameters:
  ///   - job: What to run.
  ///   - delay: How long to wait. Zero and less mean no wait, but never a run inside this call.
  /// - Returns: An alarm that can call the job off.
  func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm
}

extension Context {
  /// Waits for a timer of the library, then enqueues the job.
  public func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm {
    let alarm = Alarm { [self] in enqueue(job) }
    alarm.ring(after: delay)
    return alarm
  }
}

/// A job that waits for its time, and may be called off until then.
public final class Alarm: Sendable {
  private static let timers = DispatchQueue(label: "promise.timers")

  private let job: Mutex<(@Sendable () -> Void)?>
  private let orElse: @Sendable () -> Void

  /// Makes an alarm that runs a job once it rings, or `orElse` if it is called off.
  public init(_ job: @escaping @Sendable () -> Void, orElse: @escaping @Sendable () -> Void = {}) {
    self.job = Mutex(job)
    self.orElse = orElse
  }

  /// Rings after a delay; at once if that is zero or less.
  public func ring(after delay: Duration = .zero) {
    guard delay > .zero else {
      take()?()
      return
    }
    // An absurdly long delay is cut to a century, so that the sum cannot overflow.
    let nanoseconds = Int(min(delay, .seconds(3_000_000_000)) / .nanoseconds(1))
    Self.timers.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.ring() }
  }

  /// Calls the job off and lets go of it; does nothing once it has run.
  public func cancel() { if take() != nil { orElse() } }

  private func take() -> (@Sendable () -> Void)? {
    job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}

/// A serial context with its own queue: jobs run one at a time, in the order in which they came.
///
/// A job that blocks holds up every later job of the same context, and of no other.
public final class QueueContext: Context {
  /// The default context: handlers that were registered without one run here.
  public static let shared = QueueContext()

  private let queue = DispatchQueue(label: "promise.context")

  /// Makes a context that runs nothing yet.
  public init() {}

  /// Appends a job.
  public func enqueue(_ job: @escaping @Sendable () -> Void) { queue.async(execute: job) }
}

/// A context that runs jobs at once, on the thread that enqueues them.
///
/// With it, a handler may run inside `then`, inside the call that settles, or inside `cancel`: what
/// promises exist to prevent. It is never the default. Use it where a hop costs too much and
/// the handler is known to be harmless.
///
/// A job that is enqueued while another one runs on the same thread waits until that one has ended,
/// so a long chain does not use up the stack. The library holds no lock while a job runs.
public final class ImmediateContext: Context {
  private final class Jobs: Sendable { let waiting = Mutex<[@Sendable () -> Void]>([]) }

  /// The jobs that wait for the one that is running on this thread.
  @TaskLocal private static var jobs: Jobs?

  /// The one context of this kind; it has no state.
  public static let shared = ImmediateContext()

  private init() {}

  /// Runs a job before returning, or leaves it to the job that is running on this thread.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    if let jobs = Self.jobs {
      jobs.waiting.withLock { waiting in waiting.append(job) }
      return
    }
    let jobs = Jobs()
    Self.$jobs.withValue(jobs) {
      var next = [job]
      while !next.isEmpty {
        for job in next { job() }
        next = jobs.waiting.withLock { waiting in
          defer { waiting = [] }
          return waiting
        }
      }
    }
  }
}
