/// An adapter for a library whose handlers can be given a context: a queue, an executor, an event loop.
public protocol ContextAdapter: PromiseAdapter {
  /// What the library takes as a context.
  associatedtype Context

  /// The kinds of context that the adapter can make.
  static var contextKinds: Set<ContextKind> { get }

  /// Makes a context of one of these kinds; the checks hold it while they need it.
  func makeContext(_ kind: ContextKind) -> Context

  /// Registers handlers for a context, in one call of the library.
  ///
  /// - Returns: The promise that the library's call returns.
  func then(
    _ subject: Subject,
    _ handlers: Handlers<Subject>,
    on context: Context
  ) -> Subject

  /// What tells a context from all others: the context itself, or an object that belongs to it.
  func identity(of context: Context) -> ObjectIdentifier

  /// The identity of the context that runs the calling code; nil where none does.
  ///
  /// It must come from a mark that the context itself leaves, never from the thread. The library's
  /// default context has one, too, which stays the same as long as the default does.
  var currentContext: ObjectIdentifier? { get }
}

extension ContextAdapter where Context: AnyObject {
  /// The context itself.
  public func identity(of context: Context) -> ObjectIdentifier { ObjectIdentifier(context) }
}
