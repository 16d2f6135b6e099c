import APlusAdapter

extension Library {
  /// The functions of a library that has contexts, with their types erased.
  struct Contexts: Sendable {
    let kinds: Set<String>
    let make: @Sendable (String) -> (handle: Handle, identity: ObjectIdentifier)
    /// Registers handlers on a promise; nil for a library without promises.
    let then: (@Sendable (Handle, UserHandlers, Handle) -> Handle)?
    let current: @Sendable () -> ObjectIdentifier?
  }

  static func contexts<Adapter: ContextAdapter>(_ adapter: Adapter) -> Contexts {
    Contexts(
      kinds: Set(Adapter.contextKinds.map(\.name)),
      make: { kind in
        let context = adapter.makeContext(ContextKind(kind))
        return (Handle(context), adapter.identity(of: context))
      },
      then: { subject, handlers, context in Handle(adapter.then(subject.value(), handlers.typed(), on: context.value()))
      }, current: { adapter.currentContext })
  }
}
