import APlusQuiescence
import CQuiescence
import Synchronization
import Testing

/// Notes the calls of one callback, and decides what they come to.
final class CallbackWatch: Sendable {
  /// Nanoseconds within which nothing may be due once the callback was called.
  static let horizon: UInt64 = 20_000_000
  /// The longest wait for the process to rest once the callback was called, in nanoseconds; a call
  /// that comes later is still an issue.
  private static let patience: UInt64 = 100_000_000

  /// A call of the callback.
  struct Call {
    var thread: Int32
    var queue: String?
    /// Whether the function that took the callback had not returned.
    var isBeforeReturn: Bool
    /// Whether it was made inside the call of that function.
    var isInside: Bool
    var isOnContext: Bool
    /// The functions that made it, innermost first; only of calls that are wrong.
    var site: [String] = []
  }

  /// How a wait ended.
  enum Ending {
    /// The callback was called, and nothing was left to wait for.
    case called
    /// It cannot be called any more, or was not within the limit; with the lines that say why.
    case missing([String])
    /// The test was cancelled.
    case cancelled
  }

  private struct State {
    var calls: [Call] = []
    var hasReturned = false
    var ending: Ending?
    /// How many calls look for the functions that made them.
    var searches = 0

    /// Whether the test went on after a call.
    var hasEnded: Bool { if case .called = ending { true } else { false } }
  }

  let limit: UInt64
  private let timing: CallbackTiming
  private let context: CallbackContext?
  private let location: SourceLocation
  /// The thread that calls the function.
  private let caller = aplus_thread_id()
  private let state = Mutex(State())

  /// Creates a watch on the thread that calls the function.
  init(_ timing: CallbackTiming, _ context: CallbackContext?, _ limit: Duration, _ location: SourceLocation) {
    self.timing = timing
    self.context = context
    self.limit = UInt64(max(limit / .nanoseconds(1), 0))
    self.location = location
  }

  /// How often the callback was called.
  var count: Int { state.withLock { $0.calls.count } }

  /// Notes that the function that took the callback has returned.
  func returned() { state.withLock { $0.hasReturned = true } }

  /// Notes that the test does not wait any more.
  func cancel() { state.withLock { if $0.ending == nil { $0.ending = .cancelled } } }

  /// Notes a call of the callback.
  func call() {
    let isOnContext = context?.isCurrent() ?? true
    let thread = aplus_thread_id()
    let queue = unsafe aplus_thread_queue().map { unsafe String(cString: $0) }
    let (index, isLate, isWrong) = state.withLock { state -> (Int, Bool, Bool) in
      let isInside = thread == caller && !state.hasReturned
      let isUntimely = timing == .later && isInside || timing == .atOnce && state.hasReturned
      let isWrong = isUntimely || !isOnContext || !state.calls.isEmpty
      state.calls.append(
        Call(
          thread: thread, queue: queue, isBeforeReturn: !state.hasReturned, isInside: isInside, isOnContext: isOnContext
        ))
      state.searches += isWrong ? 1 : 0
      return (state.calls.count - 1, state.hasEnded, isWrong)
    }
    guard isWrong else { return }
    // This takes a while, and must not delay what others see of the call.
    let site = CallSite.lines()
    let call = state.withLock { state in
      state.calls[index].site = site
      state.searches -= 1
      return state.calls[index]
    }
    if isLate { record(CallbackText.second(call, after: true)) }
  }

  /// Decides whether the wait is over.
  ///
  /// - Parameters:
  ///   - rest: What a look at all threads showed; the calls are counted after it.
  ///   - quiet: How long nothing happened.
  ///   - threads: Describes what the threads do.
  /// - Returns: Whether it is.
  func isOver(_ rest: Lookout.Rest, _ quiet: QuietTime, _ threads: () -> [ThreadLine]) -> Bool {
    let (hasEnded, count) = state.withLock { ($0.ending != nil, $0.calls.count) }
    guard !hasEnded else { return true }
    let end = count > 0 ? endAfterCall(rest, quiet) : endWithoutCall(rest, quiet, threads)
    guard let end else { return false }
    return state.withLock { state in
      // A call that came meanwhile is waited for like any other.
      guard state.ending == nil, state.calls.count == count, state.searches == 0 else { return state.ending != nil }
      state.ending = end
      return true
    }
  }

  private func endAfterCall(_ rest: Lookout.Rest, _ quiet: QuietTime) -> Ending? {
    if case .resting(let due) = rest, due > Self.horizon { return .called }
    return quiet.elapsed > Self.patience ? .called : nil
  }

  private func endWithoutCall(_ rest: Lookout.Rest, _ quiet: QuietTime, _ threads: () -> [ThreadLine]) -> Ending? {
    let left = limit - min(quiet.nanoseconds, limit)
    if case .resting(let due) = rest, due > left { return .missing(CallbackText.missing(due: due, limit, threads())) }
    let isEnough = left == 0 && !quiet.isComputing || quiet.elapsed / QuietTime.leastPart > limit
    return isEnough ? .missing(CallbackText.missing(rest, limit, quiet, threads())) : nil
  }

  /// Records what is wrong with the calls, at the place of the test.
  func recordIssues() {
    let (calls, ending) = state.withLock { ($0.calls, $0.ending) }
    if case .missing(let lines) = ending { record(lines.joined(separator: "\n")) }
    guard let first = calls.first else { return }
    switch timing {
    case .later where first.isInside: record(CallbackText.early(first))
    case .atOnce where !first.isBeforeReturn: record(CallbackText.late(first))
    case .later, .atOnce, .either: break
    }
    if let context, let call = calls.first(where: { !$0.isOnContext }) { record(CallbackText.elsewhere(call, context)) }
    if calls.count > 1 { record(CallbackText.second(calls[1], of: calls.count)) }
  }

  private func record(_ text: String) { Issue.record(Comment(rawValue: text), sourceLocation: location) }
}
