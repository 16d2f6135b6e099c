import CHost

/// A promise of a native library.
///
/// An object, so that a `then` which returns the promise itself is seen.
@safe final class NativePromise: @unchecked Sendable {
  // SAFETY: the pointer is not changed, and may be used from any thread until it is released.
  private let pointer: OpaquePointer?
  private let module: NativeModule

  /// Takes over a pointer that the receiver must release.
  ///
  /// An adapter that returns null otherwise breaks its contract: the process ends.
  ///
  /// - Parameters:
  ///   - pointer: The pointer; null from a call that threw, or from a `then` that returns nothing.
  ///   - module: The library.
  init(owning pointer: OpaquePointer?, of module: NativeModule) {
    if unsafe pointer == nil, !module.mayGiveNothing { Self.reportMissing(module) }
    unsafe self.pointer = pointer
    self.module = module
  }

  deinit { if let pointer = unsafe pointer { unsafe module.table.release?(pointer) } }

  private static func reportMissing(_ module: NativeModule) -> Never {
    preconditionFailure("\(module.name): a function of the table returned no promise")
  }

  /// Lends the pointer for a call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    guard let pointer = unsafe pointer else { Self.reportMissing(module) }
    return withExtendedLifetime(self) { unsafe body(pointer) }
  }

  /// A pointer that the receiver must release.
  func retained() -> OpaquePointer {
    unsafe withPointer { pointer in
      unsafe module.table.retain(pointer)
      return unsafe pointer
    }
  }

  /// What a call on this promise returned: this promise itself if it has the same pointer.
  func derived(owning other: OpaquePointer?) -> NativePromise {
    let result = unsafe NativePromise(owning: other, of: module)
    return unsafe other == pointer ? self : result
  }
}
