/// A reason that the library itself rejects with.
///
/// Reasons of your own stay as they are; only these are made here. Compare the code, not the text:
///
///     promise.catch { reason in
///       if (reason as? PromiseError)?.code == .timedOut { retryLater() }
///     }
public struct PromiseError: Error, CustomStringConvertible {
  /// What kind of reason this is.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// A promise was resolved with itself.
    public static let selfResolution = Code(description: "selfResolution")
    /// A promise was cancelled without a reason of the caller.
    public static let cancelled = Code(description: "cancelled")
    /// A promise did not settle in time.
    public static let timedOut = Code(description: "timedOut")
    /// A combinator that needs something to wait for was given nothing.
    public static let empty = Code(description: "empty")
    /// Every promise given to `any` was rejected.
    public static let allRejected = Code(description: "allRejected")
  }

  /// What kind of reason this is.
  public let code: Code
  /// One sentence for people.
  public let description: String
  /// The reasons behind this one: those of the members, for `any`.
  public let reasons: [any Error]

  private init(_ code: Code, _ description: String, reasons: [any Error] = []) {
    self.code = code
    self.description = description
    self.reasons = reasons
  }

  /// The reason of a promise that was resolved with itself.
  public static let selfResolution = PromiseError(
    .selfResolution,
    "The promise was resolved with itself and can never settle otherwise."
  )

  /// The reason of a promise that was cancelled without another one.
  public static let cancelled = PromiseError(.cancelled, "The promise was cancelled.")

  /// The reason of a promise that did not settle in time.
  public static let timedOut = PromiseError(.timedOut, "The promise did not settle in time.")

  /// The reason of a combinator that was given nothing to wait for.
  public static let empty = PromiseError(.empty, "There is nothing to wait for.")

  /// The reason of `any` when no member was fulfilled.
  public static func allRejected(_ reasons: [any Error]) -> PromiseError {
    PromiseError(.allRejected, "All \(reasons.count) promises were rejected.", reasons: reasons)
  }
}
