/// A number of a trace, kept in four bytes: none is larger, and none is negative.
@propertyWrapper
package struct Small: Sendable, Hashable {
  @usableFromInline var stored: Int32

  /// Keeps a number, which must be one of a trace.
  @inlinable
  package init(wrappedValue: Int) {
    stored = Int32(wrappedValue)
  }

  @inlinable package var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(newValue) }
  }
}

/// A number of a trace, or none, kept in four bytes.
@propertyWrapper
package struct SmallOrNone: Sendable, Hashable {
  @usableFromInline var stored: Int32

  /// Keeps a number, which must be one of a trace.
  @inlinable
  package init(wrappedValue: Int?) {
    stored = wrappedValue.map { Int32($0) } ?? -1
  }

  @inlinable package var wrappedValue: Int? {
    get { stored < 0 ? nil : Int(stored) }
    set { stored = newValue.map { Int32($0) } ?? -1 }
  }
}
