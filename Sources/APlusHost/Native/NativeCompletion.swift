import APlusAdapter
import CHost
import Synchronization

/// The completion handler of one call, as a native library keeps it.
///
/// What the library points to stays valid until the process ends, so that one which calls its handler
/// again is found, and does not crash. The handler itself is released earlier.
final class NativeCompletion: Sendable {
  typealias Task = @Sendable (@escaping @Sendable (Result<Token, any Error>) -> Void) -> Void

  private struct State {
    var done: Completion?
    var tasks: [Task]
    var hasRun = false
    var isDropped = false
    /// Whether the run that started the call is over.
    var isOver = false

    /// Takes the program's functions, which the caller frees outside the lock: what they hold may call anything.
    mutating func release() -> (Completion?, [Task]) {
      defer { (done, tasks) = (nil, []) }
      return (done, tasks)
    }
  }

  private let state: Mutex<State>
  private let tokens: NativeTokens

  init(_ done: Completion, _ tasks: [Task], _ tokens: NativeTokens) {
    state = Mutex(State(done: done, tasks: tasks))
    self.tokens = tokens
  }

  /// What the library gets; it is never freed, and keeps this object.
  func makePointer() -> UnsafePointer<aplus_completion> {
    let pointer = UnsafeMutablePointer<aplus_completion>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: aplus_completion(
        call: { done, value, error in unsafe NativeCompletion.from(done).call(value, error) },
        drop: { done in unsafe NativeCompletion.from(done).drop() },
        perform: { done, task, next, context, drop in
          guard let next = unsafe next, let drop = unsafe drop else { preconditionFailure("a task without a function") }
          unsafe NativeCompletion.from(done).perform(task, NativeAnswer(next, context, drop))
        },
        uncaught: { done, number in unsafe UncaughtErrors.report(NativeCompletion.from(done).tokens.error(of: number))
        }, host: Unmanaged.passRetained(self).toOpaque()))
    return unsafe UnsafePointer(pointer)
  }

  private static func from(_ done: UnsafePointer<aplus_completion>?) -> NativeCompletion {
    guard let host = unsafe done?.pointee.host else {
      preconditionFailure("a function of a completion handler was called without that handler")
    }
    return unsafe Unmanaged<NativeCompletion>.fromOpaque(host).takeUnretainedValue()
  }

  /// Says that no program looks at the call any more: a handler that has run is released.
  ///
  /// One that has not run is kept, so that a late call of it is still recorded.
  func end() {
    _ = state.withLock { state in
      state.isOver = true
      return state.hasRun ? state.release() : nil
    }
  }

  private func call(_ value: UnsafePointer<aplus_token>?, _ error: UnsafePointer<aplus_token>?) -> aplus_ending {
    let done = state.withLock { state in
      precondition(!state.isDropped, "a completion handler was called after it had been dropped")
      state.hasRun = true
      return state.done
    }
    var ending = unsafe aplus_ending(kind: UInt32(APLUS_RETURNED), token: 0, promise: nil)
    do {
      try done?.throwing(
        unsafe error.map { unsafe tokens.error(of: $0.pointee) },
        unsafe value.map { unsafe tokens.value(of: $0.pointee) })
    } catch { unsafe ending = aplus_ending(kind: UInt32(APLUS_THREW), token: tokens.number(of: error), promise: nil) }
    _ = state.withLock { $0.isOver ? $0.release() : nil }
    return unsafe ending
  }

  private func drop() {
    _ = state.withLock { state in
      state.isDropped = true
      return state.release()
    }
  }

  private func perform(_ task: UInt64, _ answer: NativeAnswer) {
    let found = state.withLock { state in
      Int(exactly: task).flatMap { state.tasks.indices.contains($0) ? state.tasks[$0] : nil }
    }
    guard let found else { preconditionFailure("a sequence has no task with the index \(task)") }
    found { [tokens] result in answer.call(result, tokens) }
  }
}

/// What a task of a sequence calls back; the library gets its context back when the task cannot call any more.
@safe private final class NativeAnswer: @unchecked Sendable {
  // SAFETY: the context is not changed here; the library lets any thread call its function.
  private let next: aplus_next
  private let context: UnsafeMutableRawPointer?
  private let drop: aplus_drop

  init(_ next: @escaping aplus_next, _ context: UnsafeMutableRawPointer?, _ drop: @escaping aplus_drop) {
    unsafe self.next = next
    unsafe self.context = context
    unsafe self.drop = drop
  }

  deinit { unsafe drop(context) }

  func call(_ result: Result<Token, any Error>, _ tokens: NativeTokens) {
    unsafe tokens.withPointers(to: result) { unsafe next(context, $0, $1) }
  }
}
