import APlusAdapter
import CHost
import Synchronization

/// The numbers that stand for tokens in the C interface.
final class NativeTokens: Sendable {
  /// The number of the first token.
  ///
  /// No token is 0, which a library that loses a value may hand on in its place, and none fits into
  /// 32 bits.
  private static let first: aplus_token = 0x5EED_0000_0000_0001

  /// Those of the process, which has one adapter.
  static let shared = NativeTokens()

  private struct State {
    var numbers: [Token: aplus_token] = [:]
    var tokens: [Token] = []
  }

  private let state = Mutex(State())

  /// The number of a token; the same one each time.
  func number(of token: Token) -> aplus_token {
    state.withLock { state in
      if let number = state.numbers[token] { return number }
      let number = Self.first + aplus_token(state.tokens.count)
      state.numbers[token] = number
      state.tokens.append(token)
      return number
    }
  }

  /// The number of a list of values that a combinator gives.
  func number(ofList numbers: UnsafeBufferPointer<aplus_token>) -> aplus_token {
    unsafe number(of: Token(list: numbers.map(token)))
  }

  /// The token of a number; a text that says so if the library made the number up.
  func token(of number: aplus_token) -> Token {
    state.withLock { state in
      let index = number &- Self.first
      return index < state.tokens.count
        ? state.tokens[Int(index)] : Token(.text("token \(number), which was never given"))
    }
  }

  /// The number of an error that a handler threw.
  func number(of error: any Error) -> aplus_token {
    switch error {
    case let reason as Reason: number(of: reason.token)
    case let error as NativeError: error.number
    default: NativeError.other
    }
  }

  /// The error that a number stands for.
  func error(of number: aplus_token) -> any Error { NativeError(number) ?? Reason(token(of: number)) as any Error }
}

/// An error that a native library created.
struct NativeError: Error {
  /// The number of an error without a meaning that the checks know.
  static let other = aplus_token(APLUS_ERROR)

  let number: aplus_token
  let meaning: ErrorMeaning

  /// Creates the error of a number; nil if the number is a token of the program.
  init?(_ number: aplus_token) {
    switch number {
    case Self.other: meaning = .other
    case aplus_token(APLUS_ERROR_SELF_RESOLUTION): meaning = .selfResolution
    case aplus_token(APLUS_ERROR_CANCELLED): meaning = .cancellation
    case aplus_token(APLUS_ERROR_TIMED_OUT): meaning = .timeout
    default: return nil
    }
    self.number = number
  }
}

extension NativeError: CustomStringConvertible {
  /// The name of the number in the C header, as traces show it.
  var description: String {
    switch meaning {
    case .selfResolution: "APLUS_ERROR_SELF_RESOLUTION"
    case .cancellation: "APLUS_ERROR_CANCELLED"
    case .timeout: "APLUS_ERROR_TIMED_OUT"
    default: "APLUS_ERROR"
    }
  }
}
