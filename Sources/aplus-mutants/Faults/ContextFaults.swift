/// Faults of contexts that show on one thread.
enum ContextFaults {
  static let all: [Mutant] = [
    Mutant("ignores-context", "Handlers run on the default context, whatever they were given.", IgnoresContext.self),
    Mutant(
      "late-handler-ignores-context", "A handler that is registered after the settlement runs on the default context.",
      LateHandlerIgnoresContext.self),
    Mutant(
      "settler-decides-context", "Handlers run on the context that settles the promise, where one does.",
      SettlerDecidesContext.self),
    Mutant(
      "default-context-is-callers", "A handler without a context runs on the one that it is registered from.",
      DefaultContextIsCallers.self),
    Mutant(
      "default-in-inline-handler-is-inline", "What an inline handler registers without a context runs inline, too.",
      DefaultInInlineHandlerIsInline.self),
    Mutant(
      "inline-context-is-inherited", "The promise of an inline handler runs its own handlers inline, too.",
      InlineContextIsInherited.self),
    Mutant(
      "dropped-handler-blocks-following", "A handler that its context drops keeps those after it from running.",
      DroppedHandlerBlocksFollowing.self),
    Mutant(
      "late-handler-on-context-overtakes", "A late handler for a context runs before those that wait there.",
      LateHandlerOnContextOvertakes.self),
    Mutant(
      "registration-is-deferred", "Registrations for a context pass through a queue that does not keep their order.",
      RegistrationIsDeferred.self),
  ]
}

private final class IgnoresContext: StepwisePromise {
  override func register(_ reaction: Reaction) {
    reaction.context = nil
    super.register(reaction)
  }
}

private final class LateHandlerIgnoresContext: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if !isPending { reaction.context = nil }
    super.register(reaction)
  }
}

private final class SettlerDecidesContext: StepwisePromise {
  override func release(_ reactions: [Reaction]) {
    for reaction in reactions where !reaction.isFollower { reaction.context = queue.context ?? reaction.context }
    super.release(reactions)
  }
}

private final class DefaultContextIsCallers: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if reaction.context == nil, !(queue.context is InlineContext) { reaction.context = queue.context }
    super.register(reaction)
  }
}

private final class DefaultInInlineHandlerIsInline: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if reaction.context == nil, !reaction.isFollower, queue.context is InlineContext {
      reaction.context = queue.context
    }
    super.register(reaction)
  }
}

private final class InlineContextIsInherited: StepwisePromise {
  private var inherited: StepwiseContext?

  override func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?, on context: StepwiseContext)
    -> StepwisePromise
  {
    let derived = super.then(onFulfilled, onRejected, on: context)
    if context is InlineContext { (derived as? InlineContextIsInherited)?.inherited = context }
    return derived
  }

  override func register(_ reaction: Reaction) {
    if reaction.context == nil, !reaction.isFollower { reaction.context = inherited }
    super.register(reaction)
  }
}

/// Hands over one reaction after another: the next when the one before has run.
private final class DroppedHandlerBlocksFollowing: StepwisePromise {
  private var isWaiting = false

  override func register(_ reaction: Reaction) {
    if isPending {
      super.register(reaction)
    } else {
      reactions.append(reaction)
      releaseNext()
    }
  }

  override func release(_ reactions: [Reaction]) {
    self.reactions = reactions
    releaseNext()
  }

  private func releaseNext() {
    guard !isWaiting, !reactions.isEmpty else { return }
    let reaction = reactions.removeFirst()
    isWaiting = true
    enqueue(for: reaction) {
      self.react(to: reaction)
      self.isWaiting = false
      self.releaseNext()
    }
  }
}

private final class LateHandlerOnContextOvertakes: StepwisePromise {
  override func register(_ reaction: Reaction) {
    if !isPending, let context = reaction.context, type(of: context) == StepwiseContext.self {
      queue.addFirst { context.run { self.react(to: reaction) } }
    } else {
      super.register(reaction)
    }
  }
}

private final class RegistrationIsDeferred: StepwisePromise {
  private var count = 0

  override func register(_ reaction: Reaction) {
    guard let context = reaction.context, type(of: context) == StepwiseContext.self else {
      super.register(reaction)
      return
    }
    count += 1
    // Every second registration takes one more hop.
    let isSlow = count % 2 == 1
    queue.add { if isSlow { self.queue.add { self.registerNow(reaction) } } else { self.registerNow(reaction) } }
  }

  private func registerNow(_ reaction: Reaction) { super.register(reaction) }
}
