import Synchronization

/// A value that will be available later, or the reason why it will not.
///
/// A promise is pending until it is fulfilled with a value or rejected with a reason, and never
/// changes afterwards. Handlers are registered with `then`, before or after that, from any thread:
///
///     let deferred = Deferred<Int>()
///     deferred.promise
///       .then { number in number + 1 }
///       .then { number in print(number) }
///     deferred.fulfill(41)  // prints 42, later
///
/// Promises follow Promises/A+ as far as a typed language allows:
///
/// - A handler never runs inside the call that registers it, settles or cancels. It runs on its
///   context, on a clean stack.
/// - Handlers of one promise run in the order in which they were registered, including those that
///   were registered after it was settled.
/// - The first settlement wins; what comes later is ignored.
/// - A handler's result resolves the promise that `then` returned; an error that it throws
///   rejects it.
///
/// Promises can be cancelled downstream, see ``cancel(_:)``.
///
/// A promise holds its handlers until they have run, and a handler holds the promise that it makes.
/// No reference points upwards, so a chain that can no longer be settled is freed. No operation,
/// including freeing, uses stack in proportion to the length of a chain.
public final class Promise<Value: Sendable>: Sendable {
  struct State: Sendable {
    /// How the promise was settled; written once.
    var outcome: Outcome<Value>?
    /// What to do once it is settled, in the order of registration.
    var reactions: [Reaction<Value>] = []
    /// Whether a thread is handing over reactions; others only append until it is done.
    var isFlushing = false
    /// The promises that were made from this one; nil until there is one.
    var children: Lineage?
    /// The lineage that this promise is in.
    var parent: Lineage?
  }

  /// The context of handlers that are registered without one.
  ///
  /// Promises that are made from this one inherit it.
  public let context: any Context

  let state: Mutex<State>

  init(on context: any Context, _ outcome: Outcome<Value>? = nil, in parent: Lineage? = nil) {
    self.context = context
    state = Mutex(State(outcome: outcome, parent: parent))
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
  ///     throws rejects the promise, unless it is already resolved.
  public convenience init(on context: any Context = QueueContext.shared, start: (Deferred<Value>) throws -> Void) {
    self.init(on: context)
    let deferred = Deferred(settling: self)
    do { try start(deferred) } catch { deferred.reject(error) }
  }

  /// Makes a promise that is fulfilled from the start.
  public static func fulfilled(_ value: Value, on context: any Context = QueueContext.shared) -> Promise {
    Promise(on: context, .fulfilled(value))
  }

  /// Makes a promise that is rejected from the start.
  public static func rejected(_ reason: any Error, on context: any Context = QueueContext.shared) -> Promise {
    Promise(on: context, .rejected(reason))
  }

  deinit {
    let last = state.withLock { state in state }
    last.children?.transfer(to: last.parent)
    last.parent?.memberLeft()
    if !last.reactions.isEmpty { release(last.reactions) }
  }

  /// The state of the promise now; another thread may settle it at any moment.
  public var status: PromiseStatus {
    switch state.withLock({ state in state.outcome }) {
    case nil: .pending
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    }
  }

  /// The value or the reason; nil while the promise is pending.
  public var result: Result<Value, any Error>? { state.withLock { state in state.outcome }?.result }
}

/// The state of a promise at one moment; any but `pending` is final.
public enum PromiseStatus: Hashable, Sendable {
  /// Not settled yet; the promise may already be locked in to another one.
  case pending
  /// Settled with a value.
  case fulfilled
  /// Settled with a reason.
  case rejected
  /// Settled by a cancel, which is a kind of rejection.
  case cancelled
}

/// A reason with which the library itself rejects; your own reasons are never changed.
public enum PromiseError: Error {
  /// A promise was resolved with itself and can never settle otherwise.
  case selfResolution
  /// A promise was cancelled without a reason from the caller.
  case cancelled
  /// A promise did not settle in time.
  case timedOut
  /// A combinator that needs something to wait for was given nothing.
  case empty
  /// Every promise given to `any` was rejected; with the reasons, in the order of the promises.
  case allRejected([any Error])
}

/// How a promise was settled; a cancel is distinguished from other rejections.
enum Outcome<Value: Sendable>: Sendable {
  case fulfilled(Value)
  case rejected(any Error)
  /// Rejected by a cancel, its own or one that reached it: handlers cannot recover from it.
  case cancelled(any Error)

  /// The outcome as Promises/A+ knows it, where a cancel is a rejection.
  var result: Result<Value, any Error> {
    switch self {
    case .fulfilled(let value): .success(value)
    case .rejected(let reason), .cancelled(let reason): .failure(reason)
    }
  }
}
