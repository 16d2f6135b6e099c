import Synchronization

/// A place for something that a closure needs before it exists.
final class Box<Content: Sendable>: Sendable {
  private let storage = Mutex<Content?>(nil)

  /// What is in the box.
  var content: Content? {
    get { storage.withLock { content in content } }
    set { storage.withLock { content in content = newValue } }
  }
}
