/// A context that runs jobs at once, on the thread that enqueues them.
///
/// With it a handler may run inside `then`, inside the call that settles, or inside `cancel`: all
/// that promises exist to prevent. It is never a default. Ask for it where a hop is too dear and
/// the handler is known to be harmless.
///
/// A job that is enqueued while another one runs on the same thread waits until that one has ended,
/// so a long chain does not use up the stack. The library holds no lock while a job runs.
public final class ImmediateContext: Context {
  private final class Trampoline {
    var queue = JobQueue()
  }

  private static let slot = ThreadSlot<Trampoline>()

  /// The one context of this kind; it has no state.
  public static let shared = ImmediateContext()

  private init() {}

  /// Runs a job before returning, or leaves it to the job that is running on this thread.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    if let trampoline = Self.slot.object {
      trampoline.queue.append(job)
      return
    }
    Self.slot.hold(Trampoline()) { trampoline in
      trampoline.queue.append(job)
      while let job = trampoline.queue.take(at: ContinuousClock.now) {
        job()
      }
    }
  }
}
