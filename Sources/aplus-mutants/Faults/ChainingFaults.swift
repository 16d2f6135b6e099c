import APlusAdapter

/// Faults of section 2.2.7: the promise that `then` makes.
enum ChainingFaults {
  static let all: [Mutant] = [
    Mutant(
      "then-returns-same-promise", "`then` returns the promise that it was called on.", ThenReturnsSamePromise.self),
    Mutant(
      "ignores-returned-value", "The promise of `then` gets its parent's value instead of what the handler returned.",
      IgnoresReturnedValue.self),
    Mutant(
      "recovered-rejection-stays-rejected", "What onRejected returns rejects the promise of `then`.",
      RecoveredRejectionStaysRejected.self),
    Mutant("swallows-throw", "What a handler throws is swallowed.", SwallowsThrow.self),
    Mutant(
      "passthrough-loses-value", "Without onFulfilled, the promise of `then` is fulfilled with undefined.",
      PassthroughLosesValue.self),
    Mutant(
      "passthrough-loses-reason", "Without onRejected, the promise of `then` is rejected with undefined.",
      PassthroughLosesReason.self),
    Mutant(
      "passthrough-forgets-rejection", "Without onRejected, the promise of `then` is fulfilled with the reason.",
      PassthroughForgetsRejection.self),
    Mutant(
      "second-passthrough-loses-value", "The second link without a handler loses the value.",
      SecondPassthroughLosesValue.self),
    Mutant(
      "handler-result-replaces-value", "Handlers that are registered later see what an earlier handler returned.",
      HandlerResultReplacesValue.self),
    Mutant(
      "handler-throw-poisons-promise", "A handler that throws rejects its own promise for later handlers.",
      HandlerThrowPoisonsPromise.self),
  ]
}

private final class ThenReturnsSamePromise: StepwisePromise {
  override func then(_ onFulfilled: Reaction.Handler?, _ onRejected: Reaction.Handler?) -> StepwisePromise {
    _ = super.then(onFulfilled, onRejected)
    return self
  }
}

private final class IgnoresReturnedValue: StepwisePromise {
  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    _ = try super.call(handler, with: outcome)
    return .value(outcome.token)
  }
}

private final class RecoveredRejectionStaysRejected: StepwisePromise {
  override func run(_ handler: @escaping Reaction.Handler, with outcome: Outcome, for derived: StepwisePromise) {
    guard !outcome.isFulfilled else {
      super.run(handler, with: outcome, for: derived)
      return
    }
    // A promise cannot be thrown in Swift: only a value becomes the reason.
    super.run(
      { outcome in
        let ending = try handler(outcome)
        if case .value(let value) = ending { throw Outcome.fulfilled(value).error }
        return ending
      }, with: outcome, for: derived)
  }
}

private final class SwallowsThrow: StepwisePromise {
  override func call(_ handler: Reaction.Handler, with outcome: Outcome) -> Ending {
    do { return try super.call(handler, with: outcome) } catch { return .value(.nothing) }
  }
}

private final class PassthroughLosesValue: StepwisePromise {
  override func pass(_ outcome: Outcome, to derived: StepwisePromise) {
    super.pass(outcome.isFulfilled ? .fulfilled(.nothing) : outcome, to: derived)
  }
}

private final class PassthroughLosesReason: StepwisePromise {
  private struct NoReason: Error {}

  override func pass(_ outcome: Outcome, to derived: StepwisePromise) {
    super.pass(outcome.isFulfilled ? outcome : .rejected(NoReason()), to: derived)
  }
}

private final class PassthroughForgetsRejection: StepwisePromise {
  override func pass(_ outcome: Outcome, to derived: StepwisePromise) {
    super.pass(.fulfilled(outcome.token), to: derived)
  }
}

private final class SecondPassthroughLosesValue: StepwisePromise {
  private var isPassed = false

  override func pass(_ outcome: Outcome, to derived: StepwisePromise) {
    (derived as? SecondPassthroughLosesValue)?.isPassed = true
    guard isPassed else {
      super.pass(outcome, to: derived)
      return
    }
    let lost = Outcome.fulfilled(.nothing)
    super.pass(outcome.isFulfilled ? lost : .rejected(lost.error), to: derived)
  }
}

private final class HandlerResultReplacesValue: StepwisePromise {
  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    let ending = try super.call(handler, with: outcome)
    if outcome.isFulfilled, case .value(let value) = ending, value != .nothing {
      queue.add { self.outcome = .fulfilled(value) }
    }
    return ending
  }
}

private final class HandlerThrowPoisonsPromise: StepwisePromise {
  override func call(_ handler: Reaction.Handler, with outcome: Outcome) throws -> Ending {
    do { return try super.call(handler, with: outcome) } catch {
      queue.add { self.outcome = .rejected(error) }
      throw error
    }
  }
}
