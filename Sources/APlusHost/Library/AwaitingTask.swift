import APlusAdapter
import APlusQuiescence
import Synchronization

/// A task of the program that awaits promises, one after another: one of Swift, a coroutine of the
/// library, or a thread that blocks.
///
/// The code after an await may await again: the same task does so once that code has ended.
final class AwaitingTask: Sendable {
  /// One await, with the code after it.
  struct Await: Sendable {
    let subject: Handle
    let milliseconds: Int?
    let onFulfilled: UserCode?
    let onRejected: UserCode?

    /// Performs the code after the await; what that throws ends the task, and goes nowhere.
    func resume(_ outcome: Result<Token, any Error>) {
      switch outcome {
      case .success(let token): _ = try? onFulfilled?.value(.value(token))
      case .failure(let error): _ = try? onRejected?.value(.error(error))
      }
    }
  }

  private struct State {
    var next: [Await] = []
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  /// The task that performs the calling code, which follows an await.
  @TaskLocal static var current: AwaitingTask?

  /// What stands for the task in the trace.
  let number: Int
  private let awaits: Library.Awaits
  private let state = Mutex(State())

  init(number: Int, _ awaits: Library.Awaits) {
    self.number = number
    self.awaits = awaits
  }

  /// Has the task await, once it has nothing else to do.
  func append(_ next: Await) { state.withLock { $0.next.append(next) } }

  /// Starts the task.
  ///
  /// - Parameter isCancelled: Whether it is cancelled before it awaits.
  func start(isCancelled: Bool) {
    switch awaits {
    case .suspending(let value, let executor):
      start(isCancelled, on: executor) { next in
        do { return .success(try await value(next.subject, next.milliseconds)) } catch { return .failure(error) }
      }
    case .coroutine(let start): start(self)
    case .blocking(let value):
      Threads.start { [self] in
        while let next = takeNext() { resume(next, Result { try value(next.subject, next.milliseconds) }) }
      }
    }
  }

  private func start(
    _ isCancelled: Bool, on executor: (any TaskExecutor)?,
    _ value: @escaping @Sendable (Await) async -> Result<Token, any Error>
  ) {
    let task = Task.detached(executorPreference: executor) { [self] in
      if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      while let next = takeNext() { resume(next, await value(next)) }
    }
    let isTooLate = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isTooLate { task.cancel() }
  }

  /// Cancels the task.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    // Without the lock: an await that ends at once may run its code here.
    task?.cancel()
  }

  /// What it awaits next; nil once it has ended.
  func takeNext() -> Await? { state.withLock { state in state.next.isEmpty ? nil : state.next.removeFirst() } }

  /// Performs the code after an await.
  func resume(_ next: Await, _ outcome: Result<Token, any Error>) {
    Self.$current.withValue(self) { next.resume(outcome) }
  }
}
