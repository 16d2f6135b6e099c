import APlusJSON
import Synchronization

/// Sends events that occur after a run's trace was taken, but only once the trace has been written.
///
/// To the runner, a late event of a run that has no answer yet is a protocol violation.
final class LateEvents: Sendable {
  private let send: @Sendable (JSON) -> Void
  /// The events that wait for the answer; nil once it has been written.
  private let waiting = Mutex<[JSON]?>([])

  init(send: @escaping @Sendable (JSON) -> Void) { self.send = send }

  /// Sends an event, once the answer has been written.
  func add(_ event: JSON) {
    waiting.withLock { waiting in if waiting == nil { send(event) } else { waiting?.append(event) } }
  }

  /// Notes that the answer has been written, and sends the events that waited for it.
  func answered() {
    waiting.withLock { waiting in
      waiting?.forEach(send)
      waiting = nil
    }
  }
}
