import Dispatch

/// An executor that runs the tasks of futures one by one, in order.
///
/// The global executor starts and resumes tasks in any order, so handlers would run in any order.
final class SerialQueue: TaskExecutor {
  static let shared = SerialQueue()

  private let queue = DispatchQueue(label: "futures")

  /// Runs a function between two tasks.
  func perform(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
