import APlusAdapter
import APlusHost
import NIOCore
import NIOPosix

/// The futures of SwiftNIO, each on an event loop of a group of two threads.
@main struct NIOFutures: PromiseAdapter, AdapterMain {
  static let library = "SwiftNIO EventLoopFuture"

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
  /// The loops that handlers can be registered for.
  ///
  /// No future is made on one of them.
  private let contexts = MultiThreadedEventLoopGroup(numberOfThreads: 4)

  let driver = Driver.background

  static let claims: Set<Claim> = [.threads, .parallel, .resumesLater]

  func makeDeferred() -> (EventLoopFuture<Token>, EventLoopPromise<Token>) {
    let promise = group.next().makePromise(of: Token.self)
    return (promise.futureResult, promise)
  }

  func fulfill(_ promise: EventLoopPromise<Token>, with value: Token) { promise.succeed(value) }

  func reject(_ promise: EventLoopPromise<Token>, with reason: Reason) { promise.fail(reason) }

  func then(_ future: EventLoopFuture<Token>, _ handlers: Handlers<EventLoopFuture<Token>>) -> EventLoopFuture<Token> {
    let loop = future.eventLoop
    let (onFulfilled, onRejected) = handlers.asPromises { loop.makeSucceededFuture($0) }
    // No call takes two handlers, so a single handler takes the outcome as a `Result`.
    return future.map { Result<Token, any Error>.success($0) }.recover { .failure($0) }.flatMap { result in
      do {
        switch result {
        case .success(let value): return try onFulfilled?(value).hop(to: loop) ?? loop.makeSucceededFuture(value)
        case .failure(let error): return try onRejected?(error).hop(to: loop) ?? loop.makeFailedFuture(error)
        }
      } catch { return loop.makeFailedFuture(error) }
    }
  }
}

extension NIOFutures: ReadyMadeAdapter {
  func makeFulfilled(with value: Token) -> EventLoopFuture<Token> { group.next().makeSucceededFuture(value) }

  func makeRejected(with reason: Reason) -> EventLoopFuture<Token> { group.next().makeFailedFuture(reason) }
}

extension NIOFutures: ResolvingAdapter {
  func resolve(_ promise: EventLoopPromise<Token>, with future: EventLoopFuture<Token>) { promise.completeWith(future) }
}

extension NIOFutures: ContextAdapter {
  static let contextKinds: Set<ContextKind> = [.serial]

  func makeContext(_ kind: ContextKind) -> any EventLoop { contexts.next() }

  func then(_ future: EventLoopFuture<Token>, _ handlers: Handlers<EventLoopFuture<Token>>, on loop: any EventLoop)
    -> EventLoopFuture<Token>
  { then(future.hop(to: loop), handlers) }

  func identity(of loop: any EventLoop) -> ObjectIdentifier { ObjectIdentifier(loop) }

  /// The event loop that runs the calling code, as the group records it.
  var currentContext: ObjectIdentifier? { MultiThreadedEventLoopGroup.currentEventLoop.map { ObjectIdentifier($0) } }
}

extension NIOFutures: AwaitingAdapter {
  func value(of future: EventLoopFuture<Token>, within limit: Duration?) async throws -> Token {
    try await future.get()
  }
}
