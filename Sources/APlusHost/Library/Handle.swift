/// A promise or settler of the library, whatever its type.
@safe struct Handle: @unchecked Sendable {
  // SAFETY: an engine has one adapter, whose types alone go in and come out. A handle only carries
  // the value from thread to thread. Whether the library
  // allows that is the adapter's claim `threads`, without which no program uses a second thread.

  /// The library's object itself, or a box around its value.
  private let content: AnyObject
  private let isObject: Bool

  /// Wraps a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isObject: Whether it is an object; to find that out takes longer than all else here.
  init<Value>(_ value: Value, isObject: Bool = Value.self is AnyClass) {
    content = isObject ? unsafe unsafeBitCast(value, to: AnyObject.self) : Box(value)
    self.isObject = isObject
  }

  /// What the library itself would compare; nil for a value type.
  var objectIdentifier: ObjectIdentifier? { isObject ? ObjectIdentifier(content) : nil }

  /// The object whose lifetime tells whether the library let go; nil for a value type.
  var object: AnyObject? { isObject ? content : nil }

  /// What keeps the value alive.
  var owner: AnyObject { content }

  /// The value inside; the handle must have been made for this type.
  func value<Value>(_ type: Value.Type) -> Value {
    if isObject { return unsafe unsafeBitCast(content, to: Value.self) }
    guard let box = content as? Box<Value> else {
      preconditionFailure("a handle of another adapter")
    }
    return box.value
  }
}

/// An object around what is none.
private final class Box<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
