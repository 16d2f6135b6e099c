import APlusAdapter

/// Faults of section 2.3.3: thenables, step by step.
enum ThenableFaults {
  static let all: [Mutant] = [
    Mutant("thenable-never-called", "The `then` of a thenable is read and never called.", ThenableNeverCalled.self),
    Mutant("thenable-called-twice", "The `then` of a thenable is called twice.", ThenableCalledTwice.self),
    Mutant("resolver-does-nothing", "resolvePromise does nothing.", ResolverDoesNothing.self),
    Mutant("rejecter-does-nothing", "rejectPromise does nothing.", RejecterDoesNothing.self),
    Mutant(
      "resolve-after-resolve-counts", "A second call of resolvePromise counts until the promise is settled.",
      ResolveAfterResolveCounts.self),
    Mutant(
      "reject-after-resolve-counts", "rejectPromise counts after resolvePromise until the promise is settled.",
      RejectAfterResolveCounts.self),
    Mutant(
      "throw-after-call-counts",
      "What a `then` throws after it called resolvePromise counts until the promise is settled.",
      ThrowAfterCallCounts.self),
    Mutant(
      "thenable-throw-lost", "What a `then` throws is swallowed, and the promise stays pending.", ThenableThrowLost.self
    ),
    Mutant(
      "self-resolution-through-thenable-hangs",
      "A promise that a thenable resolves with that promise itself stays pending.",
      SelfResolutionThroughThenableHangs.self),
  ]
}

private final class ThenableNeverCalled: StepwisePromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) {}
}

private final class ThenableCalledTwice: StepwisePromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) {
    super.callThen(of: thenable)
    call(thenable, { _ in }, caught: { _ in })
  }
}

private final class ResolverDoesNothing: StepwisePromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) {
    callThen(of: thenable) { pair, attempt in if attempt.isRejection { pair.use(attempt) } }
  }
}

private final class RejecterDoesNothing: StepwisePromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) {
    callThen(of: thenable) { pair, attempt in if !attempt.isRejection { pair.use(attempt) } }
  }
}

/// A promise that can break the rule that only the first call of a pair counts.
private class LenientPromise: StepwisePromise {
  /// Whether a call counts although the first call was one of `resolve`.
  func mayOverrule(_ attempt: Attempt) -> Bool { false }

  override final func callThen(of thenable: Thenable<StepwisePromise>) {
    var first: Attempt?
    let use = { (attempt: Attempt) in
      if let first, first.isRejection || !self.mayOverrule(attempt) { return }
      guard self.isPending else { return }
      first = first ?? attempt
      self.perform(attempt)
    }
    call(thenable, use) { error in if first == nil { use(.reject(error)) } }
  }
}

private final class ResolveAfterResolveCounts: LenientPromise {
  override func mayOverrule(_ attempt: Attempt) -> Bool { !attempt.isRejection }
}

private final class RejectAfterResolveCounts: LenientPromise {
  override func mayOverrule(_ attempt: Attempt) -> Bool { attempt.isRejection }
}

private final class ThrowAfterCallCounts: StepwisePromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) {
    call(thenable, Resolvers(self).use) { error in settle(.rejected(error)) }
  }
}

private final class ThenableThrowLost: StepwisePromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) { call(thenable, Resolvers(self).use) { _ in } }
}

private final class SelfResolutionThroughThenableHangs: StepwisePromise {
  override func callThen(of thenable: Thenable<StepwisePromise>) {
    callThen(of: thenable) { pair, attempt in
      if case .resolve(.promise(let promise)) = attempt, promise === self { return }
      pair.use(attempt)
    }
  }
}
