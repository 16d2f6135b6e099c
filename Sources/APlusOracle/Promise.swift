import APlusModel

/// A promise of the model: 2.1 and 2.3.
final class Promise: Identity {
  /// What decides the promise.
  enum Fate {
    case pending
    /// By what a handler of the registration does, or by its parent where there is none for the outcome: 2.2.7.
    case derived(Registration)
    /// 2.3.2.
    case following(Promise)
    /// By a thenable, which has the say: 2.3.3.
    case assimilating
    case settled(Outcome)
    /// By a library's combinator of these, as its kind says.
    case combined(Combination, [Promise])
    /// In a circle of promises that follow one another: rejected, or pending for ever; 2.3.1 and 2.3.3.3.1.
    case cyclic
    /// By what the model does not know, as a combinator.
    case free
  }

  var fate = Fate.pending
  var registrations: [Registration] = []
  /// The first of the registrations whose handlers may not have begun.
  var firstWaiting = 0
  /// Whether anything was registered on the promise or follows it.
  var isUsed = false
  /// Whether a handler has shown the outcome.
  var isObserved = false
  /// How many calls that may have settled the promise were performed.
  var settleCalls = 0
  /// The version of the model in which the promise was found to be pending.
  var pendingSince = -1

  /// Whether a settlement has an effect: 2.1.2.1, 2.1.3.1 and 2.3.
  var isUnresolved: Bool { if case .pending = fate { true } else { false } }
}

/// What a promise is, as a handler of it shows it.
struct Outcome {
  let isFulfilled: Bool
  let thing: Thing
  /// The sentence that makes it so.
  let rule: String
}

/// One call of `then`: 2.2.
final class Registration {
  let number: Int
  let parent: Promise
  let derived: Promise
  let onFulfilled: String?
  let onRejected: String?
  let scope: Scope
  let begin: Int
  /// The end of time while the call is open.
  var end = Int.max
  var hasBegun = false
  var hasEnded = false
  /// Whether a run of a shared function, which may have been for another one, was for it.
  var mayHaveBegun = false
  /// Whether it was told that no handler of it ever ran.
  var isMissed = false

  init(
    _ number: Int,
    on parent: Promise,
    derived: Promise,
    onFulfilled: String?,
    onRejected: String?,
    scope: Scope,
    begin: Int
  ) {
    self.number = number
    self.parent = parent
    self.derived = derived
    self.onFulfilled = onFulfilled
    self.onRejected = onRejected
    self.scope = scope
    self.begin = begin
  }

  /// The function for an outcome; nil where there is none: 2.2.1.
  func handler(isFulfilled: Bool) -> String? { isFulfilled ? onFulfilled : onRejected }
}

/// The two resolvers that one call of a thenable's `then` gets: 2.3.3.3.
final class Pair {
  /// The promise that they resolve; nil where that is not known.
  let promise: Promise?
  /// Whether one of them was called, or `then` threw: 2.3.3.3.3.
  var isUsed = false
  var lastCall = 0

  init(_ promise: Promise?) {
    self.promise = promise
  }
}

/// A thenable that a promise was resolved with, and whose `then` is to be read or called yet: 2.3.3.1, 2.3.3.3.
struct Assimilation {
  let promise: Promise
  let thenable: Thenable
  /// The sentence that asks for the call.
  let rule: String
  /// Whether it has to be done; a combinator does with its members what it likes.
  let isOwed: Bool
  var isRead: Bool
}
