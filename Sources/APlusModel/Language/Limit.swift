/// Something that a library does not do, or does otherwise than Promises/A+ expects, by design.
///
/// An adapter claims a limit like a capability. Cases that go beyond a claimed limit are not
/// applicable, and generated programs stay within it.
package enum Limit: String, Sendable, Hashable, CaseIterable {
  case nothingFromThen = "then-returns:nothing"
  case sameFromThen = "then-returns:same"
  case nonthrowingHandlers = "nonthrowing:handlers"
  case nonthrowingFinally = "nonthrowing:finally"
  case nonthrowingRecover = "nonthrowing:recover"
  case valuesFromHandlers = "values-only:handlers"
  case valuesFromRecover = "values-only:recover"
  case lazyBodies = "lazy-bodies"
  case unordered
  case brokenPromise = "broken-promise"
  case cancelOnDrop = "cancel-on-drop"

  /// The claim as a capability.
  package var capability: Capability { Capability.parse(rawValue)[0] }

  /// What a library with the limit does.
  package var meaning: String {
    switch self {
    case .nothingFromThen: "`then` returns nothing"
    case .sameFromThen: "`then` returns the promise that it was called on"
    case .nonthrowingHandlers: "handlers of `then` cannot throw"
    case .nonthrowingFinally: "the function of `finally` cannot throw"
    case .nonthrowingRecover: "the function of `recover` cannot throw"
    case .valuesFromHandlers: "handlers of `then` return values, and no promises"
    case .valuesFromRecover: "the function of `recover` returns values, and no promises"
    case .lazyBodies: "`executor`, `try`, `retry` and `sequence` start when their promise gets its first handler"
    case .unordered: "handlers that are registered on one promise without a context run in any order"
    case .brokenPromise: "a pending promise is rejected when what settles it is destroyed"
    case .cancelOnDrop:
      "a pending promise is rejected with the library's cancellation when what settles it is destroyed"
    }
  }

  /// What is left out for a library with the limit.
  package var effect: String {
    switch self {
    case .nothingFromThen, .sameFromThen: "Cases that use the promise of a `then` are n/a."
    case .nonthrowingHandlers, .nonthrowingRecover: "Cases where that function throws are n/a."
    case .nonthrowingFinally: "Cases where that function throws, or returns a promise or thenable, are n/a."
    case .valuesFromHandlers, .valuesFromRecover: "Cases where that function returns a promise or thenable are n/a."
    case .lazyBodies: "Cases that show when such a function starts are n/a."
    case .unordered: "Cases about that order are n/a, and no other case fails by it; contexts keep their order."
    case .brokenPromise, .cancelOnDrop: "Cases where such a promise stays pending are n/a."
    }
  }
}

extension [Capability] {
  /// The limits that are claimed.
  package var limits: Set<Limit> { Set(compactMap { Limit(rawValue: $0.description) }) }
}

extension Set<Limit> {
  /// Whether a promise that nothing can settle any more is rejected.
  package var breaksPromises: Bool { !isDisjoint(with: [.brokenPromise, .cancelOnDrop]) }
}
