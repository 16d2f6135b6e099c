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
  /// An adapter that gives no context breaks its contract, and there is nothing to go on with.
  init(_ kind: ContextKind, of module: NativeModule, _ identities: NativeIdentities) {
    guard let pointer = unsafe kind.name.withCString({ unsafe module.table.make_context($0) }),
      let identity = unsafe module.table.identity(pointer)
    else {
      preconditionFailure("\(module.name): a context of the kind \(kind.name) was not made")
    }
    unsafe self.pointer = pointer
    self.module = module
    self.identities = identities
    address = UInt(bitPattern: identity)
  }

  deinit {
    // The address may soon be that of another context.
    identities.forget(address)
    unsafe module.table.release_context(pointer)
  }

  /// What tells the context from all others.
  var identity: ObjectIdentifier { identities.identity(of: address) }

  /// Lends the pointer for a call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { unsafe body(pointer) }
  }
}

/// Objects that stand for the addresses by which a native library tells its contexts apart.
final class NativeIdentities: Sendable {
  private final class Identity: Sendable {}

  private let identities = Mutex<[UInt: Identity]>([:])

  /// The object of an address; the same one until it is forgotten.
  func identity(of address: UInt) -> ObjectIdentifier {
    identities.withLock { identities in
      let identity = identities[address] ?? Identity()
      identities[address] = identity
      return ObjectIdentifier(identity)
    }
  }

  /// Lets go of the object of an address.
  func forget(_ address: UInt) {
    identities.withLock { $0[address] = nil }
  }
}

extension NativeAdapter: ContextAdapter {
  /// The kinds that a table may claim; those that this one does not are taken away afterwards.
  static var contextKinds: Set<ContextKind> { [.serial, .inline, .dead] }

  func makeContext(_ kind: ContextKind) -> NativeContext {
    NativeContext(kind, of: module, identities)
  }

  func then(
    _ promise: NativePromise,
    _ handlers: Handlers<NativePromise>,
    on context: NativeContext
  ) -> NativePromise {
    let registration = NativeRegistration(handlers, tokens)
    return unsafe promise.withPointer { pointer in
      unsafe context.withPointer { on in
        unsafe NativePromise(
          owning: module.table.then_on(
            pointer,
            on,
            registration.onFulfilled,
            registration.onRejected,
            registration.makeContext(),
            NativeRegistration.drop
          ),
          of: module
        )
      }
    }
  }

  func identity(of context: NativeContext) -> ObjectIdentifier { context.identity }

  var currentContext: ObjectIdentifier? {
    unsafe module.table.current_context().map { identities.identity(of: UInt(bitPattern: $0)) }
  }
}
