import APlusAdapter
import APlusReference

/// Faults of what a settle call reports.
enum AcceptanceFaults {
  static let all: [Mutant] = [
    Mutant(
      "accepts-every-settlement", "Every settle call reports that it settled the promise.", { AcceptsEverySettlement() }
    ),
    Mutant(
      "denies-every-settlement", "No settle call reports that it settled the promise.", { DeniesEverySettlement() }),
    Mutant(
      "accepts-only-fulfillments", "A rejection that settled the promise reports that it did not.",
      { AcceptsOnlyFulfillments() }),
  ]
}

private struct AcceptsEverySettlement: ReferenceWrapper {
  let base = ReferenceAdapter()

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool {
    deferred.fulfill(value)
    return true
  }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    deferred.reject(reason)
    return true
  }
}

private struct DeniesEverySettlement: ReferenceWrapper {
  let base = ReferenceAdapter()

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool {
    deferred.fulfill(value)
    return false
  }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    deferred.reject(reason)
    return false
  }
}

private struct AcceptsOnlyFulfillments: ReferenceWrapper {
  let base = ReferenceAdapter()

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    deferred.reject(reason)
    return false
  }
}
