/// What a host performs: functions, steps and, rarely, a patched prototype.
///
/// A program is flat and concrete. `specs/README.md`, section 1, describes its JSON form.
package struct Program: Sendable, Hashable {
  /// All user code of the scenario, by name.
  package var functions: [String: Function]
  /// The steps of the first turn, in order.
  package var steps: [Step]
  /// A `then` accessor on a built-in prototype, present while the program runs.
  package var prototype: PrototypePatch?
  /// How often the whole program is performed, with fresh names each time; at least 1.
  package var rounds: Int
  /// The contexts that registrations may name; each round has its own.
  package var contexts: [String: ContextKind]

  package init(
    functions: [String: Function] = [:], steps: [Step], prototype: PrototypePatch? = nil, rounds: Int = 1,
    contexts: [String: ContextKind] = [:]
  ) {
    self.functions = functions
    self.steps = steps
    self.prototype = prototype
    self.rounds = rounds
    self.contexts = contexts
  }
}

extension Program {
  /// What a context does with the handlers that it gets.
  package enum ContextKind: String, Sendable, Hashable, CaseIterable {
    /// Runs them one at a time, in the order in which it got them.
    case serial
    /// Runs each immediately, on the stack that submits it.
    case inline
    /// Has shut down before the program starts: it runs none.
    case dead
    /// No place, but what the language hands on with asynchronous work, such as `AsyncLocalStorage` or
    /// `contextvars`: that of the registration is there in its handler.
    case ambient
  }
}

/// User code: steps, then an ending that depends on the number of the call.
package struct Function: Sendable, Hashable {
  package var steps: [Step]
  /// The n-th call takes the n-th ending, later calls the last; if empty, calls return nothing.
  package var endings: [Ending]
  /// One function object for all registrations instead of a fresh closure for each.
  package var isShared: Bool
  /// A non-strict function, where an undefined receiver becomes the global object.
  package var isSloppy: Bool
  /// The kind of the function; nil for the language's usual one.
  package var kind: LanguageKind?
  /// The function whose steps are performed when a closure of this one is freed; nil for none.
  package var released: String?

  package init(
    steps: [Step] = [], endings: [Ending] = [], isShared: Bool = false, isSloppy: Bool = false,
    kind: LanguageKind? = nil, released: String? = nil
  ) {
    self.steps = steps
    self.endings = endings
    self.isShared = isShared
    self.isSloppy = isSloppy
    self.kind = kind
    self.released = released
  }

  /// The ending of the n-th call, from 1; nil if calls return nothing.
  package func ending(ofCall call: Int) -> Ending? {
    endings.isEmpty ? nil : endings[min(max(call, 1), endings.count) - 1]
  }
}

/// How a call of user code ends.
package enum Ending: Sendable, Hashable {
  case returns(Value)
  case throwing(Value)
  /// Only for accessors: returns the function behind `then`.
  case givesThen
}

/// A `then` accessor on the prototype of a built-in type.
package struct PrototypePatch: Sendable, Hashable {
  /// The built-in type's name, such as `Boolean`.
  package var type: String
  /// The function that `givesThen` returns.
  package var then: String?
  package var get: [Ending]
}
