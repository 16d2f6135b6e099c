package import APlusAdapter

/// What every adapter of the weak scopes has.
protocol WeakScopes: ScopeAdapter where Scope == TokenScope, Item == TokenScope.Item {
  static var notifiesAfter: Bool { get }
  var fault: ScopeFault? { get }
}

extension WeakScopes {
  static var features: Set<ScopeFeature> { [.weak, .nested, .release, .launch, .notify, .holds] }

  func makeScope(inside outer: TokenScope?) -> TokenScope {
    TokenScope(inside: outer, notifiesAfter: Self.notifiesAfter, fault)
  }
  func makeItem(_ cancelled: @escaping @Sendable () -> Void) -> TokenScope.Item { TokenScope.Item(cancelled) }
  func add(_ item: TokenScope.Item, to scope: TokenScope) { scope.add(item) }
  func complete(_ item: TokenScope.Item) { item.complete() }
  func cancel(_ scope: TokenScope) { scope.cancel() }
  func launch(_ work: @escaping @Sendable () -> Void, in scope: TokenScope) { scope.launch(work) }
  func notify(_ callback: @escaping @Sendable () -> Void, of scope: TokenScope) { scope.notify(callback) }
  func isEmpty(_ scope: TokenScope) -> Bool { scope.isEmpty }
}

/// Scopes whose completion callbacks run before the items are cancelled.
struct NotifyingScopes: WeakScopes {
  static let notifiesAfter = false
  static var claims: Set<Claim> { [.threads, .notifiesBeforeItems] }
  let fault: ScopeFault?

  init() { self.init(nil) }
  init(_ fault: ScopeFault?) { self.fault = fault }
}

/// Scopes whose completion callbacks run after the items were cancelled.
struct LateScopes: WeakScopes {
  static let notifiesAfter = true
  static var claims: Set<Claim> { [.threads, .notifiesAfterItems] }
  let fault: ScopeFault? = nil
}

/// What every adapter of the structured scopes has.
protocol StructuredScopes: TaskScopeAdapter where Group == TaskBag {
  static var sparesSiblings: Bool { get }
  var fault: ScopeFault? { get }
}

extension StructuredScopes {
  static var features: Set<ScopeFeature> { [.nested, .launch] }
  var driver: Driver { .background }

  func withScope(_ body: ScopeBody<TaskBag>) async throws -> Token {
    try await TaskBag.with(sparesSiblings: Self.sparesSiblings, fault, body)
  }
  func add(_ work: @escaping ScopeWork, to group: inout TaskBag) { group.add(work) }
  func launch(_ work: @escaping ScopeWork, in group: inout TaskBag) { group.launch(work) }
  func cancel(_ group: inout TaskBag) { group.cancel() }
}

/// Structured scopes in which a failure cancels the siblings.
struct FailingScopes: StructuredScopes {
  static let sparesSiblings = false
  static var claims: Set<Claim> { [.threads, .failureCancelsSiblings] }
  let fault: ScopeFault?

  init() { self.init(nil) }
  init(_ fault: ScopeFault?) { self.fault = fault }
}

/// Structured scopes in which a failure leaves the siblings alone.
struct SparingScopes: StructuredScopes {
  static let sparesSiblings = true
  static var claims: Set<Claim> { [.threads, .failureSparesSiblings] }
  let fault: ScopeFault?

  init() { self.init(nil) }
  init(_ fault: ScopeFault?) { self.fault = fault }
}

extension ScopeFault {
  /// Makes the adapter of the faulty scopes.
  package func makeAdapter() -> any LibraryAdapter {
    if self == .cancelsAnyway { return SparingScopes(self) }
    return isStructured ? FailingScopes(self) : NotifyingScopes(self)
  }
}

/// The scopes without a fault: one for each choice that libraries have.
package enum ScopeServices {
  /// Their names and adapters; the first is the reference.
  package static var right: [(name: String, adapter: any LibraryAdapter)] {
    [
      ("weak", NotifyingScopes()), ("late", LateScopes()), ("structured", FailingScopes()),
      ("sparing", SparingScopes()),
    ]
  }
}
