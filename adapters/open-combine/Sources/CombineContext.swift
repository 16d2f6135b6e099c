import APlusAdapter
import Dispatch
import OpenCombineDispatch

/// A scheduler for handlers: a serial queue, or the one that calls them at once.
final class CombineContext: Sendable {
  private static let mark = DispatchSpecificKey<ObjectIdentifier>()

  /// The context on whose queue the calling code runs.
  static var current: ObjectIdentifier? { DispatchQueue.getSpecific(key: mark) }

  /// The queue; nil if handlers are called at once.
  let queue: DispatchQueue?

  init(_ kind: ContextKind) {
    queue = kind == .inline ? nil : DispatchQueue(label: "context")
    queue?.setSpecific(key: Self.mark, value: ObjectIdentifier(self))
  }
}
