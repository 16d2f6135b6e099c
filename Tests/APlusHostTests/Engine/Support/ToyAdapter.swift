import APlusAdapter

/// An adapter of the toy promise; `makePromise` is all that differs between toys.
protocol ToyAdapter: PromiseAdapter { func makePromise() -> ToyPromise }

extension ToyAdapter {
  func makeDeferred() -> (ToyPromise, ToyPromise) {
    let promise = makePromise()
    return (promise, promise)
  }

  func fulfill(_ promise: ToyPromise, with value: Token) { promise.settle(.success(value)) }

  func reject(_ promise: ToyPromise, with reason: Reason) { promise.settle(.failure(reason)) }

  func then(_ promise: ToyPromise, _ handlers: Handlers<ToyPromise>) -> ToyPromise {
    switch handlers {
    case .values(let onFulfilled, let onRejected): promise.map(onFulfilled, onRejected)
    case .promises(let onFulfilled, let onRejected): promise.flatMap(onFulfilled, onRejected)
    }
  }
}
