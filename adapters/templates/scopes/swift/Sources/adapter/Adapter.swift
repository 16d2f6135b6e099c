// The adapter of your scopes, for aplus-check. Complete each place marked FILL IN, then remove its comment.
// FILL IN: import your library; for task groups conform to TaskScopeAdapter, which has an example
import APlusAdapter
import APlusHost

@main struct Adapter: ScopeAdapter, AdapterMain {
  // FILL IN: what the library has besides adding and cancelling, such as .nested, .release, .launch, .notify or .holds
  static let features: Set<ScopeFeature> = [.weak]
  // FILL IN: what it promises, such as .notifiesBeforeItems
  static let claims: Set<Claim> = [.threads]

  // FILL IN: make a scope, and an item that calls `cancelled` when a cancel reaches it
  func makeScope(inside outer: MyScope?) -> MyScope { MyScope() }
  func makeItem(_ cancelled: @escaping @Sendable () -> Void) -> MyItem { MyItem(onCancel: cancelled) }

  // FILL IN: add an item, complete it so that it leaves, and cancel the scope
  func add(_ item: MyItem, to scope: MyScope) { scope.add(item) }
  func complete(_ item: MyItem) { item.complete() }
  func cancel(_ scope: MyScope) { scope.cancel() }
}
