/// An adapter for a library whose handlers can be registered for a context: a queue, an executor,
/// an event loop.
public protocol ContextAdapter: PromiseAdapter {
  /// The library's type for a context.
  associatedtype Context

  /// The kinds of context that the adapter can make.
  static var contextKinds: Set<ContextKind> { get }

  /// Makes a context of one of these kinds; the checks keep it as long as they need it.
  func makeContext(_ kind: ContextKind) -> Context

  /// Registers handlers for a context, in a single call of the library.
  ///
  /// - Returns: The promise that the library's call returns.
  func then(_ subject: Subject, _ handlers: Handlers<Subject>, on context: Context) -> Subject

  /// What identifies a context: the context itself, or an object that belongs to it alone.
  func identity(of context: Context) -> ObjectIdentifier

  /// The identity of the context that runs the calling code; nil if none does.
  ///
  /// It must come from a mark that the context itself leaves, never from the thread. The library's
  /// default context has an identity, too, which stays the same as long as the default does.
  var currentContext: ObjectIdentifier? { get }
}

extension ContextAdapter where Context: AnyObject {
  /// The context itself.
  public func identity(of context: Context) -> ObjectIdentifier { ObjectIdentifier(context) }
}
