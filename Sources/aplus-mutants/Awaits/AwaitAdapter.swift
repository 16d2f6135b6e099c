package import APlusAdapter
import APlusReference

/// What every adapter of the service has; the style decides what it claims.
protocol AwaitServiceAdapter: ReferenceWrapper, ResolvingAdapter { var service: AwaitService { get } }

/// Tasks of Swift await, and can be cancelled.
protocol SuspendingServiceAdapter: AwaitServiceAdapter, AwaitingAdapter {}

extension SuspendingServiceAdapter {
  static var common: Set<Claim> { ReferenceAdapter.claims.union([.awaitsCanBeCancelled, .awaitsHaveLimits]) }

  func value(of promise: Promise<Token>, within limit: Duration?) async throws -> Token {
    try await service.value(of: promise, within: limit)
  }
}

extension AwaitServiceAdapter {
  /// Tasks run beside the jobs of the reference.
  var driver: Driver { .background }

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool {
    service.settle(deferred.promise, .success(value)) { base.tryFulfill(deferred, with: value) }
  }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool {
    service.settle(deferred.promise, .failure(reason)) { base.tryReject(deferred, with: reason) }
  }
}

/// The tasks run on the threads that all tasks of Swift share.
struct LaterAwaits: SuspendingServiceAdapter {
  static var claims: Set<Claim> { common.union([.resumesLater]) }
  let base = ReferenceAdapter(JobPool(waits: false))
  let service: AwaitService

  init() { self.init(nil) }
  init(_ fault: AwaitFault?) { service = AwaitService(base, fault, resumesInside: false) }
}

/// The tasks run where they are resumed: inside the call that settles.
struct InsideAwaits: SuspendingServiceAdapter {
  static var claims: Set<Claim> { common.union([.resumesInsideSettle]) }
  let base = ReferenceAdapter(JobPool(waits: false))
  let service: AwaitService
  let executor = InlineExecutor()
  var taskExecutor: (any TaskExecutor)? { executor }

  init() { self.init(nil) }
  init(_ fault: AwaitFault?) { service = AwaitService(base, fault, resumesInside: true) }
}

/// A library that resumes tasks inside the call that settles, and declares otherwise.
struct FalseLaterAwaits: SuspendingServiceAdapter {
  static var claims: Set<Claim> { LaterAwaits.claims }
  let base = ReferenceAdapter(JobPool(waits: false))
  let service: AwaitService
  let executor = InlineExecutor()
  var taskExecutor: (any TaskExecutor)? { executor }

  init() { service = AwaitService(base, .resumesInside, resumesInside: true) }
}

/// The tasks are threads, which the getter blocks.
struct BlockingAwaits: AwaitServiceAdapter, BlockingAdapter {
  static var claims: Set<Claim> { ReferenceAdapter.claims.union([.awaitsHaveLimits]) }
  let base = ReferenceAdapter(JobPool(waits: false))
  let service: AwaitService

  init() { self.init(nil) }
  init(_ fault: AwaitFault?) { service = AwaitService(base, fault, resumesInside: false) }

  func wait(for promise: Promise<Token>, within limit: Duration?) throws -> Token {
    try service.wait(for: promise, within: limit)
  }
}

/// Runs each job at once, on the thread that submits it.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
}

extension AwaitFault {
  /// Makes the adapter of the faulty service.
  package func makeAdapter() -> any PromiseAdapter {
    switch self {
    case .resumesInside: FalseLaterAwaits()
    case .holdsLock: InsideAwaits(self)
    default: blocks ? BlockingAwaits(self) : LaterAwaits(self)
    }
  }
}

/// The services without a fault: one for each choice that libraries have.
package enum AwaitServices {
  /// Their names and adapters; the first is the reference.
  package static var right: [(name: String, adapter: any PromiseAdapter)] {
    [("later", LaterAwaits()), ("inside-settle", InsideAwaits()), ("blocking", BlockingAwaits())]
  }
}
