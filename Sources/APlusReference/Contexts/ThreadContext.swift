/// A serial context with a thread of its own.
///
/// Jobs run one at a time, in the order in which they were enqueued, from whichever thread that
/// was; no job is favoured and none overtakes another. The thread starts with the first job, sleeps
/// while there is nothing to do, and ends when the context is freed and its jobs are done.
///
/// A job that blocks holds up every later job of the same context, and of no other.
public final class ThreadContext: Context {
  private struct Mailbox: Sendable {
    var queue = JobQueue()
    var isStarted = false
    var isClosed = false
    var isStopped = false
  }

  private typealias Job = @Sendable () -> Void

  /// The default context: handlers that were registered without one run here.
  public static let shared = ThreadContext()

  /// Waits for contexts that cannot wait by themselves; no handler runs here.
  static let timers = ThreadContext()

  private let mailbox = Monitor(Mailbox())

  /// Makes a context whose thread starts with the first job.
  public init() {}

  deinit {
    mailbox.change { mailbox in mailbox.isClosed = true }
  }

  /// Appends a job, or drops it after ``stop()``.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    let isFirst = mailbox.change { mailbox in
      guard !mailbox.isStopped else { return false }
      mailbox.queue.append(job)
      defer { mailbox.isStarted = true }
      return !mailbox.isStarted
    }
    startThread(if: isFirst)
  }

  /// Appends a job when a time has passed, or drops it after ``stop()``.
  public func enqueue(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> Alarm {
    guard delay > .zero else {
      enqueue(job)
      return Alarm {}
    }
    let due = ContinuousClock.now.advanced(by: delay)
    let (isFirst, id) = mailbox.change { mailbox in
      guard !mailbox.isStopped else { return (false, 0) }
      let id = mailbox.queue.append(job, due: due)
      defer { mailbox.isStarted = true }
      return (!mailbox.isStarted, id)
    }
    startThread(if: isFirst)
    return Alarm { [mailbox] in
      // The job comes out of the lock before it is released: it may own promises.
      _ = mailbox.change { mailbox in mailbox.queue.cancel(id) }
    }
  }

  /// Drops all jobs, those that wait and those still to come; a running one ends by itself.
  ///
  /// Handlers of other contexts are not affected, whenever they were registered.
  public func stop() {
    // The jobs come out of the lock before they are released: they may own promises.
    _ = mailbox.change { mailbox in
      mailbox.isStopped = true
      mailbox.isClosed = true
      return mailbox.queue.takeAll()
    }
  }

  private func startThread(if isFirst: Bool) {
    guard isFirst else { return }
    // The thread holds the mailbox, not the context: else the context would never be freed.
    Thread.start { [mailbox] in
      while let job = Self.nextJob(in: mailbox) {
        job()
      }
    }
  }

  private static func nextJob(in mailbox: Monitor<Mailbox>) -> Job? {
    mailbox.wait { mailbox -> Monitor<Mailbox>.Look<Job?> in
      if let job = mailbox.queue.take(at: ContinuousClock.now) {
        return .found(job)
      }
      let due = mailbox.queue.nextDue
      return mailbox.isClosed && due == nil ? .found(nil) : .nothing(until: due)
    }
  }
}
