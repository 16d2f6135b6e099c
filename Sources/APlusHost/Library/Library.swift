package import APlusAdapter
package import APlusModel

/// A library under test, behind functions that erase its types.
package struct Library: Sendable {
  /// What it can do, as manifests and reports name it.
  package private(set) var capabilities: [Capability]
  /// The mangled name of the adapter's type, with which its functions begin.
  let adapterType: String?
  let driver: Driver
  let reason: @Sendable (any Error) -> Reason?
  let meaning: @Sendable (any Error) -> ErrorMeaning
  /// What it does with promises; nil for a library without them.
  private(set) var promises: Promises?
  /// What it does with completion handlers; nil for a library without them.
  private(set) var calls: Calls?
  /// How its promises are awaited; nil where they cannot be.
  private(set) var awaits: Awaits?

  /// What the host does itself, for every library: it reads the clock, and lets time pass.
  private static let own = [Capability("pause"), Capability("timing")]

  /// Erases the types of an adapter.
  package init<Adapter: LibraryAdapter>(_ adapter: Adapter) {
    adapterType = _mangledTypeName(Adapter.self)
    driver = adapter.driver
    reason = { adapter.reason(in: $0) }
    // What ends the await of a cancelled task is the language's own.
    let hasTasks = adapter is any AwaitingAdapter || adapter is any ChannelAdapter || Calls.hasScopes(adapter)
    meaning = { hasTasks && $0 is CancellationError ? .cancellation : adapter.meaning(of: $0) }
    // Handlers throw any error in Swift, but a token in C.
    capabilities =
      Adapter.claims.flatMap { Capability.parse($0.description) } + Self.own + [Capability("kinds", detail: "swift")]
    if case .manual = adapter.driver.kind { capabilities.append(Capability("drain")) }
    if let adapter = adapter as? any PromiseAdapter {
      promises = Promises(adapter)
      capabilities += Promises.capabilities(of: adapter)
      awaits = Awaits(adapter)
      awaits.map { capabilities.append($0.capability) }
    }
    if let adapter = adapter as? any CallbackAdapter {
      calls = Calls(adapter)
      capabilities += Calls.capabilities(of: adapter)
    }
    if let adapter = adapter as? any ChannelAdapter {
      calls = Calls(channelsOf: adapter)
      capabilities += Calls.capabilities(ofChannels: adapter)
    }
    if let adapter = adapter as? any ScopeAdapter {
      calls = Calls(scopesOf: adapter)
      capabilities += Calls.capabilities(ofScopes: adapter)
    }
    if let adapter = adapter as? any TaskScopeAdapter {
      calls = Calls(taskScopesOf: adapter)
      capabilities += Calls.capabilities(ofTaskScopes: adapter)
    }
    capabilities = Set(capabilities).sorted()
  }

  /// The library with the given capabilities only, for an adapter that knows them only at run time.
  package func offering(only capabilities: [Capability]) -> Library {
    var library = self
    library.capabilities = (capabilities + Self.own).sorted()
    library.promises = capabilities.provide(.promises) ? promises?.offering(only: capabilities) : nil
    let hasCalls = capabilities.contains { ["callbacks", "channels"].contains($0.name) }
    library.calls = hasCalls ? calls : nil
    library.awaits = capabilities.provide(Capability("await")) ? awaits : nil
    return library
  }
}
