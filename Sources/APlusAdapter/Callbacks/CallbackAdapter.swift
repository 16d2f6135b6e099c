/// Connects a library whose functions take completion handlers to the checks.
///
/// An adapter says how to start a call of each kind that the library has. It decides nothing. For a
/// client with one function, this is the whole adapter:
///
///     struct MyClient: CallbackAdapter, AdapterMain {
///       static var calls: Set<CallKind> { [.value, .invalid] }
///       let client = Client()
///       func start(_ request: CallRequest, _ done: Completion) -> Task {
///         client.fetch(request.kind == .invalid ? "" : "/a") { done.result($0.map { _ in .nothing }) }
///       }
///     }
///
/// What the library promises besides is claimed: ``Claim/callsBackLater`` or ``Claim/callsBackAtOnce``,
/// what a cancel does, what becomes of what handlers throw, and whether handlers keep the order of
/// completion. Cases that need more than the adapter has are not applicable, and never failures.
public protocol CallbackAdapter: LibraryAdapter {
  /// What starting a call returns: the means to finish and to cancel it.
  associatedtype Call = Void

  /// The kinds of calls that the adapter can start.
  static var calls: Set<CallKind> { get }

  /// Starts a call.
  ///
  /// - Parameters:
  ///   - request: What to start: a kind among ``calls``.
  ///   - done: The completion handler, in every form that a library may take it.
  /// - Returns: What ``finish(_:with:)`` and ``cancel(_:)`` get.
  func start(_ request: CallRequest, _ done: Completion) -> Call

  /// Finishes a call of the kind ``CallKind/open``, as the event that the library waits for would.
  func finish(_ call: Call, with result: Result<Token, any Error>)

  /// Cancels a call. It is used only if the adapter claims what a cancel does.
  func cancel(_ call: Call)
}

extension CallbackAdapter {
  /// Does nothing: the library has no open calls.
  public func finish(_ call: Call, with result: Result<Token, any Error>) {}

  /// Does nothing: the library cannot cancel.
  public func cancel(_ call: Call) {}
}

/// An adapter for a library that calls completion handlers on a queue or executor of the user's choice.
public protocol CallContextAdapter: CallbackAdapter {
  /// The library's type for such a place.
  associatedtype Context

  /// Makes a context that runs handlers one at a time; the checks keep it as long as they need it.
  func makeContext() -> Context

  /// Starts a call whose handler is for a context.
  func start(_ request: CallRequest, _ done: Completion, on context: Context) -> Call

  /// What identifies a context: the context itself, or an object that belongs to it alone.
  func identity(of context: Context) -> ObjectIdentifier

  /// The identity of the context that runs the calling code; nil if none does.
  ///
  /// It must come from a mark that the context itself leaves, never from the thread.
  var currentContext: ObjectIdentifier? { get }
}
