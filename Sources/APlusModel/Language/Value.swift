/// A value expression of the scenario language, evaluated where it occurs.
package indirect enum Value: Sendable, Hashable {
  /// A mark (upper case) or a bound name.
  case name(String)
  case scalar(Scalar)
  case text(String)
  /// `symbol`, `bigint`, `date`, `regexp`, `object`, `function`, `array-of-function`,
  /// `function-heir`, or the word of a ``LanguageKind``.
  case special(String)
  case error(type: String, hasStack: Bool)
  case list([Value])
  case promise(PromiseState, with: Value?, whenIdle: Bool)
  case thenable(Thenable)
}

/// A value without identity.
package enum Scalar: Sendable, Hashable {
  case null
  case undefined
  case notANumber
  case negativeZero
  case bool(Bool)
  case integer(Int)
  case number(Double)
}

/// The state in which a promise is made.
package enum PromiseState: String, Sendable, Hashable {
  case pending
  case fulfilled
  case rejected
  /// Through the resolution procedure: the value may be a promise or thenable.
  case resolved

  /// The verb that puts a deferred into this state; nil for a pending one.
  package var settlement: Settlement? {
    switch self {
    case .pending: nil
    case .fulfilled: .fulfill
    case .rejected: .reject
    case .resolved: .resolve
    }
  }
}

/// An object with a `then`, not necessarily a promise.
package struct Thenable: Sendable, Hashable {
  /// The name that is bound to the object.
  package var name: String?
  package var shape: Shape
  package var then: Handler
  /// Endings of reads of `then`, by read number; nil for a plain property, with unlogged reads.
  package var get: [Ending]?
  /// The function whose steps each read of `then` performs before it ends; only with `get`.
  package var reading: String?

  package init(name: String?, shape: Shape = .object, then: Handler, get: [Ending]? = nil, reading: String? = nil) {
    self.name = name
    self.shape = shape
    self.then = then
    self.get = get
    self.reading = reading
  }

  /// What kind of object carries the `then`.
  package enum Shape: Sendable, Hashable {
    case object
    /// An object without a prototype.
    case bare
    case function
    /// An object that inherits its `then`.
    case heir
    /// A shape that only one language has.
    case kind(LanguageKind)

    /// The shape for a word of a program; nil if the word is not a shape.
    package init?(word: String) {
      if let shape = Self.plain.first(where: { $0.word == word }) {
        self = shape
      } else if let kind = LanguageKind.shapes[word] {
        self = .kind(kind)
      } else {
        return nil
      }
    }

    /// The shapes that every language may have.
    package static let plain: [Shape] = [.object, .bare, .function, .heir]

    /// Whether any language with methods can express the shape.
    package var hasMethod: Bool {
      switch self {
      case .object: true
      case .kind(let kind): kind.place == .carrier
      case .bare, .function, .heir: false
      }
    }

    /// The word for the shape in a program.
    package var word: String { if case .kind(let kind) = self { kind.word } else { "\(self)" } }
  }
}

extension String {
  /// Whether the name is that of a mark, which begins with an upper-case letter.
  package var isMarkName: Bool { utf8.first.map { (0x41...0x5A).contains($0) } ?? false }
}
