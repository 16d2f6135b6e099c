import APlusJSON
import Synchronization

/// Tells events that come after a run's trace was taken, but not before the trace has been written.
///
/// A runner takes a late event of a run that is not answered for a host that speaks out of turn.
final class LateEvents: Sendable {
  private let tell: @Sendable (JSON) -> Void
  /// Those that wait for the answer; nil once it has been written.
  private let waiting = Mutex<[JSON]?>([])

  init(tell: @escaping @Sendable (JSON) -> Void) {
    self.tell = tell
  }

  /// Tells an event, once the answer has been written.
  func add(_ event: JSON) {
    waiting.withLock { waiting in
      if waiting == nil { tell(event) } else { waiting?.append(event) }
    }
  }

  /// Notes that the answer has been written, and tells what waited for it.
  func answered() {
    waiting.withLock { waiting in
      waiting?.forEach(tell)
      waiting = nil
    }
  }
}
