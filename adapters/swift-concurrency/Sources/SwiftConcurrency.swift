import APlusAdapter
import APlusHost

/// Futures made of tasks and continuations: a handler runs in a task that awaits a future.
@main struct SwiftConcurrency: PromiseAdapter, AdapterMain {
  static let library = "Future over checked continuations"
  static let claims: Set<Claim> = [.threads, .resumesLater]

  let driver = Driver.background

  func makeDeferred() -> (Future<Token>, Future<Token>) {
    let future = Future<Token>()
    return (future, future)
  }

  func fulfill(_ future: Future<Token>, with value: Token) { future.settle(.success(value)) }

  func reject(_ future: Future<Token>, with reason: Reason) { future.settle(.failure(reason)) }

  func then(_ future: Future<Token>, _ handlers: Handlers<Future<Token>>) -> Future<Token> {
    let child = Future<Token>()
    Task(executorPreference: SerialQueue.shared) {
      let result: Result<Token, any Error>
      do { result = .success(try await future.value) } catch { result = .failure(error) }
      do {
        switch (handlers, result) {
        case (.values(let onFulfilled?, _), .success(let value)): child.settle(.success(try onFulfilled(value)))
        case (.values(_, let onRejected?), .failure(let error)): child.settle(.success(try onRejected(error)))
        case (.promises(let onFulfilled?, _), .success(let value)): child.follow(try onFulfilled(value))
        case (.promises(_, let onRejected?), .failure(let error)): child.follow(try onRejected(error))
        default: child.settle(result)
        }
      } catch { child.settle(.failure(error)) }
    }
    return child
  }

  func meaning(of error: any Error) -> ErrorMeaning { error is FutureError ? .selfResolution : .other }
}

extension SwiftConcurrency: AcceptingAdapter {
  func tryFulfill(_ future: Future<Token>, with value: Token) -> Bool { future.settle(.success(value)) }

  func tryReject(_ future: Future<Token>, with reason: Reason) -> Bool { future.settle(.failure(reason)) }
}

extension SwiftConcurrency: ResolvingAdapter {
  func resolve(_ future: Future<Token>, with other: Future<Token>) { future.follow(other) }
}

extension SwiftConcurrency: AwaitingAdapter {
  func value(of future: Future<Token>, within limit: Duration?) async throws -> Token { try await future.value }
}
