/// Connects a promise library to the checks.
///
/// An adapter says how to make, settle and observe a promise of the library; everything else has a
/// default. It decides nothing and holds no assertions. For a class `Promise<Value>` with the usual
/// methods, this is the whole adapter:
///
///     struct MyLib: PromiseAdapter {
///       func makeDeferred() -> (Promise<Token>, Promise<Token>) {
///         let promise = Promise<Token>()
///         return (promise, promise)
///       }
///       func fulfill(_ promise: Promise<Token>, with value: Token) { promise.fulfill(value) }
///       func reject(_ promise: Promise<Token>, with reason: Reason) { promise.reject(reason) }
///       func then(
///         _ promise: Promise<Token>,
///         _ handlers: Handlers<Promise<Token>>
///       ) -> Promise<Token> {
///         switch handlers {
///         case .values(let onFulfilled, let onRejected):
///           promise.map(onFulfilled, onRejected)
///         case .promises(let onFulfilled, let onRejected):
///           promise.flatMap(onFulfilled, onRejected)
///         }
///       }
///     }
///
/// To declare what else the library can do, conform to further protocols: ``ReadyMadeAdapter``,
/// ``AcceptingAdapter``, ``ResolvingAdapter``, ``ThenableAdapter``, ``CancellingAdapter``,
/// ``CombiningAdapter`` and ``ContextAdapter``. Cases that need more than the adapter has are
/// reported as not applicable, never as failed.
///
/// If the adapter claims ``Claim/threads``, it is called from several threads at once.
public protocol PromiseAdapter: LibraryAdapter {
  /// The library's promise, for the one value type of the checks.
  associatedtype Subject

  /// What settles a promise of the library; the promise itself if it has the methods.
  associatedtype Settler

  /// Makes a pending promise and the means to settle it.
  func makeDeferred() -> (Subject, Settler)

  /// Fulfills a promise.
  func fulfill(_ settler: Settler, with value: Token)

  /// Rejects a promise.
  func reject(_ settler: Settler, with reason: Reason)

  /// Registers handlers, in a single call of the library if it has such a call.
  ///
  /// `then(f).recover(r)` is no substitute for `then(f, r)`: an error that `f` throws would reach
  /// `r`, which breaks 2.2.7.2. If the library has no call with two handlers, turn the outcome
  /// into a `Result` first and register one handler for it.
  ///
  /// - Returns: The promise that the library's call returns.
  func then(_ subject: Subject, _ handlers: Handlers<Subject>) -> Subject
}
