import APlusAdapter
import APlusReference

/// Faults that need threads, or end the process.
enum RaceFaults {
  static let all: [Mutant] = [
    Mutant(
      "registration-at-settlement-runs-twice",
      "A handler that is registered at the moment of the settlement may run twice.",
      { RegistrationAtSettlementRunsTwice() }),
    Mutant(
      "adoption-races-settlement", "A promise that follows another at the moment of its settlement may stay pending.",
      { AdoptionRacesSettlement() }),
    Mutant(
      "handlers-of-all-promises-are-serial", "A handler waits until those of all other promises have ended.",
      { HandlersOfAllPromisesAreSerial() }),
    Mutant("settling-again-ends-process", "A second settlement ends the process.", { SettlingAgainEndsProcess() }),
  ]
}

private struct RegistrationAtSettlementRunsTwice: ReferenceWrapper {
  let base = ReferenceAdapter()

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    let wasPending = promise.status == .pending
    let derived = base.then(promise, handlers)
    leaveWindow()
    if wasPending && promise.status != .pending { _ = base.then(promise, handlers) }
    return derived
  }
}

private struct AdoptionRacesSettlement: ReferenceWrapper {
  let base = ReferenceAdapter()

  func resolve(_ deferred: Deferred<Token>, with promise: Promise<Token>) {
    let wasPending = promise.status == .pending
    leaveWindow()
    if wasPending && promise.status != .pending {
      // The promise is locked in to one that never settles.
      base.resolve(deferred, with: base.makeDeferred().0)
    } else {
      base.resolve(deferred, with: promise)
    }
  }
}

private struct HandlersOfAllPromisesAreSerial: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let lock = LibraryLock()

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    base.then(promise, handlers.wrapped { [lock] body in try lock(body) })
  }
}

private struct SettlingAgainEndsProcess: ReferenceWrapper {
  let base = ReferenceAdapter()

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool {
    precondition(deferred.fulfill(value), "the promise was settled before")
    return true
  }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    precondition(deferred.reject(reason), "the promise was settled before")
    return true
  }
}
