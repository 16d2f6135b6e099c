/// An adapter for a library that can resolve a promise with another one, whose outcome the first
/// one then adopts.
public protocol ResolvingAdapter: PromiseAdapter {
  /// Resolves a promise with another one.
  func resolve(_ settler: Settler, with subject: Subject)
}
