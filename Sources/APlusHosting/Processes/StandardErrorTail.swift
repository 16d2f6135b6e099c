import Synchronization

/// The end of what a host wrote to stderr.
///
/// A host may write without end, so only the last bytes are kept.
package final class StandardErrorTail: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// Where the text starts that came after the last answer.
    var mark = 0
  }

  /// Reports cut at this size too.
  private static let limit = 16_384

  private let state = Mutex(State())

  /// Adds what has arrived.
  package func append(_ chunk: [UInt8]) {
    state.withLock { state in
      state.bytes += chunk
      // Cut seldom, so that a flood costs one copy a kept byte.
      guard state.bytes.count > 4 * Self.limit else { return }
      let excess = state.bytes.count - Self.limit
      state.bytes.removeFirst(excess)
      state.mark = max(0, state.mark - excess)
    }
  }

  /// Notes that a run was answered: what comes now belongs to the next.
  package func restart() {
    state.withLock { $0.mark = $0.bytes.count }
  }

  /// The text since the last answer, as far as it has arrived.
  package var recent: String {
    state.withLock { state in
      String(decoding: state.bytes[state.mark...].suffix(Self.limit), as: UTF8.self)
    }
  }

  /// The text, whatever it belongs to; a host that is ahead of the runner dies ahead of it.
  package var text: String {
    state.withLock { String(decoding: $0.bytes.suffix(Self.limit), as: UTF8.self) }
  }
}
