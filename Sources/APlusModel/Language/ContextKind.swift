/// What a context of a program does with the handlers that it is given.
package enum ContextKind: String, Sendable, Hashable, CaseIterable {
  /// Runs them one at a time, in the order in which it got them.
  case serial
  /// Runs each at once, on the stack that hands it over.
  case inline
  /// Has shut down before the program starts: it runs none.
  case dead
}
