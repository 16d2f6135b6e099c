/// Errors of all kinds that Swift has, which user code may throw.
///
/// An error that is not an object may carry a number, so that its text differs from others.
enum ThrownError {
  /// Makes an error of a kind.
  ///
  /// - Parameters:
  ///   - word: The kind in a program, such as `swift.class`.
  ///   - number: Distinguishes the error from others.
  /// - Returns: The error; nil for a kind that Swift does not have.
  static func make(_ word: String, number: Int) -> (any Error)? {
    switch word {
    case "swift.class": ClassError()
    case "swift.heir": SubclassError()
    case "swift.actor": ActorError()
    case "swift.struct": StructError(number: number)
    case "swift.empty": EmptyError()
    case "swift.memory": MemoryError(texts: ["\(number)", String(repeating: "memory", count: 5)], owned: ClassError())
    case "swift.closure": ClosureError(number: number) { number + $0 }
    case "swift.enum": CaseError.plain
    case "swift.payload": CaseError.payload(number, ["text"])
    case "swift.nested": CaseError.nested(CaseError.payload(number, []))
    case "swift.generic": GenericError(payload: StructError(number: number))
    case "swift.large": LargeError(first: number)
    case "swift.nameless": NamelessError()
    case "swift.cancellation": CancellationError()
    case "swift.decoding-error":
      DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "\(number)"))
    default: nil
    }
  }

  private class ClassError: Error, @unchecked Sendable {
    // SAFETY: it has no state.
  }

  private final class SubclassError: ClassError, @unchecked Sendable {
    // SAFETY: it has no state.
  }

  private actor ActorError: Error {}

  private struct StructError: Error { let number: Int }

  private struct EmptyError: Error {}

  /// An error that owns memory in several ways.
  private struct MemoryError: Error {
    let texts: [String]
    let owned: ClassError
  }

  private struct ClosureError: Error {
    let number: Int
    let body: @Sendable (Int) -> Int
  }

  private indirect enum CaseError: Error {
    case plain
    case payload(Int, [String])
    case nested(any Error)
  }

  private struct GenericError<Payload: Sendable>: Error { let payload: Payload }

  /// An error that is too large to be stored inline.
  private struct LargeError: Error {
    let first: Int
    let others = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  }

  private struct NamelessError: Error, CustomStringConvertible { let description = "" }
}
