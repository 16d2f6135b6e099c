import APlusAdapter
import APlusReference
import Synchronization

/// Faults of contexts that need threads to show.
enum ContextThreadFaults {
  static let all: [Mutant] = [
    Mutant(
      "inline-handler-holds-lock", "Handlers of an inline context run while the library's lock is held.",
      { InlineHandlerHoldsLock() }),
    Mutant(
      "inline-handler-loses-inner-one", "A handler for an inline context, added inside an inline handler, never runs.",
      { InlineHandlerLosesInnerOne() }),
    Mutant("contexts-share-one-line", "Handlers of all contexts run one after another.", { ContextsShareOneLine() }),
    Mutant(
      "serial-context-overlaps", "Two handlers of one serial context may run at the same time.",
      { SerialContextOverlaps() }),
  ]
}

private struct InlineHandlerHoldsLock: ReferenceWrapper {
  let base = ReferenceAdapter()
  private let lock = LibraryLock()

  func tryFulfill(_ deferred: Deferred<Token>, with value: Token) -> Bool { lock { deferred.fulfill(value) } }

  func tryReject(_ deferred: Deferred<Token>, with reason: Reason) -> Bool { lock { deferred.reject(reason) } }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    lock { base.then(promise, handlers) }
  }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>, on context: any Context) -> Promise<Token>
  { lock { base.then(promise, handlers, on: context) } }
}

private struct InlineHandlerLosesInnerOne: ReferenceWrapper {
  @TaskLocal private static var isInside = false

  let base = ReferenceAdapter()

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>, on context: any Context) -> Promise<Token>
  {
    guard context is ImmediateContext else { return base.then(promise, handlers, on: context) }
    guard !Self.isInside else { return base.makeDeferred().0 }
    let noting = handlers.wrapped { try Self.$isInside.withValue(true, operation: $0) }
    return base.then(promise, noting, on: context)
  }
}

/// A serial context that passes its jobs on to other contexts.
private final class SpreadContext: APlusReference.Context {
  /// The context whose job runs on the calling thread.
  @TaskLocal static var current: SpreadContext?

  private let lines: [any APlusReference.Context]
  private let taken = Atomic(0)

  init(_ lines: [any APlusReference.Context]) { self.lines = lines }

  func enqueue(_ job: @escaping @Sendable () -> Void) {
    let number = taken.add(1, ordering: .relaxed).oldValue
    lines[number % lines.count].enqueue { [self] in Self.$current.withValue(self) { job() } }
  }
}

private struct ContextsShareOneLine: ReferenceWrapper {
  let base: ReferenceAdapter
  private let line: any Context

  init() {
    base = ReferenceAdapter()
    line = base.makeContext(.serial)
  }

  func makeContext(_ kind: ContextKind) -> any Context {
    kind == .serial ? SpreadContext([line]) : base.makeContext(kind)
  }

  var currentContext: ObjectIdentifier? { SpreadContext.current.map { ObjectIdentifier($0) } ?? base.currentContext }
}

private struct SerialContextOverlaps: ReferenceWrapper {
  let base = ReferenceAdapter()

  func makeContext(_ kind: ContextKind) -> any Context {
    guard kind == .serial else { return base.makeContext(kind) }
    return SpreadContext([base.makeContext(.serial), base.makeContext(.serial)])
  }

  var currentContext: ObjectIdentifier? { SpreadContext.current.map { ObjectIdentifier($0) } ?? base.currentContext }
}
