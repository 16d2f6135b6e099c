/// When a function calls the callback that it took.
///
/// A function that sometimes calls at once and sometimes later surprises its callers; most promise
/// one of the two.
public enum CallbackTiming: Sendable, Hashable {
  /// Never inside the call of the function; another thread may call before the function returns.
  case later
  /// Always before the function returns.
  case atOnce
  /// As it comes.
  case either
}
