/// A property of the library that no protocol of the adapter expresses.
public struct Claim: Sendable, Hashable, CustomStringConvertible {
  /// The word that manifests and reports use.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// Promises may be used from several threads at once.
  public static let threads = Claim("threads")

  /// Handlers of unrelated promises may run at the same time.
  public static let parallel = Claim("parallel")

  /// The library takes completion handlers, which are no promises.
  public static let callbacks = Claim("callbacks")

  /// A handler may block its thread without stopping all other handlers.
  public static let blockingHandlers = Claim("blocking-handlers")

  /// What settles a promise is an object or value of its own: the promise does not keep it, and a
  /// program can give it up.
  public static let abandon = Claim("abandon")

  /// The library gives up a handler as soon as it cannot run any more.
  public static let destructors = Claim("destructors")

  // MARK: Completion handlers

  /// A completion handler is always called after its call has returned.
  public static let callsBackLater = Claim("timing:later")

  /// A completion handler is always called inside its call.
  public static let callsBackAtOnce = Claim("timing:at-once")

  /// A cancelled call calls its handler once, with the cancellation.
  public static let cancelReportsOnce = Claim("cancel:reports-once")

  /// A cancelled call does not call its handler once the cancel has returned.
  public static let cancelSilences = Claim("cancel:silent-after-return")

  /// A cancelled call may still call its handler.
  public static let cancelMayStillRun = Claim("cancel:may-still-run")

  /// What a completion handler throws reaches the platform's own report.
  public static let throwsReachPlatform = Claim("throws:to-platform")

  /// What a completion handler throws is swallowed.
  public static let throwsAreSwallowed = Claim("throws:swallowed")

  /// Completion handlers for one context run in the order in which their calls were finished.
  public static let ordersByCompletion = Claim("order:completion")

  /// A call takes two handlers, one for success and one for failure.
  public static let takesPairs = Claim("form:pair")

  // MARK: Awaits

  /// The code after an await never runs inside the call that settles the promise.
  public static let resumesLater = Claim("resume:later")

  /// The code after an await may run inside the call that settles the promise.
  public static let resumesInsideSettle = Claim("resume:inside-settle")

  /// The cancellation of a task ends its await.
  public static let awaitsCanBeCancelled = Claim("await:cancel")

  /// An await can have a time limit.
  public static let awaitsHaveLimits = Claim("await:limit")

  // MARK: Channels

  /// A sender learns that its element was not taken.
  public static let tellsUndelivered = Claim("undelivered:told")

  /// An element that was taken and that nobody will receive is reported.
  public static let reportsUndelivered = Claim("drop:hook")

  /// An error that ends a channel reaches every receiver that waits.
  public static let errorReachesAll = Claim("error-reaches:all")

  /// An error that ends a channel reaches one receiver; the others get the end.
  public static let errorReachesFirst = Claim("error-reaches:first")

  // MARK: Scopes

  /// The completion callbacks of a scope run before its items are cancelled.
  public static let notifiesBeforeItems = Claim("notify:before-items")

  /// The completion callbacks of a scope run after its items were cancelled.
  public static let notifiesAfterItems = Claim("notify:after-items")

  /// A task that fails cancels the other tasks of its scope, and the scope ends with an error.
  public static let failureCancelsSiblings = Claim("failure:cancels-siblings")

  /// A task that fails leaves the other tasks of its scope alone.
  public static let failureSparesSiblings = Claim("failure:spares-siblings")

  // MARK: Limits: what the library does not do, by design

  /// `then` returns the promise that it was called on.
  public static let thenReturnsSame = Claim("then-returns:same")

  /// Handlers of `then` cannot throw.
  public static let nonthrowingHandlers = Claim("nonthrowing:handlers")

  /// The function of `finally` cannot throw.
  public static let nonthrowingFinally = Claim("nonthrowing:finally")

  /// The function of `recover` cannot throw.
  public static let nonthrowingRecover = Claim("nonthrowing:recover")

  /// Handlers of `then` return values, and no promises.
  public static let valuesOnlyHandlers = Claim("values-only:handlers")

  /// The function of `recover` returns values, and no promises.
  public static let valuesOnlyRecover = Claim("values-only:recover")

  /// Tasks of `executor`, `try`, `retry` and `sequence` start when their promise gets its first
  /// handler.
  public static let lazyBodies = Claim("lazy-bodies")

  /// Handlers that are registered on one promise without a context run in any order.
  public static let unordered = Claim("unordered")

  /// A pending promise is rejected when what settles it is destroyed.
  public static let breaksPromises = Claim("broken-promise")

  /// A pending promise is rejected with the library's cancellation when what settles it is destroyed.
  public static let cancelsOnDrop = Claim("cancel-on-drop")
}
