import CHost

/// A promise of a native library.
struct NativePromise: Sendable {
  @safe private final class Owner: @unchecked Sendable {
    // SAFETY: the pointer is not changed, and may be used from any thread until it is released.
    let pointer: OpaquePointer
    private let release: @convention(c) (OpaquePointer?) -> Void

    init(_ pointer: OpaquePointer, release: @escaping @convention(c) (OpaquePointer?) -> Void) {
      unsafe self.pointer = pointer
      unsafe self.release = release
    }

    deinit { unsafe release(pointer) }
  }

  private let owner: Owner
  private let module: NativeModule

  /// Takes over a pointer that the receiver must release.
  ///
  /// An adapter that returns null breaks its contract: the process ends.
  init(owning pointer: OpaquePointer?, of module: NativeModule) {
    guard let pointer = unsafe pointer, let release = unsafe module.table.release else {
      preconditionFailure("\(module.name): a function of the table returned no promise")
    }
    unsafe owner = Owner(pointer, release: release)
    self.module = module
  }

  /// Lends the pointer for a call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(owner) { unsafe body(owner.pointer) }
  }

  /// A pointer that the receiver must release.
  func retained() -> OpaquePointer {
    unsafe withPointer { pointer in
      unsafe module.table.retain(pointer)
      return unsafe pointer
    }
  }
}
