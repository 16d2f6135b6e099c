/// A number of a trace in four bytes; such numbers are neither negative nor larger.
@propertyWrapper package struct Small: Sendable, Hashable {
  @usableFromInline var stored: Int32

  /// Stores a number, which must be in the range for traces.
  @inlinable package init(wrappedValue: Int) { stored = Int32(wrappedValue) }

  @inlinable package var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(newValue) }
  }
}

/// A number of a trace, or none, in four bytes.
@propertyWrapper package struct SmallOrNone: Sendable, Hashable {
  @usableFromInline var stored: Int32

  /// Stores a number, which must be in the range for traces.
  @inlinable package init(wrappedValue: Int?) { stored = wrappedValue.map { Int32($0) } ?? -1 }

  @inlinable package var wrappedValue: Int? {
    get { stored < 0 ? nil : Int(stored) }
    set { stored = newValue.map { Int32($0) } ?? -1 }
  }
}
