/// A promise or settler of the library, with its type erased.
@safe struct Handle: @unchecked Sendable {
  // SAFETY: an engine has one adapter, and only its types go in and come out. A handle only carries
  // the value from thread to thread. An adapter for a library that allows this claims `threads`;
  // without the claim no program uses a second thread.

  /// The library's object, or a box around its value.
  private let content: AnyObject
  private let isObject: Bool

  /// Wraps a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isObject: Whether it is an object. Finding that out takes longer than all the rest.
  init<Value>(_ value: Value, isObject: Bool = Value.self is AnyClass) {
    content = isObject ? unsafe unsafeBitCast(value, to: AnyObject.self) : Box(value)
    self.isObject = isObject
  }

  /// The identity that the library itself would compare; nil for a value type.
  var objectIdentifier: ObjectIdentifier? { isObject ? ObjectIdentifier(content) : nil }

  /// The object whose lifetime shows whether the library has released it; nil for a value type.
  var object: AnyObject? { isObject ? content : nil }

  /// What keeps the value alive.
  var owner: AnyObject { content }

  /// The value inside; the handle must have been made for a value of the inferred type, which is not
  /// checked for objects.
  func value<Value>() -> Value {
    if isObject { return unsafe unsafeBitCast(content, to: Value.self) }
    guard let box = content as? Box<Value> else { preconditionFailure("a handle from another adapter") }
    return box.value
  }
}

/// An object around a value that is not an object.
private final class Box<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}
