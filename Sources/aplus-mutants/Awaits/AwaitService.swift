import APlusAdapter
import APlusReference
import Dispatch
import Synchronization

/// The promises of the reference, with a getter that tasks can await: right unless it has a fault.
///
/// What waits for a promise is a handler on it, and is in a table by promise, from which the faults take it.
final class AwaitService: Sendable {
  private let base: ReferenceAdapter
  private let fault: AwaitFault?
  /// Whether a call that settles resumes the tasks itself.
  private let resumesInside: Bool
  private let waiting = Mutex<[ObjectIdentifier: [Awaiter]]>([:])
  private let awaited = Mutex<Set<Int>>([])
  private let woken = Mutex<Set<ObjectIdentifier>>([])
  /// The promises of which a limit has ended, where these share a timer.
  private let expired = Mutex<Set<ObjectIdentifier>>([])
  private let lock = DispatchSemaphore(value: 1)
  private let queue = DispatchQueue(label: "awaits")

  init(_ base: ReferenceAdapter, _ fault: AwaitFault?, resumesInside: Bool) {
    self.base = base
    self.fault = fault
    self.resumesInside = resumesInside
  }

  // MARK: Settling

  /// Settles a promise, and resumes the tasks that await it where the library does that in the call.
  func settle(_ promise: Promise<Token>, _ outcome: Awaiter.Outcome, _ body: () -> Bool) -> Bool {
    if fault == .holdsLock { lock.wait() }
    defer { if fault == .holdsLock { lock.signal() } }
    // Before the handlers can run, which would resume the tasks from another thread.
    if resumesInside || fault?.blocks == true { woken.withLock { _ = $0.insert(ObjectIdentifier(promise)) } }
    let isAccepted = body()
    if isAccepted, fault == .wakesInTurn {
      woken.withLock { _ = $0.insert(ObjectIdentifier(promise)) }
      wake(promise, outcome)
    }
    if isAccepted, resumesInside || fault == .waitsForEvent {
      for awaiter in takeAll(of: promise) { awaiter.end(outcome) }
    } else if resumesInside {
      // It was settled before, by something else, which resumes the tasks.
      for awaiter in takeAll(of: promise) { observe(promise, awaiter) }
    }
    return isAccepted
  }

  // MARK: Awaiting

