import APlusAdapter

/// A promise that follows Promises/A+ to the letter, for one thread.
///
/// It is cut into small methods, one per requirement of the specification, so that a fault is a
/// subclass that overrides one of them. It shares only its behavior with the reference: one step
/// here is many in a promise that is fast and thread-safe.
class StepwisePromise {
  let queue: JobQueue
  /// Nil while the promise is pending.
  final var outcome: Outcome?
  final var reactions: [Reaction] = []
  private var children: [WeakChild] = []
  /// The promise that this one was made from, or the nearest one above that has not been freed.
  private weak var parent: StepwisePromise?

  private struct WeakChild { weak var promise: StepwisePromise? }

  required init(_ queue: JobQueue) { self.queue = queue }

  deinit {
    transferChildren()
    queue.letGo(&reactions)
  }

  final var isPending: Bool { outcome == nil }

  /// Makes a pending promise of the same kind.
  final func makeSibling() -> StepwisePromise { type(of: self).init(queue) }

  // MARK: - 2.2 then

  func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?) -> StepwisePromise {
    let derived = makeSibling()
    adopt(derived)
    register(Reaction(onFulfilled: onFulfilled, onRejected: onRejected, derived: derived))
    return derived
  }

  /// CX-1: a handler may be given a context.
  func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?, on context: StepwiseContext)
    -> StepwisePromise
  {
    let derived = makeSibling()
    adopt(derived)
    register(Reaction(onFulfilled: onFulfilled, onRejected: onRejected, derived: derived, on: context))
    return derived
  }

  /// 2.2.6: reactions keep the order of their registrations.
  func register(_ reaction: Reaction) { if isPending { reactions.append(reaction) } else { schedule(reaction) } }

  /// 2.2.4: handlers start from a clean stack.
  func schedule(_ reaction: Reaction) { enqueue(for: reaction) { self.react(to: reaction) } }

  /// CX-1: the job of a handler runs on the handler's context.
  final func enqueue(for reaction: Reaction, _ job: @escaping JobQueue.Job) {
    if let context = reaction.context { context.enqueue(job) } else { queue.add(job) }
  }

  func react(to reaction: Reaction) {
    guard let outcome else { return }
    if reaction.isFollower {
      reaction.target.settle(outcome)
      return
    }
    if case .cancelled = outcome { passCancel(outcome, to: reaction.target) }
    if let handler = reaction.handler(for: outcome) {
      run(handler, with: outcome, for: reaction.target)
    } else {
      pass(outcome, to: reaction.target)
    }
  }

  /// 2.2.7.1 and 2.2.7.2: what the handler returns or throws decides the promise that `then` made.
  func run(_ handler: @escaping Reaction.Handler, with outcome: Outcome, for derived: StepwisePromise) {
    do { derived.resolve(try call(handler, with: outcome)) } catch { derived.settle(.rejected(error)) }
  }

  func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    queue.openHandlers += 1
    defer { queue.openHandlers -= 1 }
    return try handler(outcome)
  }

  /// 2.2.7.3 and 2.2.7.4: without a handler, the outcome passes through.
  func pass(_ outcome: Outcome, to derived: StepwisePromise) { derived.settle(outcome) }

  // MARK: - 2.1 Settling

  /// 2.1: only a pending promise can change, and it changes once.
  func settle(_ outcome: Outcome) {
    guard isPending else { return }
    self.outcome = outcome
    let reactions = reactions
    self.reactions = []
    release(reactions)
  }

  func release(_ reactions: [Reaction]) { for reaction in reactions { schedule(reaction) } }

  /// The first call of the deferred.
  func settleByDeferred(_ attempt: Attempt) { perform(attempt) }

  /// Any further call of the deferred, which changes nothing.
  func settleAgain(_ attempt: Attempt, after first: Attempt) {}

  final func perform(_ attempt: Attempt) {
    switch attempt {
    case .resolve(let ending): resolve(ending)
    case .reject(let error): settle(.rejected(error))
    }
  }

  // MARK: - 2.3 The resolution procedure

  func resolve(_ ending: Ending) {
    guard isPending else { return }
    switch ending {
    case .value(let value): settle(.fulfilled(value))
    case .promise(let promise) where promise === self: resolveWithItself()
    case .promise(let promise): follow(promise)
    case .thenable(let thenable): callThen(of: thenable)
    }
  }

  /// 2.3.1: the promise is rejected, as it would wait for itself forever.
  func resolveWithItself() { settle(.rejected(SelfResolution())) }

  /// 2.3.2: the promise takes the outcome of the other one.
  func follow(_ promise: StepwisePromise) { promise.register(Reaction(follower: self)) }

  /// 2.3.3.3: a `then` that throws rejects, unless it called a resolver before.
  func callThen(of thenable: Thenable<StepwisePromise>) {
    callThen(of: thenable) { pair, attempt in pair.use(attempt) }
  }

  /// Calls a thenable's `then`; the closure decides what each call of the pair does.
  final func callThen(of thenable: Thenable<StepwisePromise>, use: @escaping (Resolvers, Attempt) -> Void) {
    let pair = Resolvers(self)
    call(thenable, { use(pair, $0) }, caught: { error in pair.use(.reject(error)) })
  }

  /// Calls a thenable's `then` with a pair of functions.
  final func call(
    _ thenable: Thenable<StepwisePromise>, _ use: @escaping (Attempt) -> Void, caught: (any Error) -> Void
  ) {
    let use = Solitary(use)
    let pair = ResolverPair<StepwisePromise>(
      fulfill: { use.value(.resolve(.value($0))) }, resolve: { use.value(.resolve(.promise($0))) },
      assimilate: { use.value(.resolve(.thenable($0))) }, reject: { use.value(.reject($0)) })
    do { try thenable.then(pair) } catch { caught(error) }
  }

  // MARK: - Cancellation, downstream

  /// Cancels the promise if it is pending, and everything below it that is.
  func cancel(_ reason: any Error) {
    var next = [self]
    while let promise = next.popLast() {
      promise.receiveCancel(reason)
      next += promise.cancelTargets
    }
  }

  /// Lets a cancel of this promise reach one that was made from it.
  private func adopt(_ promise: StepwisePromise) {
    children.append(WeakChild(promise: promise))
    promise.parent = self
  }

  /// Transfers the children of this promise, which is being freed, to the parent.
  func transferChildren() { for promise in descendants { parent?.adopt(promise) } }

  /// Cancels this promise alone.
  func receiveCancel(_ reason: any Error) { settle(.cancelled(reason)) }

  /// The promises that a cancel of this one goes on to.
  var cancelTargets: [StepwisePromise] { descendants }

  /// The promises that `then` made from this one and that have not been freed.
  final var descendants: [StepwisePromise] { children.compactMap(\.promise) }

  /// What a cancelled promise does to the one that `then` made, before its handler runs.
  func passCancel(_ outcome: Outcome, to derived: StepwisePromise) { derived.settle(outcome) }
}

/// The reason of a promise that was resolved with itself.
struct SelfResolution: Error {}

/// The reason of a cancel that gives none.
struct Cancellation: Error {}
