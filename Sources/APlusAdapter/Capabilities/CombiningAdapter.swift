/// An adapter for a library that has combinators.
public protocol CombiningAdapter: PromiseAdapter {
  /// The combinators that the library has.
  static var combinators: Set<Combinator> { get }

  /// Calls one of these combinators.
  ///
  /// - Returns: The promise that the library returns. The adapter turns a list into a list token.
  func combine(_ combination: Combination<Subject>) -> Subject
}
