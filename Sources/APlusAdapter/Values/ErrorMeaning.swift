/// The meaning of an error that the library created.
public struct ErrorMeaning: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case other
    case cancellation
    case timeout
    case selfResolution
  }

  package let kind: Kind

  /// No meaning that the checks know.
  public static let other = ErrorMeaning(kind: .other)

  /// The promise was cancelled.
  public static let cancellation = ErrorMeaning(kind: .cancellation)

  /// A time limit passed.
  public static let timeout = ErrorMeaning(kind: .timeout)

  /// A promise was resolved with itself: the `TypeError` of 2.3.1.
  public static let selfResolution = ErrorMeaning(kind: .selfResolution)
}
