/// One call of a combinator.
public struct Combination<Subject> {
  /// The combinator to call.
  public let combinator: Combinator

  /// The promises that it combines, in order; none where a case asks what comes of nothing.
  public let members: [Subject]

  /// The time of `delay` and `timeout`.
  public let milliseconds: Int

  /// The count of `retry`, in the meaning that the adapter declares.
  public let times: Int

  /// The task of `retry`, `sequence` and `try`; nil elsewhere.
  public let task: CombinationTask<Subject>?

  /// The rejection handler of `recover`; both are nil elsewhere.
  public let handlers: Handlers<Subject>

  /// The code of `finally`; nil elsewhere.
  public let cleanup: (@Sendable () throws -> Void)?

  package init(
    combinator: Combinator,
    members: [Subject],
    milliseconds: Int = 0,
    times: Int = 0,
    task: CombinationTask<Subject>? = nil,
    handlers: Handlers<Subject> = .values(nil, nil),
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
