package import APlusAdapter
package import APlusModel

/// A library under test, behind functions that erase its types.
package struct Library: Sendable {
  /// What it can do, as manifests and reports name it.
  package private(set) var capabilities: [Capability]
  /// The mangled name of the adapter's type, with which its functions begin.
  let adapterType: String?
  let driver: Driver
  let makeDeferred: @Sendable () -> (subject: Handle, settler: Handle)
  /// Returns whether the call took effect; nil if the library does not report that.
  private(set) var fulfill: @Sendable (Handle, Token) -> Bool?
  private(set) var reject: @Sendable (Handle, Reason) -> Bool?
  let then: @Sendable (Handle, UserHandlers) -> Handle
  let reason: @Sendable (any Error) -> Reason?
  let meaning: @Sendable (any Error) -> ErrorMeaning
  private(set) var readyMade: ReadyMade?
  private(set) var resolve: (@Sendable (Handle, Handle) -> Void)?
  let assimilate: (@Sendable (Handle, UserThenable) -> Void)?
  private(set) var cancel: (@Sendable (Handle, Reason?) -> Void)?
  let combine: (@Sendable (CombinationRequest) -> Handle)?
  let combinators: Set<String>
  private(set) var contexts: Contexts?

  /// What the host does itself, for every library: it reads the clock, and lets time pass.
  private static let own = [Capability("pause"), Capability("timing")]

  /// How the library makes settled promises.
  struct ReadyMade: Sendable {
    let fulfilled: @Sendable (Token) -> Handle
    let rejected: @Sendable (Reason) -> Handle
  }

  /// Erases the types of an adapter.
  package init<Adapter: PromiseAdapter>(_ adapter: Adapter) {
    typealias Subject = Adapter.Subject
    adapterType = _mangledTypeName(Adapter.self)
    driver = adapter.driver
    makeDeferred = {
      let (subject, settler) = adapter.makeDeferred()
      return (Handle(subject), Handle(settler))
    }
    let accepting = adapter as? any AcceptingAdapter
    if let accepting {
      fulfill = Self.fulfill(accepting)
      reject = Self.reject(accepting)
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
    let thenWithThenables = thenables.map { Self.thenWithThenables($0) }
    let isObject = Subject.self is AnyClass
    then = { subject, handlers in
      if handlers.kind == .thenable, let thenWithThenables { return thenWithThenables(subject, handlers) }
      let result = adapter.then(subject.value(), handlers.typed())
      return Handle(result, isObject: isObject)
    }
    reason = { adapter.reason(in: $0) }
    meaning = { adapter.meaning(of: $0) }
    readyMade = (adapter as? any ReadyMadeAdapter).map { Self.readyMade($0) }
    resolve = (adapter as? any ResolvingAdapter).map { Self.resolve($0) }
    assimilate = thenables.map { Self.assimilate($0) }
    let cancelling = adapter as? any CancellingAdapter
    cancel = cancelling.map { Self.cancel($0) }
    let combining = adapter as? any CombiningAdapter
    combine = combining.map { Self.combine($0) }
    combinators = combining.map { Set(type(of: $0).combinators.map(\.name)) } ?? []
    contexts = (adapter as? any ContextAdapter).map { Self.contexts($0) }
    capabilities = Self.capabilities(of: adapter)
  }

  /// The library with the given capabilities only, for an adapter that knows them only at run time.
  package func offering(only capabilities: [Capability]) -> Library {
    var library = self
    let names = Set(capabilities.map(\.name))
    library.capabilities = (capabilities + Self.own).sorted()
    if !names.contains("ready-made") { library.readyMade = nil }
    if !names.contains("adopting-resolve") { library.resolve = nil }
    if !names.contains("cancellation") { library.cancel = nil }
    if !names.contains("contexts") { library.contexts = nil }
    if !names.contains("acceptance") {
      library.fulfill = { [fulfill] settler, value in
        _ = fulfill(settler, value)
        return nil
      }
      library.reject = { [reject] settler, reason in
        _ = reject(settler, reason)
        return nil
      }
    }
    return library
  }

  private static func capabilities<Adapter: PromiseAdapter>(of adapter: Adapter) -> [Capability] {
    var capabilities = Adapter.claims.map { Capability($0.description) }
    capabilities += Self.own
    // Handlers throw any error in Swift, but a token in C.
    capabilities.append(Capability("kinds", detail: "swift"))
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
    if case .manual = adapter.driver.kind { capabilities.append(Capability("drain")) }
    return capabilities.sorted()
  }
}
