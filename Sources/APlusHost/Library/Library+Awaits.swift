import APlusAdapter
import APlusModel

extension Library {
  /// The functions of a library whose promises can be awaited, with their types erased.
  ///
  /// Each getter takes a promise, and at most so many milliseconds.
  enum Awaits: Sendable {
    /// A task of Swift awaits; the executor runs it, or the one that all tasks share.
    case suspending(@Sendable (Handle, Int?) async throws -> Token, on: (any TaskExecutor)?)
    /// A thread blocks.
    case blocking(@Sendable (Handle, Int?) throws -> Token)
    /// A coroutine of the library awaits what the task says.
    case coroutine(start: @Sendable (AwaitingTask) -> Void)

    /// Erases the types of an adapter; nil if its promises cannot be awaited.
    init?(_ adapter: any PromiseAdapter) {
      if let start = (adapter as? any CoroutineAdapter)?.startTask {
        self = .coroutine(start: start)
      } else if let adapter = adapter as? any AwaitingAdapter {
        self.init(suspending: adapter)
      } else if let adapter = adapter as? any BlockingAdapter {
        self.init(blocking: adapter)
      } else {
        return nil
      }
    }

    private init(suspending adapter: some AwaitingAdapter) {
      self = .suspending(
        { try await adapter.value(of: $0.value(), within: $1.map { .milliseconds($0) }) }, on: adapter.taskExecutor)
    }

    private init(blocking adapter: some BlockingAdapter) {
      self = .blocking { try adapter.wait(for: $0.value(), within: $1.map { .milliseconds($0) }) }
    }

    /// What an adapter with these functions has.
    var capability: Capability {
      switch self {
      case .suspending, .coroutine: Capability("await")
      case .blocking: AwaitProfile.blocking
      }
    }

    /// Whether tasks run on other threads than those of the library.
    var hasThreads: Bool { if case .coroutine = self { false } else { true } }
  }
}

/// An adapter of a library with coroutines of its own.
protocol CoroutineAdapter: PromiseAdapter {
  /// Starts a coroutine that awaits what a task says, until that has no more; nil if this library has none.
  var startTask: (@Sendable (AwaitingTask) -> Void)? { get }
}
