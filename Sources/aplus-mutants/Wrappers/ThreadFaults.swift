import APlusAdapter
import APlusReference
import Dispatch
import Synchronization

/// Faults that need threads to show, or to arise.
enum ThreadFaults {
  static let all: [Mutant] = [
    Mutant("handler-holds-lock", "Handlers run while the library's lock is held.", { HandlerHoldsLock() }),
    Mutant(
      "then-waits-for-handler", "`then` on a settled promise returns only after the handler has run on another thread.",
      { ThenWaitsForHandler() }),
    Mutant(
      "registration-in-flush-is-lost", "A handler that is registered while a handler of the same promise runs is lost.",
      { RegistrationInFlushIsLost() }),
    Mutant(
      "racing-registrations-lose-handlers",
      "Of two handlers that two threads register at the same time, one may be lost.",
      { RacingRegistrationsLoseHandlers() }),
    Mutant(
      "registration-races-settlement", "A handler that is registered at the moment of the settlement may be lost.",
      { RegistrationRacesSettlement() }),
    Mutant(
      "racing-settlements-tear-value",
      "Of two settlements at the same time, one may decide the state and the other the value.",
      { RacingSettlementsTearValue() }),
    Mutant(
      "racing-settlements-both-accepted",
      "Of two settlements at the same time, both may report that they settled the promise.",
      { RacingSettlementsBothAccepted() }),
  ]
}

private struct HandlerHoldsLock: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let lock = LibraryLock()

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool { lock { deferred.fulfill(value) } }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool { lock { deferred.reject(reason) } }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    lock { base.then(promise, handlers.wrapped { [lock] body in try lock(body) }) }
  }
}

private struct ThenWaitsForHandler: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let watch = HandlerWatch()

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    let hasRun = DispatchSemaphore(value: 0)
    // A handler that waited for another one of the same context would wait forever.
    let mustWait = promise.status != .pending && watch.openHandlers == 0
    let derived = base.then(promise, handlers.wrapped(watch.count))
    if mustWait {
      // This comes after the handler, in the same context.
      promise.finally { hasRun.signal() }
      hasRun.wait()
    }
    return derived
  }
}

/// Counts the handlers that are running.
private final class HandlerWatch: Sendable {
  private let count = Atomic(0)

  var openHandlers: Int { count.load(ordering: .acquiring) }

  @Sendable func count(_ body: () throws -> Void) rethrows {
    count.add(1, ordering: .acquiringAndReleasing)
    defer { count.subtract(1, ordering: .acquiringAndReleasing) }
    try body()
  }
}

private struct RegistrationInFlushIsLost: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let runningHandlers = Notes<Int>()

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    guard runningHandlers[promise] ?? 0 == 0 else { return base.makeDeferred().0 }
    return base.then(
      promise,
      handlers.wrapped { [runningHandlers] body in
        runningHandlers.change(on: promise) { $0 = ($0 ?? 0) + 1 }
        defer { runningHandlers.change(on: promise) { $0 = ($0 ?? 0) - 1 } }
        try body()
      })
  }
}

private struct RacingRegistrationsLoseHandlers: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let counts = Notes<Int>()

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    let count = counts[promise] ?? 0
    leaveWindow()
    let isLost = counts.change(on: promise) { stored in
      defer { stored = count + 1 }
      return stored ?? 0 != count
    }
    return isLost ? base.makeDeferred().0 : base.then(promise, handlers)
  }
}

private struct RegistrationRacesSettlement: ReferenceWrapper {
  let base = ReferenceAdapter()

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    let wasPending = promise.status == .pending
    leaveWindow()
    let isLost = wasPending && promise.status != .pending
    return isLost ? base.makeDeferred().0 : base.then(promise, handlers)
  }
}

private struct RacingSettlementsTearValue: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let tokens = Notes<Token>()

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool {
    deferred.fulfill(written(value, to: deferred.promise))
  }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    deferred.reject(Reason(written(reason.token, to: deferred.promise)))
  }

  /// Stores a value and reads it back.
  private func written(_ value: Token, to promise: Promise<Token>) -> Token {
    tokens[promise] = value
    leaveWindow()
    return tokens[promise] ?? value
  }
}

private struct RacingSettlementsBothAccepted: ReferenceWrapper {
  let base = ReferenceAdapter()

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool {
    let wasPending = deferred.promise.status == .pending
    leaveWindow()
    deferred.fulfill(value)
    return wasPending
  }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    let wasPending = deferred.promise.status == .pending
    leaveWindow()
    deferred.reject(reason)
    return wasPending
  }
}
