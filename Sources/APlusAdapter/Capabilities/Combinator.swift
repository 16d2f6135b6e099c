/// A combinator of promise libraries.
public struct Combinator: Sendable, Hashable {
  /// The word that follows `combinators:` in manifests and reports.
  public let name: String

  package init(_ name: String) { self.name = name }

  /// Fulfills with all values, in order of the members, or rejects with the first rejection.
  public static let all = Combinator("all")

  /// Settles as the first settled member does.
  public static let race = Combinator("race")

  /// Fulfills as the first fulfilled member does.
  public static let any = Combinator("any")

  /// Fulfills when all members are settled.
  public static let allSettled = Combinator("allSettled")

  /// Passes the outcome on after a time.
  public static let delay = Combinator("delay")

  /// Rejects after a time.
  public static let timeout = Combinator("timeout")

  /// Handles a rejection.
  public static let recover = Combinator("recover")

  /// Calls a task until it succeeds.
  public static let retry = Combinator("retry")

  /// Runs code on either outcome and passes the outcome on.
  public static let finally = Combinator("finally")

  /// Performs a task for one member after another.
  public static let sequence = Combinator("sequence")

  /// Fulfills with the values of two members.
  public static let zip = Combinator("zip")

  /// Calls a task once and returns a promise of its outcome: `Promise.try` of ECMAScript, or a
  /// constructor whose function may throw.
  public static let `try` = Combinator("try")
}
