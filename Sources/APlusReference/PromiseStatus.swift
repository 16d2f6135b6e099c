/// What can be seen of a promise from outside at one moment.
///
/// A status other than `pending` is final.
public enum PromiseStatus: Hashable, Sendable {
  /// Not settled yet; the promise may already be locked in to another one.
  case pending
  /// Settled with a value.
  case fulfilled
  /// Settled with a reason.
  case rejected
  /// Settled by a cancel: a kind of rejected.
  case cancelled
}
