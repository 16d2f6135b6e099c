/// A context of stepwise promises: a mark on jobs of the single queue.
class StepwiseContext {
  private let queue: JobQueue

  init(_ queue: JobQueue) { self.queue = queue }

  /// Takes a job and runs it later.
  func enqueue(_ job: @escaping JobQueue.Job) { queue.add { self.run(job) } }

  /// Runs a job as one of this context.
  final func run(_ job: JobQueue.Job) {
    let outer = queue.context
    queue.context = self
    job()
    queue.context = outer
  }
}

/// A context that runs its jobs at once.
final class InlineContext: StepwiseContext { override func enqueue(_ job: @escaping JobQueue.Job) { run(job) } }

/// A context that has shut down and drops its jobs.
final class DeadContext: StepwiseContext { override func enqueue(_ job: @escaping JobQueue.Job) {} }
