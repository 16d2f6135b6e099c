/// A promise or settler of the library, whatever its type.
class Handle: @unchecked Sendable {
  // SAFETY: a handle only carries the library's value from thread to thread. Whether the library
  // allows that is the adapter's claim `threads`, without which no program uses a second thread.

  /// What the library itself would compare; nil for a value type.
  var objectIdentifier: ObjectIdentifier? { nil }

  /// The object whose lifetime tells whether the library let go; nil for a value type.
  var object: AnyObject? { nil }
}

/// A handle of a known type.
final class TypedHandle<Value>: Handle, @unchecked Sendable {
  let value: Value
  private let isObject: Bool

  /// Wraps a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isObject: Whether it is an object; to find that out takes longer than all else here.
  init(_ value: Value, isObject: Bool = Value.self is AnyClass) {
    self.value = value
    self.isObject = isObject
  }

  override var objectIdentifier: ObjectIdentifier? { object.map { ObjectIdentifier($0) } }

  override var object: AnyObject? {
    unsafe isObject ? unsafeBitCast(value, to: AnyObject.self) : nil
  }
}

extension Handle {
  /// The value inside; the handle must have been made for this type.
  func value<Value>(_ type: Value.Type) -> Value {
    guard let handle = self as? TypedHandle<Value> else {
      preconditionFailure("a handle of another adapter")
    }
    return handle.value
  }
}
