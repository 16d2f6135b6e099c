/// What a case expects of a trace, besides the laws that decide it.
package enum Expectation: Sendable, Hashable {
  /// The handler runs `times` times over all its registrations, with the value, and after the mark.
  case runs(function: String, times: Int, with: Expected?, after: String?)
  /// Every function that is registered for the outcome runs `times` times for each registration.
  case runsAll(times: Int, with: Expected?)
  case never(function: String)
  /// The first runs of these functions come in this order; all are registered on one promise.
  case order([String])
  /// The first runs of these functions come in this order, as far as the thread of the script performs them.
  case sequence([String])
  /// All observers of the promise see this outcome, and at least one ran.
  case outcome(promise: String, is: ExpectedOutcome, with: Expected?)
  /// The `then` of the thenable (or patched prototype) is read `times` times.
  case reads(subject: String, times: Int)
  /// The function (a thenable's `then`, or a task) is called `times` times.
  case calls(function: String, times: Int)
  /// The receiver of every call of the function: `undefined`, `global` or `subject`.
  case receiver(function: String, is: String)
  /// Every call of the function has so many arguments.
  case arguments(function: String, count: Int)
  /// The functions got different objects, none of them a list that the program gave a combinator.
  case distinct([String])
  /// What `then` returned is a promise: an object or function with a callable `then`.
  case givesPromise(String)
  case freed(name: String, Bool)
  /// No handler of the promise has begun when the mark is reached.
  case pendingAt(promise: String, mark: String)
  /// A registration that `measure` times takes the same time however many handlers wait.
  case constant(promise: String)
  /// The rejection is reported as unhandled `times` times, nil for at least once, and after the mark.
  case unhandled(Expected, times: Int?, after: String?)
}

/// An outcome as an expectation names it.
package enum ExpectedOutcome: String, Sendable, Hashable {
  case fulfilled
  case rejected
  /// No observer may run.
  case pending
}

/// A value as an expectation names it.
package indirect enum Expected: Sendable, Hashable {
  case value(Value)
  /// What `allSettled` gives: the outcome of each member, in their order.
  case outcomes([ExpectedSettlement])
  /// An error of the library that holds these reasons, in this order.
  case errors([Expected])
  /// Any error of that class, made by the library.
  case anyError(type: String)
  /// The library's cancellation reason.
  case cancellation
  /// The library's time-out reason.
  case timeout
}

/// The outcome of a member as an expectation names it.
package struct ExpectedSettlement: Sendable, Hashable {
  package var word: SettledWord
  /// The value or reason.
  package var content: Expected

  package init(_ word: SettledWord, _ content: Expected) {
    self.word = word
    self.content = content
  }
}

/// The two ways to be settled.
package enum SettledWord: String, Sendable, Hashable {
  case fulfilled
  case rejected
}
