package import APlusAdapter
package import APlusReference

extension ReferenceAdapter: ContextAdapter {
  package static var contextKinds: Set<ContextKind> { [.serial, .inline, .dead] }

  package func makeContext(_ kind: ContextKind) -> any Context {
    switch kind {
    case .inline: ImmediateContext.shared
    case .dead: ClosedContext()
    default: SerialContext(pool)
    }
  }

  package func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>, on context: any Context)
    -> Promise<Token>
  {
    switch handlers {
    case .values(let onFulfilled, let onRejected):
      promise.then(
        on: context, onFulfilled: onFulfilled.map { handler in { @Sendable in .value(try handler($0)) } },
        onRejected: onRejected.map { handler in { @Sendable in .value(try handler($0)) } })
    case .promises(let onFulfilled, let onRejected):
      promise.then(
        on: context, onFulfilled: onFulfilled.map { handler in { @Sendable in .promise(try handler($0)) } },
        onRejected: onRejected.map { handler in { @Sendable in .promise(try handler($0)) } })
    }
  }

  package func identity(of context: any Context) -> ObjectIdentifier { ObjectIdentifier(context) }

  package var currentContext: ObjectIdentifier? { SerialContext.current.map { ObjectIdentifier($0) } }
}

/// A context that has shut down: it runs nothing.
private final class ClosedContext: Context { func enqueue(_ job: @escaping @Sendable () -> Void) {} }
