import APlusAdapter
import CHost

/// Connects the table of a native library to the checks.
///
/// It conforms to all protocols that a table can support. `Library.offering(only:)` then removes
/// what this table lacks.
struct NativeAdapter: PromiseAdapter {
  let module: NativeModule
  let tokens = NativeTokens.shared
  let identities = NativeIdentities()

  init() { preconditionFailure("a native adapter is made from a shared library") }

  init(_ module: NativeModule) { self.module = module }

  var driver: Driver {
    guard let drain = unsafe module.table.drain else { return .background }
    return .manual { Int(clamping: drain()) }
  }

  func makeDeferred() -> (NativePromise, NativePromise) {
    let promise = unsafe NativePromise(owning: module.table.make(), of: module)
    return (promise, promise)
  }

  func fulfill(_ promise: NativePromise, with value: Token) { _ = tryFulfill(promise, with: value) }

  func reject(_ promise: NativePromise, with reason: Reason) { _ = tryReject(promise, with: reason) }

  func then(_ promise: NativePromise, _ handlers: Handlers<NativePromise>) -> NativePromise {
    let registration = NativeRegistration(handlers, tokens)
    return unsafe promise.withPointer { pointer in
      unsafe promise.derived(
        owning: module.table.then(
          pointer, registration.onFulfilled, registration.onRejected, registration.makeContext(),
          NativeRegistration.drop))
    }
  }

  func meaning(of error: any Error) -> ErrorMeaning { (error as? NativeError)?.meaning ?? .other }
}

extension NativeAdapter: AcceptingAdapter {
  func tryFulfill(_ promise: NativePromise, with value: Token) -> Bool {
    unsafe promise.withPointer { unsafe module.table.fulfill($0, tokens.number(of: value)) == 1 }
  }

  func tryReject(_ promise: NativePromise, with reason: Reason) -> Bool {
    unsafe promise.withPointer { unsafe module.table.reject($0, tokens.number(of: reason.token)) == 1 }
  }
}

extension NativeAdapter: ReadyMadeAdapter {
  func makeFulfilled(with value: Token) -> NativePromise {
    unsafe NativePromise(owning: module.table.make_fulfilled(tokens.number(of: value)), of: module)
  }

  func makeRejected(with reason: Reason) -> NativePromise {
    unsafe NativePromise(owning: module.table.make_rejected(tokens.number(of: reason.token)), of: module)
  }
}

extension NativeAdapter: ResolvingAdapter {
  func resolve(_ promise: NativePromise, with other: NativePromise) {
    unsafe promise.withPointer { pointer in unsafe other.withPointer { unsafe module.table.resolve(pointer, $0) } }
  }
}

extension NativeAdapter: BlockingAdapter {
  func wait(for promise: NativePromise, within limit: Duration?) throws -> Token {
    let milliseconds = limit.map { $0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000 }
    let ending = unsafe promise.withPointer { unsafe module.table.wait($0, UInt32(milliseconds ?? 0)) }
    return try unsafe tokens.result(of: ending).get()
  }
}

extension NativeAdapter: ThrowingAdapter {
  func takeThrown() -> (any Error)? {
    var reason: aplus_token = 0
    guard let thrown = unsafe module.table.thrown, unsafe thrown(&reason) == 1 else { return nil }
    return tokens.error(of: reason)
  }
}

extension NativeAdapter: AbandoningAdapter {
  func abandon(_ promise: NativePromise) {
    unsafe promise.withPointer { pointer in if let abandon = unsafe module.table.abandon { unsafe abandon(pointer) } }
  }
}

extension NativeAdapter: CancellingAdapter {
  /// A placeholder; the capabilities of the table replace it.
  static var cancellationProfile: CancellationProfile { .downstream }

  func cancel(_ promise: NativePromise, with reason: Reason?) {
    unsafe promise.withPointer { pointer in
      guard let reason, let cancelWith = unsafe module.table.cancel_with else {
        return unsafe module.table.cancel(pointer)
      }
      unsafe cancelWith(pointer, tokens.number(of: reason.token))
    }
  }
}
