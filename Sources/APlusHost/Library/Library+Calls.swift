import APlusAdapter
import APlusModel

extension Library {
  /// The functions of a library that takes completion handlers, with their types erased.
  struct Calls: Sendable {
    /// Starts a call, perhaps for a context, with the calls that it is about.
    let start: @Sendable (CallRequest, Completion, Handle?, [Handle]) -> Handle
    let finish: @Sendable (Handle, Result<Token, any Error>) -> Void
    let cancel: @Sendable (Handle) -> Void
    let contexts: Contexts?
    /// What to do when a run has ended; nil if nothing.
    var endRun: (@Sendable () -> Void)?

    /// Erases the types of an adapter.
    init<Adapter: CallbackAdapter>(_ adapter: Adapter) {
      let placed = (adapter as? any CallContextAdapter).map { Library.placed($0) }
      start = { request, done, context, _ in
        if let context, let placed { return placed.start(request, done, context) }
        return Handle(adapter.start(request, done))
      }
      finish = { call, result in adapter.finish(call.value(), with: result) }
      cancel = { call in adapter.cancel(call.value()) }
      contexts = placed?.contexts
    }

    /// What the protocols of an adapter claim.
    static func capabilities<Adapter: CallbackAdapter>(of adapter: Adapter) -> [Capability] {
      let kinds = Adapter.calls.map { Capability("calls", detail: $0.name) }
      let contexts = adapter is any CallContextAdapter ? [Capability("contexts", detail: ContextKind.serial.name)] : []
      return [Capability("callbacks"), Capability("collect", detail: "handlers")] + kinds + contexts
    }
  }

  private static func placed<Adapter: CallContextAdapter>(_ adapter: Adapter) -> (
    start: @Sendable (CallRequest, Completion, Handle) -> Handle, contexts: Contexts
  ) {
    let contexts = Contexts(
      kinds: [ContextKind.serial.name],
      make: { _ in
        let context = adapter.makeContext()
        return (Handle(context), adapter.identity(of: context))
      }, then: nil, current: { adapter.currentContext })
    return ({ request, done, context in Handle(adapter.start(request, done, on: context.value())) }, contexts)
  }

  /// The places that the program can make for handlers.
  var contexts: Contexts? { promises?.contexts ?? calls?.contexts }
}
