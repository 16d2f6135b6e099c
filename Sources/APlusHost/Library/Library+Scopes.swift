import APlusAdapter
import APlusModel
import Synchronization

/// Scopes whose members a cancel reaches: each call on one is a call with a completion handler.
extension Library.Calls {
  /// What a call returns: the scope or the item that it made.
  private enum Made<Adapter: ScopeAdapter>: Sendable {
    case scope(Adapter.Scope)
    case item(Adapter.Item, ScopeMember)
    case nothing
  }

  /// Erases the types of an adapter.
  init<Adapter: ScopeAdapter>(scopesOf adapter: Adapter) {
    typealias Call = Made<Adapter>
    @Sendable func scope(_ handle: Handle) -> Adapter.Scope? {
      if case .scope(let scope) = handle.value() as Call { scope } else { nil }
    }
    start = { request, done, _, members in
      let outer = members.first.flatMap(scope)
      let word = ScopeWord(rawValue: request.kind.name)
      guard word != .scope, let scope = outer else { return Handle(Call.scope(adapter.makeScope(inside: outer))) }
      switch word {
      case .add, .linger, .completed:
        let member = ScopeMember(done, goesOn: word == .linger)
        let item = adapter.makeItem { member.cancel() }
        if word == .completed, member.finish(with: .success(request.value)) { adapter.complete(item) }
        adapter.add(item, to: scope)
        return Handle(Call.item(item, member))
      case .launch: adapter.launch({ done(nil, nil) }, in: scope)
      case .notify: adapter.notify({ done(nil, nil) }, of: scope)
      case .holds: done(nil, adapter.isEmpty(scope) ? nil : .nothing)
      case .scope, nil: break
      }
      return Handle(Call.nothing)
    }
    finish = { call, result in
      guard case .item(let item, let member) = call.value() as Call, member.finish(with: result) else { return }
      adapter.complete(item)
    }
    cancel = { call in if let scope = scope(call) { adapter.cancel(scope) } }
    contexts = nil
  }

  /// What the protocols of an adapter claim.
  static func capabilities<Adapter: ScopeAdapter>(ofScopes adapter: Adapter) -> [Capability] {
    let own = Adapter.features.map { Capability("scopes", detail: $0.name) }
    // The host makes the items; whether an item can complete before it is added, only shows where it leaves its scope.
    return [ScopeProfile.scopes, ScopeProfile.linger, Capability("collect", detail: "handlers")] + own
      + (Adapter.features.contains(.weak) ? [ScopeProfile.completed] : [])
  }

  /// Whether an adapter is for scopes, whose items are cancelled with the language's own error.
  static func hasScopes(_ adapter: any LibraryAdapter) -> Bool {
    adapter is any ScopeAdapter || adapter is any TaskScopeAdapter
  }
}

/// An item of a scope, as the program sees it.
///
/// Its handler is called for one thing after another, also where two threads end the item: each call has its number.
final class ScopeMember: Sendable {
  private struct State {
    var isOpen = true
    var isReporting = false
    /// What the handler has not been called for yet.
    var due: [Result<Token, any Error>] = []
  }

  private let done: Completion
  /// Whether a cancel does not end it.
  private let goesOn: Bool
  private let state = Mutex(State())

  init(_ done: Completion, goesOn: Bool) {
    self.done = done
    self.goesOn = goesOn
  }

  /// Reports each cancel that reaches the item, also one that comes too late.
  func cancel() {
    state.withLock { state in
      if !goesOn { state.isOpen = false }
      state.due.append(.failure(CancellationError()))
    }
    report()
  }

  /// Finishes the item; returns false if it is no longer open.
  func finish(with result: Result<Token, any Error>) -> Bool {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      if state.isOpen { state.due.append(result) }
      return state.isOpen
    }
    if wasOpen { report() }
    return wasOpen
  }

  private func report() {
    let isFirst = state.withLock { state in
      defer { state.isReporting = true }
      return !state.isReporting
    }
    guard isFirst else { return }
    while let result = next() { done.result(result) }
  }

  private func next() -> Result<Token, any Error>? {
    state.withLock { state in
      state.isReporting = !state.due.isEmpty
      return state.isReporting ? state.due.removeFirst() : nil
    }
  }
}
