/// An adapter for a library where a promise can be resolved with another one, whose outcome it
/// then takes.
public protocol ResolvingAdapter: PromiseAdapter {
  /// Resolves a promise with another one.
  func resolve(_ settler: Settler, with subject: Subject)
}
