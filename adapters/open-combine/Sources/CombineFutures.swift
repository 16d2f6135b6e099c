import APlusAdapter
import APlusHost
import OpenCombine

/// The futures of OpenCombine in common use: without a scheduler, except for handlers of a context.
@main struct CombineFutures: PromiseAdapter, AdapterMain {
  static let library = "OpenCombine Future"

  static let claims: Set<Claim> = [.threads, .resumesLater, .awaitsCanBeCancelled]

  let driver = Driver.background

  func makeDeferred() -> (CombineFuture, CombineFuture) {
    let future = CombineFuture()
    return (future, future)
  }

  func fulfill(_ future: CombineFuture, with value: Token) { future.promise(.success(value)) }

  func reject(_ future: CombineFuture, with reason: Reason) { future.promise(.failure(reason)) }

  func then(_ future: CombineFuture, _ handlers: Handlers<CombineFuture>) -> CombineFuture {
    then(future, handlers, through: future.publisher)
  }

  /// Registers handlers that take the outcome of a future through a publisher.
  private func then(
    _ future: CombineFuture, _ handlers: Handlers<CombineFuture>, through outcome: some Publisher<Token, any Error>
  ) -> CombineFuture {
    let (onFulfilled, onRejected) = handlers.asPromises { value in CombineFuture { $0(.success(value)) } }
    // A publisher does nothing without a subscriber, so the child subscribes at once. One closure
    // takes the outcome as a `Result`, so that errors of `onFulfilled` never reach `onRejected`.
    let child = CombineFuture()
    child.subscription = outcome.map { Result<Token, any Error>.success($0) }.catch { Just(.failure($0)) }.tryMap {
      result in
      switch result {
      case .success(let value): try onFulfilled?(value).publisher ?? future.publisher
      case .failure(let error): try onRejected?(error).publisher ?? future.publisher
      }
    }.flatMap { $0 }.sink(
      receiveCompletion: { completion in if case .failure(let error) = completion { child.promise(.failure(error)) } },
      receiveValue: { child.promise(.success($0)) })
    return child
  }
}

extension CombineFutures: ContextAdapter {
  static let contextKinds: Set<ContextKind> = [.serial, .inline]

  func makeContext(_ kind: ContextKind) -> CombineContext { CombineContext(kind) }

  func then(_ future: CombineFuture, _ handlers: Handlers<CombineFuture>, on context: CombineContext) -> CombineFuture {
    if let queue = context.queue {
      then(future, handlers, through: future.publisher.receive(on: queue.ocombine))
    } else {
      then(future, handlers, through: future.publisher.receive(on: ImmediateScheduler.shared))
    }
  }

  var currentContext: ObjectIdentifier? { CombineContext.current }
}

extension CombineFutures: AwaitingAdapter {
  func value(of future: CombineFuture, within limit: Duration?) async throws -> Token {
    for try await value in future.publisher.values { return value }
    throw CancellationError()
  }
}
