import APlusAdapter

/// The adapter of a promise that traps; it traps itself at `adapter-then`, `adapter-settle` and `adapter-queue`.
struct TrappingAdapter: CombiningAdapter {
  static let combinators: Set<Combinator> = [.race]

  let place: String

  init() { self.init(place: "") }

  init(place: String) { self.place = place }

  var driver: Driver { .background }

  private func trap(at place: String) { if place == self.place { fatalError("a trap of the adapter") } }

  func makeDeferred() -> (Promise<Token>, Promise<Token>) {
    let promise = Promise<Token>(trappingAt: place)
    return (promise, promise)
  }

  func fulfill(_ promise: Promise<Token>, with value: Token) {
    trap(at: "adapter-settle")
    promise.settle(.success(value))
  }

  func reject(_ promise: Promise<Token>, with reason: Reason) { promise.settle(.failure(reason)) }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    trap(at: "adapter-then")
    let (onFulfilled, onRejected) = handlers.asPromises { Promise(trappingAt: place, .success($0)) }
    return promise.then { outcome in
      trap(at: "adapter-queue")
      switch outcome {
      case .success(let value): return try onFulfilled?(value) ?? Promise(trappingAt: place, outcome)
      case .failure(let error): return try onRejected?(error) ?? Promise(trappingAt: place, outcome)
      }
    }
  }

  func combine(_ combination: Combination<Promise<Token>>) -> Promise<Token> {
    Promise.race(combination.members, trappingAt: place)
  }
}
