/// Faults of section 2.1: a settled promise that changes after all.
enum SettlingFaults {
  static let all: [Mutant] = [
    Mutant(
      "fulfilled-becomes-rejected", "A rejection of a fulfilled promise makes it rejected.",
      FulfilledBecomesRejected.self),
    Mutant(
      "rejected-becomes-fulfilled", "A fulfillment of a rejected promise makes it fulfilled.",
      RejectedBecomesFulfilled.self),
    Mutant(
      "fulfilled-again-replaces-value", "A second fulfillment replaces the value.", FulfilledAgainReplacesValue.self),
    Mutant(
      "rejected-again-replaces-reason", "A second rejection replaces the reason.", RejectedAgainReplacesReason.self),
    Mutant(
      "late-reject-tears-value",
      "A rejection of a fulfilled promise leaves it fulfilled, with the reason as its value.", LateRejectTearsValue.self
    ),
    Mutant(
      "late-reject-flips-state", "A late rejection shows to handlers that are registered after it.",
      LateRejectFlipsState.self),
    Mutant(
      "late-resolve-replaces-value", "A late fulfillment replaces the value for handlers that are registered after it.",
      LateResolveReplacesValue.self),
    Mutant(
      "pending-promise-does-not-lock-in", "A promise that follows a pending one can still be rejected.",
      PendingPromiseDoesNotLockIn.self),
  ]
}

private final class FulfilledBecomesRejected: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    if let outcome, outcome.isFulfilled, attempt.isRejection { self.outcome = attempt.outcome }
  }
}

private final class RejectedBecomesFulfilled: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    if let outcome, !outcome.isFulfilled, !attempt.isRejection { self.outcome = attempt.outcome ?? outcome }
  }
}

private final class FulfilledAgainReplacesValue: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    if let outcome, outcome.isFulfilled, !attempt.isRejection { self.outcome = attempt.outcome ?? outcome }
  }
}

private final class RejectedAgainReplacesReason: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    if let outcome, !outcome.isFulfilled, attempt.isRejection { self.outcome = attempt.outcome }
  }
}

private final class LateRejectTearsValue: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    if let outcome, outcome.isFulfilled, case .reject(let error) = attempt {
      self.outcome = .fulfilled(Outcome.rejected(error).token)
    }
  }
}

private final class LateRejectFlipsState: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    guard let outcome, outcome.isFulfilled, attempt.isRejection else { return }
    queue.add { self.outcome = attempt.outcome }
  }
}

private final class LateResolveReplacesValue: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    guard let outcome, outcome.isFulfilled, !attempt.isRejection else { return }
    queue.add { self.outcome = attempt.outcome ?? outcome }
  }
}

private final class PendingPromiseDoesNotLockIn: StepwisePromise {
  override func settleAgain(_ attempt: Attempt, after first: Attempt) {
    if !first.isRejection, case .reject(let error) = attempt { settle(.rejected(error)) }
  }
}
