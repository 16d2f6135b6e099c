import Synchronization

/// The last bytes of what a host wrote to stderr.
package final class StandardErrorTail: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// The start of the text after the last answer.
    var mark = 0
  }

  /// The limit in bytes, the same as in reports.
  private static let limit = 16_384

  private let state = Mutex(State())

  /// Adds what has arrived.
  package func append(_ chunk: [UInt8]) {
    state.withLock { state in
      state.bytes += chunk
      // Cut rarely, so that a flood costs few copies.
      guard state.bytes.count > 4 * Self.limit else { return }
      let excess = state.bytes.count - Self.limit
      state.bytes.removeFirst(excess)
      state.mark = max(0, state.mark - excess)
    }
  }

  /// Notes an answer: later text belongs to the next run.
  package func restart() { state.withLock { $0.mark = $0.bytes.count } }

  /// The text since the last answer, as far as it has arrived.
  package var recent: String {
    state.withLock { state in String(decoding: state.bytes[state.mark...].suffix(Self.limit), as: UTF8.self) }
  }

  /// The text of all runs: a host that is ahead of the runner may write its last text before the
  /// runner reads an earlier answer.
  package var text: String { state.withLock { String(decoding: $0.bytes.suffix(Self.limit), as: UTF8.self) } }
}
