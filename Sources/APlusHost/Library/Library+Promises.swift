import APlusAdapter
import APlusModel

extension Library {
  /// The functions of a library that has promises, with their types erased.
  ///
  /// An object, because every registration refers to it.
  final class Promises: Sendable {
    let makeDeferred: @Sendable () -> (subject: Handle, settler: Handle)
    /// Returns whether the call took effect; nil if the library does not report that.
    let fulfill: @Sendable (Handle, Token) -> Bool?
    let reject: @Sendable (Handle, Reason) -> Bool?
    let then: @Sendable (Handle, UserHandlers) -> Handle
    let readyMade: ReadyMade?
    let resolve: (@Sendable (Handle, Handle) -> Void)?
    let assimilate: (@Sendable (Handle, UserThenable) -> Void)?
    let cancel: (@Sendable (Handle, Reason?) -> Void)?
    let combine: (@Sendable (CombinationRequest) -> Handle)?
    let combinators: Set<String>
    let contexts: Contexts?
    /// What the call that has just returned on this thread threw; nil where calls cannot throw.
    let takeThrown: (@Sendable () -> (any Error)?)?
    /// Gives up what settles a promise, where it is not enough to release it.
    let abandon: (@Sendable (Handle) -> Void)?
    /// Whether `then` returns nothing, by design.
    let givesNothing: Bool

    /// How the library makes settled promises.
    struct ReadyMade: Sendable {
      let fulfilled: @Sendable (Token) -> Handle
      let rejected: @Sendable (Reason) -> Handle
    }

    /// Erases the types of an adapter.
    init<Adapter: PromiseAdapter>(_ adapter: Adapter) {
      makeDeferred = {
        let (subject, settler) = adapter.makeDeferred()
        return (Handle(subject), Handle(settler))
      }
      if let accepting = adapter as? any AcceptingAdapter {
        fulfill = Library.fulfill(accepting)
        reject = Library.reject(accepting)
      } else {
        fulfill = { settler, value in
          adapter.fulfill(settler.value(), with: value)
          return nil
        }
        reject = { settler, reason in
          adapter.reject(settler.value(), with: reason)
          return nil
        }
      }
      let thenables = adapter as? any ThenableAdapter
      let thenWithThenables = thenables.map { Library.thenWithThenables($0) }
      let isObject = Adapter.Subject.self is AnyClass
      then = { subject, handlers in
        if handlers.kind == .thenable, let thenWithThenables { return thenWithThenables(subject, handlers) }
        let result = adapter.then(subject.value(), handlers.typed())
        return Handle(result, isObject: isObject)
      }
      readyMade = (adapter as? any ReadyMadeAdapter).map { Library.readyMade($0) }
      resolve = (adapter as? any ResolvingAdapter).map { Library.resolve($0) }
      assimilate = thenables.map { Library.assimilate($0) }
      cancel = (adapter as? any CancellingAdapter).map { Library.cancel($0) }
      let combining = adapter as? any CombiningAdapter
      combine = combining.map { Library.combine($0) }
      combinators = combining.map { Set(type(of: $0).combinators.map(\.name)) } ?? []
      contexts = (adapter as? any ContextAdapter).map { Library.contexts($0) }
      takeThrown = (adapter as? any ThrowingAdapter).map { Library.takeThrown($0) }
      abandon = (adapter as? any AbandoningAdapter).map { Library.abandon($0) }
      givesNothing = false
    }

    /// Keeps of the functions what capabilities name.
    private init(_ all: Promises, offering capabilities: [Capability]) {
      let names = Set(capabilities.map(\.name))
      makeDeferred = all.makeDeferred
      if names.contains("acceptance") {
        fulfill = all.fulfill
        reject = all.reject
      } else {
        fulfill = { settler, value in
          _ = all.fulfill(settler, value)
          return nil
        }
        reject = { settler, reason in
          _ = all.reject(settler, reason)
          return nil
        }
      }
      then = all.then
      readyMade = names.contains("ready-made") ? all.readyMade : nil
      resolve = names.contains("adopting-resolve") ? all.resolve : nil
      assimilate = all.assimilate
      cancel = names.contains("cancellation") ? all.cancel : nil
      combine = all.combine
      combinators = all.combinators
      contexts = names.contains("contexts") ? all.contexts : nil
      takeThrown = all.takeThrown
      abandon = all.abandon
      givesNothing = capabilities.limits.contains(.nothingFromThen)
    }

    /// The functions without those that the capabilities do not name.
    func offering(only capabilities: [Capability]) -> Promises { Promises(self, offering: capabilities) }

    /// What the protocols of an adapter claim.
    static func capabilities<Adapter: PromiseAdapter>(of adapter: Adapter) -> [Capability] {
      var capabilities = [Capability.promises]
      if Adapter.Subject.self is AnyClass { capabilities.append(Capability("collect")) }
      if adapter is any ReadyMadeAdapter { capabilities.append(Capability("ready-made")) }
      if adapter is any AcceptingAdapter { capabilities.append(Capability("acceptance")) }
      if adapter is any ResolvingAdapter { capabilities.append(Capability("adopting-resolve")) }
      if adapter is any ThenableAdapter { capabilities.append(Capability("thenables")) }
      if let cancelling = Adapter.self as? any CancellingAdapter.Type {
        let profile = cancelling.cancellationProfile.name
        capabilities.append(Capability("cancellation", detail: profile))
        capabilities.append(Capability("cancellation", detail: "reason"))
      }
      if let combining = Adapter.self as? any CombiningAdapter.Type {
        capabilities += combining.combinators.map { Capability("combinators", detail: $0.name) }
      }
      if let contexts = Adapter.self as? any ContextAdapter.Type {
        capabilities += contexts.contextKinds.map { Capability("contexts", detail: $0.name) }
      }
      return capabilities
    }
  }
}
