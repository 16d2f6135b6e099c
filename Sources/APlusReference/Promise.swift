/// A value that will be there later, or the reason why it will not.
///
/// A promise is pending until it is fulfilled with a value or rejected with a reason, and never
/// changes afterwards. Handlers are registered with `then`, before or after that, from any thread:
///
///     let deferred = Deferred<Int>()
///     deferred.promise
///       .then { number in number + 1 }
///       .then { number in print(number) }
///     deferred.fulfill(41)  // prints 42, after this line and everything below has returned
///
/// Promises follow Promises/A+ as far as a typed language allows:
///
/// - A handler never runs inside the call that registers it, settles or cancels. It runs on its
///   context, on a clean stack.
/// - Handlers of one promise run in the order in which they were registered, also those that were
///   registered after it was settled.
/// - The first settlement wins; what comes later is ignored.
/// - A handler's result resolves the promise that `then` returned; an error that it throws
///   rejects it.
///
/// Promises can be cancelled downstream, see ``cancel(_:)``.
///
/// A promise holds its handlers until they have run, and a handler holds the promise that it makes.
/// Nothing points upwards, so a chain that nobody can settle any more is freed. No operation uses
/// stack in proportion to the length of a chain, freeing included.
///
/// What every registration goes through is `@inlinable`: compiled for the type of value it takes
/// half the time of generic code, which looks types up as it runs.
public final class Promise<Value: Sendable>: @unchecked Sendable {
  // SAFETY: `state` is touched in `withState` alone, with the lock held; nothing else changes.

  /// The changeable part.
  @usableFromInline struct State: Sendable {
    /// How the promise was settled; written once.
    @usableFromInline var outcome: Outcome<Value>?
    /// What is owed, in the order of registration.
    @usableFromInline var reactions: [Reaction<Value>] = []
    /// Whether a thread is handing over reactions; others then only append.
    @usableFromInline var isFlushing = false

    /// The state of a promise that owes nothing yet.
    @inlinable init(outcome: Outcome<Value>? = nil) {
      self.outcome = outcome
    }
  }

  /// Where handlers run that were registered without a context of their own.
  ///
  /// Promises that are made from this one inherit it.
  public let context: any Context

  @usableFromInline let kinship: Kinship
  @usableFromInline let lock = Lock()
  /// Beside its lock, not in a ``Locked``: that depends on the type of value, and to free one, types
  /// are looked up for each promise.
  @usableFromInline var state: State

  /// Makes a pending promise.
  @inlinable init(pendingOn context: any Context, in lineage: Lineage? = nil) {
    self.context = context
    kinship = Kinship(in: lineage)
    state = State()
  }

  /// Makes a settled promise.
  @inlinable init(_ outcome: Outcome<Value>, on context: any Context) {
    self.context = context
    kinship = Kinship()
    state = State(outcome: outcome)
  }

  /// Makes a promise and starts the work that settles it.
  ///
  ///     let page = Promise { deferred in
  ///       fetch(url) { page in deferred.fulfill(page) }
  ///     }
  ///
  /// - Parameters:
  ///   - context: The default context of the promise.
  ///   - start: The work. It is called once, before this initializer returns; an error that it
  ///     throws rejects the promise, unless that is resolved already.
  @inlinable public convenience init(
    on context: any Context = ThreadContext.shared,
    start: (Deferred<Value>) throws -> Void
  ) {
    self.init(pendingOn: context)
    let deferred = Deferred(settling: self)
    do {
      try start(deferred)
    } catch {
      deferred.reject(error)
    }
  }

  /// Makes a promise that is fulfilled from the start.
  @inlinable public static func fulfilled(
    _ value: Value,
    on context: any Context = ThreadContext.shared
  ) -> Promise {
    Promise(.fulfilled(value), on: context)
  }

  /// Makes a promise that is rejected from the start.
  @inlinable public static func rejected(
    _ reason: any Error,
    on context: any Context = ThreadContext.shared
  ) -> Promise {
    Promise(.rejected(reason), on: context)
  }

  @inlinable deinit {
    kinship.leave()
    if kinship.isOwing {
      dropReactions()
    }
  }

  /// Leaves the reactions of a promise that was never settled to the bin.
  ///
  /// Not inlined, so that a promise without any does not look up the types that this needs.
  @inlinable @inline(never) func dropReactions() {
    let reactions = withState { state in
      let reactions = state.reactions
      state.reactions = []
      return reactions
    }
    Bin.drop(consume reactions)
  }

  /// What can be seen of the promise now; another thread may settle it at any moment.
  @inlinable public var status: PromiseStatus {
    outcome?.status ?? .pending
  }

  /// The value or the reason, or nothing while the promise is pending.
  @inlinable public var result: Result<Value, any Error>? {
    outcome?.result
  }

  /// The outcome, or nothing while the promise is pending.
  @inlinable var outcome: Outcome<Value>? {
    withState { state in state.outcome }
  }

  /// Runs a short body with exclusive access to the state.
  @inlinable @inline(__always)
  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }
}