  func value(of promise: Promise<Token>, within limit: Duration?) async throws -> Token {
    if fault == .resumesEarly { return .nothing }
    if fault == .blocksThread { return try wait(for: promise, within: nil) }
    let isSecond = fault == .awaitsOnce && isSecondOfTask()
    let awaiter = Awaiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        awaiter.suspend(continuation)
        add(awaiter, to: promise)
        if !isSecond { observe(promise, awaiter) }
        if let limit, fault != .limitNeverComes { end(awaiter, of: promise, after: limit) }
      }
    } onCancel: {
      cancel(awaiter, of: promise)
    }
  }

  /// Blocks the calling thread until a promise is settled, or the time limit has passed.
  func wait(for promise: Promise<Token>, within limit: Duration?) throws -> Token {
    if fault == .waitEndsEarly { return .nothing }
    let awaiter = Awaiter()
    if fault == .missesSettlement, !hasWoken(promise) {
      whenSettled(promise) { [self] outcome in for awaiter in takeAll(of: promise) { awaiter.end(outcome) } }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(100))
      add(awaiter, to: promise)
    } else {
      add(awaiter, to: promise)
      observe(promise, awaiter)
    }
    do {
      return try awaiter.wait(for: limit.map(Self.interval)) { [self] in
        if fault == .waitRejects { promise.cancel(PromiseError.timedOut) }
        if fault != .lateWaiterTakesTurn { remove(awaiter, of: promise) }
      }
    } catch { throw fault == .waitWrapsError ? WrappedError(cause: error) : error }
  }

  /// What a faulty getter throws in place of a reason.
  private struct WrappedError: Error { let cause: any Error }

  private func add(_ awaiter: Awaiter, to promise: Promise<Token>) {
    waiting.withLock { waiting in
      if fault == .keepsOneAwaiter { waiting[ObjectIdentifier(promise)] = [] }
      waiting[ObjectIdentifier(promise), default: []].append(awaiter)
    }
  }

  private func takeAll(of promise: Promise<Token>) -> [Awaiter] {
    waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(promise)) ?? [] }
  }

  private func remove(_ awaiter: Awaiter, of promise: Promise<Token>) {
    waiting.withLock { waiting in
      guard let place = waiting[ObjectIdentifier(promise)]?.firstIndex(where: { $0 === awaiter }) else { return }
      waiting[ObjectIdentifier(promise)]?.remove(at: place)
    }
  }

  private func isWaiting(_ awaiter: Awaiter, for promise: Promise<Token>) -> Bool {
    waiting.withLock { $0[ObjectIdentifier(promise)]?.contains { $0 === awaiter } ?? false }
  }

  /// Has the promise end the await.
  private func observe(_ promise: Promise<Token>, _ awaiter: Awaiter) {
    if fault == .waitsForEvent { return }
    let isLate = hasWoken(promise)
    whenSettled(promise) { [self] outcome in
      if isLate { awaiter.end(outcome) } else { settled(promise, outcome, awaiter) }
    }
  }

  private func whenSettled(_ promise: Promise<Token>, _ body: @escaping @Sendable (Awaiter.Outcome) -> Void) {
    let handlers = Handlers<Promise<Token>>.values(
      {
        body(.success($0))
        return $0
      },
      {
        body(.failure($0))
        return .nothing
      })
    _ = base.then(promise, handlers)
  }

  private func settled(_ promise: Promise<Token>, _ outcome: Awaiter.Outcome, _ awaiter: Awaiter) {
    if resumesInside, hasWoken(promise) { return }
    switch (fault, outcome) {
    case (.forgetsValue, .success), (.rejectionIsValue, .failure): awaiter.end(.success(.nothing))
    case (.resumesTwice, _): awaiter.endTwice(outcome)
    case (.losesRejected, .failure(let error)) where error is Reason: return
    case (.losesCancelled, .failure(let error)) where !(error is Reason): return
    case (.keepsOneAwaiter, _): if isWaiting(awaiter, for: promise) { awaiter.end(outcome) }
    case (.wakesOne, _):
      // Who is woken keeps the first place, so that nobody else comes to it.
      if waiting.withLock({ $0[ObjectIdentifier(promise)]?.first === awaiter }) { awaiter.end(outcome) }
      return
    case (.lateWaiterTakesTurn, _): return pass(outcome, of: promise)
    case (.wakesInTurn, _): return hasWoken(promise) ? () : wake(promise, outcome)
    default: awaiter.end(outcome)
    }
    remove(awaiter, of: promise)
  }

  private func hasWoken(_ promise: Promise<Token>) -> Bool { woken.withLock { $0.contains(ObjectIdentifier(promise)) } }

  /// Resumes the task that waits longest, which then resumes the next one.
  private func wake(_ promise: Promise<Token>, _ outcome: Awaiter.Outcome) {
    let next = waiting.withLock { $0[ObjectIdentifier(promise)]?.first }
    guard let next, !next.wake() else { return }
    after(.milliseconds(2)) { [self] in
      remove(next, of: promise)
      if next.end(outcome) { wake(promise, outcome) }
    }
  }

  /// Wakes the threads that a promise blocks, one by one, up to one that takes no wake-up any more.
  private func pass(_ outcome: Awaiter.Outcome, of promise: Promise<Token>) {
    for awaiter in takeAll(of: promise) where !awaiter.end(outcome) { return }
  }

  private static func interval(_ limit: Duration) -> DispatchTimeInterval {
    let (seconds, attoseconds) = limit.components
    return .milliseconds(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  private func end(_ awaiter: Awaiter, of promise: Promise<Token>, after limit: Duration) {
    after(Self.interval(limit)) { [self] in
      switch fault {
      case .sharesTimer where !expired.withLock({ $0.insert(ObjectIdentifier(promise)).inserted }): break
      case .limitReachesPromise: promise.cancel(PromiseError.timedOut)
      case .limitEndsAll: for other in takeAll(of: promise) { other.end(.failure(PromiseError.timedOut)) }
      default: if awaiter.end(.failure(PromiseError.timedOut)) { remove(awaiter, of: promise) }
      }
    }
  }

  /// Performs a function later, on a thread whose wait the kernel shows.
  private func after(_ time: DispatchTimeInterval, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "awaits.limit").async {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + time)
      body()
    }
  }

  private func cancel(_ awaiter: Awaiter, of promise: Promise<Token>) {
    switch fault {
    case .ignoresCancel: break
    case .cancelReachesPromise: promise.cancel()
    case .cancelEndsAll:
      awaiter.end(.failure(CancellationError()))
      for other in takeAll(of: promise) { other.end(.failure(CancellationError())) }
    case .forgetsEarlyCancel:
      if awaiter.end(.failure(CancellationError()), remembers: false) { remove(awaiter, of: promise) }
    case nil where resumesInside:
      // The code after the await must not run inside the cancellation, in which the runtime holds what the task gives up.
      queue.async { [self] in if awaiter.end(.failure(CancellationError())) { remove(awaiter, of: promise) } }
    default:
      awaiter.end(.failure(CancellationError()))
      // One whose turn has come stays: a right library resumes the next one here.
      if !awaiter.isWoken { remove(awaiter, of: promise) }
    }
  }

  // MARK: Faults

  private func isSecondOfTask() -> Bool {
    let task = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
    return awaited.withLock { !$0.insert(task).inserted }
  }
}
