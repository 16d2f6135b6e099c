import APlusAdapter
import CHost
import Synchronization

/// A task of the program that awaits promises in a coroutine of a native library.
///
/// What the library points to stays valid until the process ends, so that one which resumes a task again is found, and
/// does not crash.
final class NativeTask: Sendable {
  private let task: AwaitingTask
  private let tokens: NativeTokens
  /// What the coroutine awaits, or has awaited last; it keeps the promise that is lent.
  private let current = Mutex<AwaitingTask.Await?>(nil)

  init(_ task: AwaitingTask, _ tokens: NativeTokens) {
    self.task = task
    self.tokens = tokens
  }

  /// What the library gets; it is never freed, and keeps this object.
  func makePointer() -> UnsafePointer<aplus_task> {
    let pointer = UnsafeMutablePointer<aplus_task>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: aplus_task(
        next: { task in unsafe NativeTask.from(task).next() },
        resume: { task, ending in unsafe NativeTask.from(task).resume(ending) },
        host: Unmanaged.passRetained(self).toOpaque()))
    return unsafe UnsafePointer(pointer)
  }

  private static func from(_ task: UnsafePointer<aplus_task>?) -> NativeTask {
    guard let host = unsafe task?.pointee.host else {
      preconditionFailure("a function of a task was called without that task")
    }
    return unsafe Unmanaged<NativeTask>.fromOpaque(host).takeUnretainedValue()
  }

  private func next() -> OpaquePointer? {
    let next = task.takeNext()
    // What is replaced is freed without the lock.
    _ = current.withLock { exchange(&$0, with: next) }
    guard let promise: NativePromise = next.map({ $0.subject.value() }) else { return nil }
    return unsafe promise.withPointer { unsafe $0 }
  }

  private func resume(_ ending: aplus_ending) {
    guard let awaited = current.withLock({ $0 }) else { preconditionFailure("a task was resumed that awaits nothing") }
    task.resume(awaited, unsafe tokens.result(of: ending))
  }
}

extension NativeTokens {
  /// What a getter of the library returned or threw.
  func result(of ending: aplus_ending) -> Result<Token, any Error> {
    unsafe ending.kind == UInt32(APLUS_RETURNED) ? .success(token(of: ending.token)) : .failure(error(of: ending.token))
  }
}

extension NativeAdapter: CoroutineAdapter {
  var startTask: (@Sendable (AwaitingTask) -> Void)? {
    guard let start = unsafe module.table.start_task else { return nil }
    return { [tokens] task in unsafe start(NativeTask(task, tokens).makePointer()) }
  }
}
