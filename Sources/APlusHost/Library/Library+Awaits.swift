import APlusAdapter
import APlusModel

extension Library {
  /// The functions of a library whose promises can be awaited, with their types erased.
  struct Awaits: Sendable {
    /// Awaits a promise, for at most so many milliseconds.
    let value: @Sendable (Handle, Int?) async throws -> Token
    let executor: (any TaskExecutor)?

    /// Erases the types of an adapter.
    init(_ adapter: some AwaitingAdapter) {
      value = { subject, limit in try await adapter.value(of: subject.value(), within: limit.map { .milliseconds($0) })
      }
      executor = adapter.taskExecutor
    }
  }
}
