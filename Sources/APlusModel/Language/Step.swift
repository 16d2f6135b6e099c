/// One step of a program: an action with a number that traces refer to.
package struct Step: Sendable, Hashable {
  /// Unique in the program.
  package var id: Int
  package var action: Action

  package init(id: Int, _ action: Action) {
    self.id = id
    self.action = action
  }
}

/// The three ways to settle a promise through its own settler.
package enum Settlement: String, Sendable, Hashable {
  case fulfill
  case reject
  /// The resolution procedure: also takes promises and thenables.
  case resolve
}

/// A call of `then`.
package struct Registration: Sendable, Hashable {
  package var promise: String
  package var onFulfilled: Handler
  package var onRejected: Handler
  /// The name of the promise that `then` returns.
  package var result: String?
  /// The name of the context that the handlers are for; nil for the library's default.
  package var context: String?

  package init(promise: String, onFulfilled: Handler, onRejected: Handler, result: String?, context: String? = nil) {
    self.promise = promise
    self.onFulfilled = onFulfilled
    self.onRejected = onRejected
    self.result = result
    self.context = context
  }
}

/// A call that takes a completion handler.
package struct CallStart: Sendable, Hashable {
  /// The word of a ``CallKind``, a ``ChannelWord`` or a ``ScopeWord``.
  package var kind: String
  /// The completion handler, in whatever form the library takes it.
  package var function: String
  /// The value that the call is given.
  package var value: Value?
  /// The tasks of a sequence, names of thenables, or the name of the channel or scope.
  package var members: [String]
  /// The name of the call.
  package var result: String?
  /// The name of the context that the handler is for; nil for the library's default.
  package var context: String?

  package init(
    kind: String, function: String, value: Value? = nil, members: [String] = [], result: String? = nil,
    context: String? = nil
  ) {
    self.kind = kind
    self.function = function
    self.value = value
    self.members = members
    self.result = result
    self.context = context
  }
}

/// A task that awaits a promise.
package struct Awaiting: Sendable, Hashable {
  package var promise: String
  /// The code after the await; nil for none.
  package var onFulfilled: String?
  /// The code where the await throws; nil for none.
  package var onRejected: String?
  /// The name of the task.
  package var result: String?
  /// The time limit; nil for none.
  package var milliseconds: Int?
  /// Whether the task is cancelled before it awaits.
  package var isCancelled: Bool

  /// The functions that are the code after the await.
  package var functions: [String] { [onFulfilled, onRejected].compactMap(\.self) }
}

/// What a registration has in a handler's place.
package enum Handler: Sendable, Hashable {
  case absent
  case function(String)
  /// A value that is not a function: 2.2.1.
  case notFunction(Value)
}

/// The resolver function that a `call` step calls, and the pair to which it belongs.
package struct ResolverName: Sendable, Hashable {
  /// The thenable whose first call got the pair; nil for the pair of the innermost thenable call.
  package var thenable: String?
  package var rejects: Bool

  package init(thenable: String?, rejects: Bool) {
    self.thenable = thenable
    self.rejects = rejects
  }
}

/// When a `later` block runs.
package enum Moment: String, Sendable, Hashable {
  /// Soon, from a clean stack; before or after what the library has queued.
  case turn
  /// When quiescence is established.
  case idle

  /// The moment in words.
  var phrase: String {
    switch self {
    case .turn: "in another turn"
    case .idle: "when nothing can run"
    }
  }
}

/// What a combinator gets its members in.
package struct MemberList: Sendable, Hashable {
  /// The forms of a list, each with the capability `lists:FORM`, but for `emptied`.
  package enum Form: String, Sendable, CaseIterable {
    /// An array that is emptied as soon as the combinator has returned.
    case emptied
    /// An array with a hole in the place of each member that is `undefined`.
    case sparse
    /// A set, which has each member once.
    case set
    /// An iterator that makes each member when it is asked for it.
    case generator

    /// What the library must take for its combinators to get such a list.
    package var capability: Capability? { self == .emptied ? nil : Capability("lists", detail: rawValue) }
  }

  /// The form; nil for an array that does not change.
  package var form: Form?
  /// What is thrown in the place of the end of a `generator`; nil where it ends.
  package var thrown: Value?

  package init(_ form: Form? = nil, throwing thrown: Value? = nil) {
    self.form = form
    self.thrown = thrown
  }
}

/// A call of one of the library's own combinators.
package struct CombinatorCall: Sendable, Hashable {
  package var kind: String
  package var members: [String]
  /// What the library gets the members in.
  package var list: MemberList
  package var milliseconds: Int?
  package var times: Int?
  package var function: String?
  package var result: String?

  package init(
    kind: String, members: [String], list: MemberList = MemberList(), milliseconds: Int? = nil, times: Int? = nil,
    function: String? = nil, result: String? = nil
  ) {
    self.kind = kind
    self.members = members
    self.list = list
    self.milliseconds = milliseconds
    self.times = times
    self.function = function
    self.result = result
  }

  /// Whether the combinator is about one promise or thenable, its only member.
  package var isOfOne: Bool { Self.isOfOne(kind) }

  /// Whether a combinator of this kind is about one promise or thenable.
  package static func isOfOne(_ kind: String) -> Bool {
    ["delay", "timeout", "recover", "finally", "executor"].contains(kind)
  }

  /// Whether the combinator calls a function of the program.
  package var callsFunction: Bool { ["recover", "retry", "finally", "sequence", "try"].contains(kind) }
}

extension Program {
  /// The combinator that a step calls; nil where it calls none.
  package func combination(ofStep id: Int) -> CombinatorCall? {
    var found: CombinatorCall?
    forEachStep { step in if case .combine(let call) = step.action, step.id == id { found = call } }
    return found
  }
}
