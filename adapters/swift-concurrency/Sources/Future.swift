import Synchronization

/// A result that tasks can wait for, and that can be set once, by any code.
///
/// A checked continuation alone has only one waiting task, and ends the process at a second call.
final class Future<Value: Sendable>: Sendable {
  private struct State {
    var isClaimed = false
    var result: Result<Value, any Error>?
    var waiting: [CheckedContinuation<Result<Value, any Error>, Never>] = []
  }

  private let state = Mutex(State())

  /// Waits for the value; throws the error of a future that failed.
  var value: Value {
    get async throws {
      var isLate = false
      let result = await withCheckedContinuation { continuation in
        state.withLock { state in
          if let result = state.result {
            isLate = true
            continuation.resume(returning: result)
          } else {
            state.waiting.append(continuation)
          }
        }
      }
      if isLate {
        // Tasks that waited have been resumed, but may not have run yet: let them run first.
        await Task.yield()
      }
      return try result.get()
    }
  }

  /// Sets the result, unless it has been decided before.
  ///
  /// - Returns: Whether this call set it.
  @discardableResult func settle(_ result: Result<Value, any Error>) -> Bool {
    guard claim() else { return false }
    set(result)
    return true
  }

  /// Takes the result of another future, unless the result has been decided before.
  func follow(_ other: Future) {
    guard claim() else { return }
    guard other !== self else {
      set(.failure(FutureError.followsItself))
      return
    }
    Task(executorPreference: SerialQueue.shared) { [self] in
      do { set(.success(try await other.value)) } catch { set(.failure(error)) }
    }
  }

  private func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  private func set(_ result: Result<Value, any Error>) {
    // A task that is just about to suspend continues at once when it is resumed, ahead of the tasks
    // that already wait. On the queue that runs the tasks, none of them can be in that state.
    SerialQueue.shared.perform { [self] in
      state.withLock { state in
        state.result = result
        // Resuming only enqueues a task, so no code of tasks runs under the lock.
        for continuation in state.waiting { continuation.resume(returning: result) }
        state.waiting = []
      }
    }
  }
}

/// The library's own errors.
enum FutureError: Error { case followsItself }
