/// One call of a combinator.
public struct Combination<Subject> {
  /// The combinator to call.
  public let combinator: Combinator

  /// The promises to combine, in order; empty if a case calls the combinator without members.
  public let members: [Subject]

  /// The time for `delay` and `timeout`.
  public let milliseconds: Int

  /// How often `retry` calls its task at most.
  public let times: Int

  /// The task of `retry`, `sequence` and `try`; nil for other combinators.
  public let task: CombinationTask<Subject>?

  /// The rejection handler of `recover`; for other combinators both handlers are nil.
  public let handlers: Handlers<Subject>

  /// The cleanup code of `finally`; nil for other combinators.
  public let cleanup: (@Sendable () throws -> Void)?

  package init(
    combinator: Combinator, members: [Subject], milliseconds: Int = 0, times: Int = 0,
    task: CombinationTask<Subject>? = nil, handlers: Handlers<Subject> = .values(nil, nil),
    cleanup: (@Sendable () throws -> Void)? = nil
  ) {
    self.combinator = combinator
    self.members = members
    self.milliseconds = milliseconds
    self.times = times
    self.task = task
    self.handlers = handlers
    self.cleanup = cleanup
  }
}
