import APlusAdapter
import CHost

/// A call of a native library that takes a completion handler.
@safe final class NativeCall: @unchecked Sendable {
  // SAFETY: the pointer is not changed, and may be used from any thread until it is released.
  private let pointer: OpaquePointer?
  private let module: NativeModule
  private let completion: NativeCompletion

  /// Takes over a pointer that the receiver must release.
  init(owning pointer: OpaquePointer?, of module: NativeModule, _ completion: NativeCompletion) {
    unsafe self.pointer = pointer
    self.module = module
    self.completion = completion
  }

  deinit {
    if let pointer = unsafe pointer { unsafe module.table.release_call?(pointer) }
    // A table that claims it says itself when the library has released the handler.
    if !module.reportsReleases { completion.end() }
  }

  /// Lends the pointer for a call.
  func withPointer(_ body: (OpaquePointer?) -> Void) { withExtendedLifetime(self) { unsafe body(pointer) } }
}

extension NativeAdapter: CallContextAdapter {
  /// A placeholder; the capabilities of the table replace it.
  static var calls: Set<CallKind> { [] }

  func makeContext() -> NativeContext { makeContext(.serial) }

  func start(_ request: CallRequest, _ done: Completion) -> NativeCall { unsafe start(request, done, nil) }

  func start(_ request: CallRequest, _ done: Completion, on context: NativeContext) -> NativeCall {
    unsafe context.withPointer { unsafe start(request, done, $0) }
  }

  private func start(_ request: CallRequest, _ done: Completion, _ context: OpaquePointer?) -> NativeCall {
    let completion = NativeCompletion(done, request.tasks, tokens)
    let pointer = unsafe request.kind.name.withCString { kind in
      var given = unsafe aplus_request(
        kind: kind, value: tokens.number(of: request.value), tasks: UInt64(request.tasks.count))
      return unsafe module.table.start(&given, completion.makePointer(), context)
    }
    return unsafe NativeCall(owning: pointer, of: module, completion)
  }

  func finish(_ call: NativeCall, with result: Result<Token, any Error>) {
    unsafe call.withPointer { pointer in
      unsafe tokens.withPointers(to: result) { unsafe module.table.finish(pointer, $0, $1) }
    }
  }

  func cancel(_ call: NativeCall) { unsafe call.withPointer { unsafe module.table.cancel_call?($0) } }
}

extension NativeTokens {
  /// Lends the number of a value or of an error, each as the interface passes it.
  func withPointers(
    to result: Result<Token, any Error>, _ body: (UnsafePointer<aplus_token>?, UnsafePointer<aplus_token>?) -> Void
  ) {
    switch result {
    case .success(let token): unsafe withUnsafePointer(to: number(of: token)) { unsafe body($0, nil) }
    case .failure(let error): unsafe withUnsafePointer(to: number(of: error)) { unsafe body(nil, $0) }
    }
  }

  /// The token of a number that a completion handler got as a value.
  func value(of number: aplus_token) -> Token { number == aplus_token(APLUS_OWN_VALUE) ? .nothing : token(of: number) }
}
