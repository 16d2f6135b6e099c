import Synchronization

/// A result that tasks can wait for, and that anybody can set, once.
///
/// A checked continuation by itself has one task that waits, and stops the process at a second call.
final class Future<Value: Sendable>: Sendable {
  private struct State {
    var isClaimed = false
    var result: Result<Value, any Error>?
    var waiting: [CheckedContinuation<Result<Value, any Error>, Never>] = []
  }

  private let state = Mutex(State())

  /// The value, when there is one; throws the error of a future that failed.
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
        // Those that waited are resumed, but may not have run yet: nobody overtakes them.
        await Task.yield()
      }
      return try result.get()
    }
  }

  /// Sets the result, unless it was decided before.
  ///
  /// - Returns: Whether this call did it.
  @discardableResult
  func settle(_ result: Result<Value, any Error>) -> Bool {
    guard claim() else { return false }
    set(result)
    return true
  }

  /// Takes the result of another future, unless it was decided before.
  func follow(_ other: Future) {
    guard claim() else { return }
    guard other !== self else {
      set(.failure(FutureError.followsItself))
      return
    }
    Task(executorPreference: SerialQueue.shared) { [self] in
      do {
        set(.success(try await other.value))
      } catch {
        set(.failure(error))
      }
    }
  }

  private func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  private func set(_ result: Result<Value, any Error>) {
    // A task that is about to wait goes on at once when it is resumed, ahead of those that wait
    // already. Where tasks run, none of them is about to.
    SerialQueue.shared.perform { [self] in
      state.withLock { state in
        state.result = result
        // To resume is to enqueue: no code of a task runs under the lock.
        for continuation in state.waiting {
          continuation.resume(returning: result)
        }
        state.waiting = []
      }
    }
  }
}

/// What futures fail with by themselves.
enum FutureError: Error {
  case followsItself
}
