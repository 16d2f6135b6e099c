import APlusAdapter
import CHost
import Synchronization

/// A context of a native library.
@safe final class NativeContext: @unchecked Sendable {
  // SAFETY: the pointer is not changed, and may be used from any thread until it is released.
  private let pointer: OpaquePointer
  private let module: NativeModule
  private let identities: NativeIdentities
  private let address: UInt

  /// Makes a context of a kind that the table claims.
  ///
  /// An adapter that returns null breaks its contract: the process ends.
  init(_ kind: ContextKind, of module: NativeModule, _ identities: NativeIdentities) {
    guard let pointer = unsafe kind.name.withCString({ unsafe module.table.make_context($0) }),
      let identity = unsafe module.table.identity(pointer)
    else { preconditionFailure("\(module.name): no context of kind \(kind.name), or no identity of it") }
    unsafe self.pointer = pointer
    self.module = module
    self.identities = identities
    address = UInt(bitPattern: identity)
  }

  deinit {
    // The address may soon belong to another context.
    identities.forget(address)
    unsafe module.table.release_context(pointer)
  }

  /// What identifies the context.
  var identity: ObjectIdentifier { identities.identity(of: address) }

  /// Lends the pointer for a call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { unsafe body(pointer) }
  }
}

/// Objects that stand for the addresses by which a native library distinguishes its contexts.
final class NativeIdentities: Sendable {
  private final class Identity: Sendable {}

  private let identities = Mutex<[UInt: Identity]>([:])

  /// The identity of the object for an address; the same one until the address is forgotten.
  func identity(of address: UInt) -> ObjectIdentifier {
    identities.withLock { identities in
      let identity = identities[address] ?? Identity()
      identities[address] = identity
      return ObjectIdentifier(identity)
    }
  }

  /// Releases the object for an address.
  func forget(_ address: UInt) { identities.withLock { $0[address] = nil } }
}

extension NativeAdapter: ContextAdapter {
  /// All kinds that a table may claim; the capabilities list those that this table does claim.
  static var contextKinds: Set<ContextKind> { [.serial, .inline, .dead] }

  func makeContext(_ kind: ContextKind) -> NativeContext { NativeContext(kind, of: module, identities) }

  func then(_ promise: NativePromise, _ handlers: Handlers<NativePromise>, on context: NativeContext) -> NativePromise {
    let registration = NativeRegistration(handlers, tokens)
    return unsafe promise.withPointer { pointer in
      unsafe context.withPointer { on in
        unsafe promise.derived(
          owning: module.table.then_on(
            pointer, on, registration.onFulfilled, registration.onRejected, registration.makeContext(),
            NativeRegistration.drop))
      }
    }
  }

  func identity(of context: NativeContext) -> ObjectIdentifier { context.identity }

  var currentContext: ObjectIdentifier? {
    unsafe module.table.current_context?().map { identities.identity(of: UInt(bitPattern: $0)) }
  }
}
