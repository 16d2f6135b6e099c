package import APlusModel

/// Follows a run with a function.
package struct Following: RunObserver {
  private let body: @Sendable (RunEvent) -> Void

  package init(_ body: @escaping @Sendable (RunEvent) -> Void) { self.body = body }

  package func observe(_ event: RunEvent, of adapter: String) { body(event) }
}
