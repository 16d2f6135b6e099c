import APlusAdapter
import Dispatch
import Synchronization

/// A serial queue that marks the code that it runs.
final class MarkedQueue: Sendable {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  let queue = DispatchQueue(label: "dispatch.calls")

  init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

  /// The identity of the queue that runs the calling code.
  static var current: ObjectIdentifier? { DispatchQueue.getSpecific(key: key) }
}

/// What a call was finished with first.
final class FirstResult: Sendable {
  private let state = Mutex<Result<Token, any Error>?>(nil)

  var given: Result<Token, any Error>? { state.withLock { $0 } }

  /// Returns whether this result is the first.
  func give(_ result: Result<Token, any Error>) -> Bool {
    state.withLock { state in
      if state != nil { return false }
      state = result
      return true
    }
  }
}
