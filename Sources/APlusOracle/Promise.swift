import APlusModel

/// A promise of the model: 2.1 and 2.3.
final class Promise: Identity {
  /// What decides the promise.
  enum Fate {
    case pending
    /// By what a handler of the registration does, or by the parent where there is no handler for
    /// its outcome: 2.2.7.
    case derived(Registration)
    /// 2.3.2.
    case following(Promise)
    /// By the `then` of a thenable: 2.3.3.
    case assimilating
    case settled(Outcome)
    /// By a combinator of the library.
    case combined(Combination)
    /// In a cycle of promises that follow one another: rejected, or pending forever; 2.3.1 and
    /// 2.3.3.3.1.
    case cyclic
    /// By something that the model cannot predict, for example some combinators.
    case free
  }

  var fate = Fate.pending
  var registrations: [Registration] = []
  /// The index of the first registration whose handlers may not have begun.
  var firstWaiting = 0
  /// Whether the library makes it, which a `then` that returns nothing does not.
  var exists = true
  /// Whether anything was registered on the promise or follows it.
  var isUsed = false
  /// Whether a call that resolves it with a value is running.
  var isResolving = false
  /// Whether a handler has shown the outcome.
  var isObserved = false
  /// How many calls that may have settled the promise were performed.
  var settleCalls = 0
  /// The version of the model in which the promise was found to be pending.
  var pendingSince = -1

  /// Whether a settlement has an effect: 2.1.2.1, 2.1.3.1 and 2.3.
  var isUnresolved: Bool { if case .pending = fate { true } else { false } }
}

/// The state and value of a settled promise.
struct Outcome {
  let isFulfilled: Bool
  let thing: Thing
  /// The number of the requirement that demands it.
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
  /// `Int.max` while the call is open.
  var end = Int.max
  var hasBegun = false
  var hasEnded = false
  /// Whether a run of a shared function may have been for this registration or for another.
  var mayHaveBegun = false
  /// Whether it was reported that its `then` threw, or that no handler of it ever ran.
  var isMissed = false

  init(
    _ number: Int, on parent: Promise, derived: Promise, onFulfilled: String?, onRejected: String?, scope: Scope,
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

  init(_ promise: Promise?) { self.promise = promise }
}

/// A thenable that a promise was resolved with, and whose `then` is still to be read or called:
/// 2.3.3.1, 2.3.3.3.
struct Assimilation {
  let promise: Promise
  let thenable: Thenable
  /// The number of the requirement that demands the call.
  let rule: String
  /// Whether the read or call must happen; a combinator may treat its members as it likes.
  var isOwed: Bool
  var isRead: Bool
}
