// The adapter of your futures that tasks await, for aplus-check. Complete each place marked FILL IN, then
// remove its comment.
// FILL IN: import your library
import APlusAdapter
import APlusHost

@main struct Adapter: AwaitingAdapter, AdapterMain {
  // FILL IN: what it promises, such as .awaitsCanBeCancelled or .awaitsHaveLimits
  static var claims: Set<Claim> { [.threads, .resumesLater] }
  var driver: Driver { .background }

  // FILL IN: make a future, and what settles it
  func makeDeferred() -> (MyFuture<Token>, MyFuture<Token>) {
    let future = MyFuture<Token>()
    return (future, future)
  }

  // FILL IN: settle it
  func fulfill(_ future: MyFuture<Token>, with value: Token) { future.succeed(value) }
  func reject(_ future: MyFuture<Token>, with reason: Reason) { future.fail(reason) }

  // FILL IN: register handlers, as the guide to adapters explains
  func then(_ future: MyFuture<Token>, _ handlers: Handlers<MyFuture<Token>>) -> MyFuture<Token> { future }

  func value(of future: MyFuture<Token>, within limit: Duration?) async throws -> Token {
    // FILL IN: await it
    try await future.value
  }
}
