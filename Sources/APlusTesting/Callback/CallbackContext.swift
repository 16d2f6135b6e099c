public import Dispatch

/// Where a callback must run: a queue, or whatever a closure of yours can tell.
///
///     expectCallback(on: .queue(uiQueue)) { done in cache.load { done() } }
///     expectCallback(on: CallbackContext("the loop's thread") { loop.isInLoop }) { done in … }
public struct CallbackContext: Sendable {
  /// What the message calls it.
  let name: String
  /// Whether the calling code runs there.
  let isCurrent: @Sendable () -> Bool

  /// Creates a context from a closure, for threads, actors and event loops.
  ///
  /// - Parameters:
  ///   - name: What a message calls it, such as "the parser's thread".
  ///   - isCurrent: Called inside the callback; returns whether it runs where it should.
  public init(_ name: String, isCurrent: @escaping @Sendable () -> Bool) {
    self.name = name
    self.isCurrent = isCurrent
  }

  /// A Dispatch queue; a callback on a queue that targets it is on it, too.
  public static func queue(_ queue: DispatchQueue) -> CallbackContext {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    return CallbackContext("queue \"\(queue.label)\"") { DispatchQueue.getSpecific(key: key) == true }
  }

  /// The main queue, which is also where the main actor runs.
  public static var main: CallbackContext { queue(.main) }
}
