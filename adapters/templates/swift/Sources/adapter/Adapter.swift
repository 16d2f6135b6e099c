// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
import APlusAdapter
import APlusHost

@main struct MyLib: PromiseAdapter, AdapterMain {
  func makeDeferred() -> (Promise<Token>, Promise<Token>) {
    // FILL IN: make a pending promise; the second part is what settles it
    let promise = Promise<Token>()
    return (promise, promise)
  }
  // FILL IN: fulfill it
  func fulfill(_ promise: Promise<Token>, with value: Token) { promise.settle(.success(value)) }
  // FILL IN: reject it
  func reject(_ promise: Promise<Token>, with reason: Reason) { promise.settle(.failure(reason)) }
  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    // FILL IN: the call that registers a handler for both outcomes; the guide shows one with two handlers. Register all the same way
    switch handlers.onOutcome({ outcome in Promise(outcome) }) {
    case .value(let handle): promise.map(handle)
    case .promise(let handle): promise.flatMap(handle)
    }
  }
}
