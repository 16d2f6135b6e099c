import APlusAdapter

/// Connects a kind of stepwise promise to the checks.
///
/// All handlers run on the thread that performs the scenario, when it has nothing else to do, so
/// what a mutant does is the same in every run.
struct StepwiseAdapter: PromiseAdapter {
  private let kind: StepwisePromise.Type
  private let queue: Solitary<JobQueue>

  init() { self.init(StepwisePromise.self, JobQueue.self) }

  init(_ kind: StepwisePromise.Type, _ queue: JobQueue.Type) {
    self.kind = kind
    self.queue = Solitary(queue.init())
  }

  func makeDeferred() -> (StepwisePromise, Resolvers) {
    let promise = kind.init(queue.value)
    return (promise, Resolvers(promise, isDeferred: true))
  }

  func fulfill(_ resolvers: Resolvers, with value: Token) { resolvers.use(.resolve(.value(value))) }

  func reject(_ resolvers: Resolvers, with reason: Reason) { resolvers.use(.reject(reason)) }

  func then(_ promise: StepwisePromise, _ handlers: Handlers<StepwisePromise>) -> StepwisePromise {
    let (onFulfilled, onRejected) = stepwise(handlers)
    return promise.then(onFulfilled, onRejected)
  }

  /// The handlers as the promise takes them.
  private func stepwise(_ handlers: Handlers<StepwisePromise>) -> (
    onFulfilled: Reaction.Handler?, onRejected: Reaction.Handler?
  ) {
    switch handlers {
    case .values(let onFulfilled, let onRejected):
      (
        onFulfilled.map { handler in { .value(try handler($0.token)) } },
        onRejected.map { handler in { .value(try handler($0.error)) } }
      )
    case .promises(let onFulfilled, let onRejected):
      (
        onFulfilled.map { handler in { .promise(try handler($0.token)) } },
        onRejected.map { handler in { .promise(try handler($0.error)) } }
      )
    }
  }

  var driver: Driver { .manual { [queue] in queue.value.drain() } }

  static var claims: Set<Claim> { [.destructors] }

  func meaning(of error: any Error) -> ErrorMeaning {
    switch error {
    case is SelfResolution: .selfResolution
    case is Cancellation: .cancellation
    default: .other
    }
  }
}

extension StepwiseAdapter: ReadyMadeAdapter {
  func makeFulfilled(with value: Token) -> StepwisePromise {
    let (promise, resolvers) = makeDeferred()
    fulfill(resolvers, with: value)
    return promise
  }

  func makeRejected(with reason: Reason) -> StepwisePromise {
    let (promise, resolvers) = makeDeferred()
    reject(resolvers, with: reason)
    return promise
  }
}

extension StepwiseAdapter: ThenableAdapter {
  func resolve(_ resolvers: Resolvers, with promise: StepwisePromise) { resolvers.use(.resolve(.promise(promise))) }

  func resolve(_ resolvers: Resolvers, with thenable: Thenable<StepwisePromise>) {
    resolvers.use(.resolve(.thenable(thenable)))
  }

  func then(
    _ promise: StepwisePromise, onFulfilled: (@Sendable (Token) throws -> Thenable<StepwisePromise>)?,
    onRejected: (@Sendable (any Error) throws -> Thenable<StepwisePromise>)?
  ) -> StepwisePromise {
    promise.then(
      onFulfilled.map { handler in { .thenable(try handler($0.token)) } },
      onRejected.map { handler in { .thenable(try handler($0.error)) } })
  }
}

extension StepwiseAdapter: ContextAdapter {
  static var contextKinds: Set<ContextKind> { [.serial, .inline, .dead] }

  func makeContext(_ kind: ContextKind) -> StepwiseContext {
    switch kind {
    case .inline: InlineContext(queue.value)
    case .dead: DeadContext(queue.value)
    default: StepwiseContext(queue.value)
    }
  }

  func then(_ promise: StepwisePromise, _ handlers: Handlers<StepwisePromise>, on context: StepwiseContext)
    -> StepwisePromise
  {
    let (onFulfilled, onRejected) = stepwise(handlers)
    return promise.then(onFulfilled, onRejected, on: context)
  }

  var currentContext: ObjectIdentifier? {
    queue.value.context.map { ObjectIdentifier($0) } ?? ObjectIdentifier(queue.value)
  }
}

extension StepwiseAdapter: CancellingAdapter {
  static var cancellationProfile: CancellationProfile { .downstream }

  func cancel(_ promise: StepwisePromise, with reason: Reason?) { promise.cancel(reason ?? Cancellation()) }
}
