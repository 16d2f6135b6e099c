/// What a case expects of a trace, besides the laws that decide it.
package enum Expectation: Sendable, Hashable {
  /// The function's handler runs just so often (over all its registrations), each time with the value.
  case runs(function: String, times: Int, with: Expected?, after: String?)
  /// Every function of the program that is registered for the outcome runs once for each registration.
  case runsAll(times: Int, with: Expected?)
  case never(function: String)
  /// First runs of these functions come in this order; all were registered on one promise.
  case order([String])
  /// All observers of the promise see this outcome, and there is at least one that ran.
  case outcome(promise: String, is: ExpectedOutcome, with: Expected?)
  /// The thenable's (or patched prototype's) `then` is read so often.
  case reads(subject: String, times: Int)
  /// The function (a thenable's `then`, a task) is called so often.
  case calls(function: String, times: Int)
  /// The receiver of every call of the function: `undefined`, `global` or `subject`.
  case receiver(function: String, is: String)
  /// What `then` returned is a promise: an object or function with a callable `then`.
  case givesPromise(String)
  case freed(name: String, Bool)
  /// No handler of the promise has begun when the mark is passed.
  case pendingAt(promise: String, mark: String)
  /// A registration on the promise, as `measure` times them, takes as long however many handlers wait.
  case constant(promise: String)
}

/// An outcome as an expectation names it.
package enum ExpectedOutcome: String, Sendable, Hashable {
  case fulfilled
  case rejected
  /// No observer may run.
  case pending
}

/// A value as an expectation names it.
package enum Expected: Sendable, Hashable {
  case value(Value)
  /// Any error of that class, made by the library.
  case anyError(type: String)
  /// The library's cancellation reason.
  case cancellation
  /// The library's time-out reason.
  case timeout
}
