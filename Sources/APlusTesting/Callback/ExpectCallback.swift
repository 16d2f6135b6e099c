import CQuiescence
import Dispatch
import Synchronization
public import Testing

/// Expects that a function calls its callback exactly once.
///
///     @Test func loads() {
///       expectCallback(.later, on: .main) { done in cache.load("a") { _ in done() } }
///     }
///
/// It waits until nothing in this process can run, and does not sleep: a callback that never comes is
/// found as soon as no thread runs and none is due within the limit, and a second call at once. Where
/// other tests run beside this one, the process may not come to rest. Then the limit ends the wait for
/// the callback, and the issue says that this is no proof. A second call that comes after the wait is
/// an issue of the run.
///
/// The calling thread is blocked meanwhile. If the callback needs it, use the asynchronous form.
///
/// - Parameters:
///   - timing: When the callback must come: later than the call, at once, or either.
///   - context: Where it must run; anywhere by default.
///   - limit: How far ahead to wait for timers, and the longest wait for the callback. Time in which a
///     thread computes or waits for a processor counts for less, up to eight times the limit.
///   - sourceLocation: Where issues are shown.
///   - start: Calls the function, and passes it code that calls `done`.
/// - Throws: What `start` throws; then no callback is expected.
/// - Requirement: CB-1, CB-2
public func expectCallback(
  _ timing: CallbackTiming = .either, on context: CallbackContext? = nil, within limit: Duration = .seconds(2),
  sourceLocation: SourceLocation = #_sourceLocation, _ start: (_ done: @escaping @Sendable () -> Void) throws -> Void
) rethrows {
  let watch = CallbackWatch(timing, context, limit, sourceLocation)
  try start { watch.call() }
  watch.returned()
  let isOver = DispatchSemaphore(value: 0)
  Lookout.shared.add(watch, from: aplus_thread_id()) { isOver.signal() }
  isOver.wait()
  watch.recordIssues()
}

/// Expects that a function calls its callback exactly once, with a value.
///
///     let size = expectCallback(of: Int.self) { done in file.size(done) }
///     #expect(size == 3)
///
/// - Parameters:
///   - type: The type of the value; a tuple for several.
///   - timing: When the callback must come: later than the call, at once, or either.
///   - context: Where it must run; anywhere by default.
///   - limit: The longest wait for the callback.
///   - sourceLocation: Where issues are shown.
///   - start: Calls the function, and passes it `done`, or code that calls it.
/// - Returns: The value of the first call; nil if there was none, which is an issue.
/// - Throws: What `start` throws; then no callback is expected.
/// - Requirement: CB-1, CB-2
@discardableResult public func expectCallback<Value: Sendable>(
  of type: Value.Type, _ timing: CallbackTiming = .either, on context: CallbackContext? = nil,
  within limit: Duration = .seconds(2), sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (_ done: @escaping @Sendable (Value) -> Void) throws -> Void
) rethrows -> Value? {
  let first = FirstValue<Value>()
  try expectCallback(timing, on: context, within: limit, sourceLocation: sourceLocation) { done in
    try start { value in
      first.keep(value)
      done()
    }
  }
  return first.value
}

/// Expects that a function calls its callback exactly once, without blocking a thread.
///
///     @MainActor @Test func loads() async {
///       await expectCallback(.later, on: .main) { done in cache.load("a") { _ in done() } }
///     }
///
/// Like the form that blocks, but only the task waits: the callback may need the actor or the thread
/// that the test runs on. `start` runs on that actor.
///
/// - Parameters:
///   - timing: When the callback must come: later than the call, at once, or either.
///   - context: Where it must run; anywhere by default.
///   - limit: The longest wait for the callback.
///   - sourceLocation: Where issues are shown.
///   - start: Calls the function, and passes it code that calls `done`.
/// - Throws: What `start` throws; then no callback is expected.
/// - Requirement: CB-1, CB-2
public func expectCallback(
  _ timing: CallbackTiming = .either, on context: CallbackContext? = nil, within limit: Duration = .seconds(2),
  sourceLocation: SourceLocation = #_sourceLocation, _ start: (_ done: @escaping @Sendable () -> Void) throws -> Void
) async rethrows {
  let watch = CallbackWatch(timing, context, limit, sourceLocation)
  try start { watch.call() }
  watch.returned()
  await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in Lookout.shared.add(watch, from: nil) { continuation.resume() } }
  } onCancel: {
    watch.cancel()
  }
  watch.recordIssues()
}

/// Expects that a function calls its callback exactly once, with a value, without blocking a thread.
///
///     let size = await expectCallback(of: Int.self) { done in file.size(done) }
///
/// - Parameters:
///   - type: The type of the value; a tuple for several.
///   - timing: When the callback must come: later than the call, at once, or either.
///   - context: Where it must run; anywhere by default.
///   - limit: The longest wait for the callback.
///   - sourceLocation: Where issues are shown.
///   - start: Calls the function, and passes it `done`, or code that calls it.
/// - Returns: The value of the first call; nil if there was none, which is an issue.
/// - Throws: What `start` throws; then no callback is expected.
/// - Requirement: CB-1, CB-2
@discardableResult public func expectCallback<Value: Sendable>(
  of type: Value.Type, _ timing: CallbackTiming = .either, on context: CallbackContext? = nil,
  within limit: Duration = .seconds(2), sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (_ done: @escaping @Sendable (Value) -> Void) throws -> Void
) async rethrows -> Value? {
  let first = FirstValue<Value>()
  try await expectCallback(timing, on: context, within: limit, sourceLocation: sourceLocation) { done in
    try start { value in
      first.keep(value)
      done()
    }
  }
  return first.value
}

/// The value of the first call.
private final class FirstValue<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  var value: Value? { kept.withLock { $0 } }

  func keep(_ value: Value) { kept.withLock { kept in if kept == nil { kept = value } } }
}
