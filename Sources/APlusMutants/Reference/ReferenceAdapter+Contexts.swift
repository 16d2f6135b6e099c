package import APlusAdapter
package import APlusReference

extension ReferenceAdapter: ContextAdapter {
  package static var contextKinds: Set<ContextKind> { [.serial, .inline, .dead] }

  package func makeContext(_ kind: ContextKind) -> any Context {
    switch kind {
    case .inline: return ImmediateContext.shared
    case .dead:
      let context = ThreadContext()
      context.stop()
      return context
    default: return SerialContext(pool)
    }
  }

  package func then(
    _ promise: Promise<Token>,
    _ handlers: Handlers<Promise<Token>>,
    on context: any Context
  ) -> Promise<Token> {
    switch handlers {
    case .values(let onFulfilled?, let onRejected?):
      promise.then(on: context, onFulfilled, onRejected: onRejected)
    case .values(let onFulfilled?, nil): promise.then(on: context, onFulfilled)
    case .values(nil, let onRejected?): promise.recover(on: context, onRejected)
    case .promises(let onFulfilled?, let onRejected?):
      promise.then(on: context, onFulfilled, onRejected: onRejected)
    case .promises(let onFulfilled?, nil): promise.then(on: context, onFulfilled)
    case .promises(nil, let onRejected?): promise.recover(on: context, onRejected)
    case .values(nil, nil), .promises(nil, nil):
      promise.then(on: context, onFulfilled: nil, onRejected: nil)
    }
  }

  package func identity(of context: any Context) -> ObjectIdentifier {
    ObjectIdentifier(context)
  }

  package var currentContext: ObjectIdentifier? {
    SerialContext.current.map { ObjectIdentifier($0) }
  }
}
