import APlusAdapter
import CHost

/// The handlers of one registration, as the context that a native library keeps for them.
final class NativeRegistration: Sendable {
  private let handlers: Handlers<NativePromise>
  private let tokens: NativeTokens

  init(_ handlers: Handlers<NativePromise>, _ tokens: NativeTokens) {
    self.handlers = handlers
    self.tokens = tokens
  }

  /// The function to call with the value; nil if there is no handler.
  var onFulfilled: aplus_handler? {
    switch handlers {
    case .values(nil, _), .promises(nil, _): nil
    default: { context, number in unsafe NativeRegistration.from(context).fulfill(number) }
    }
  }

  /// The function to call with the reason; nil if there is no handler.
  var onRejected: aplus_handler? {
    switch handlers {
    case .values(_, nil), .promises(_, nil): nil
    default: { context, number in unsafe NativeRegistration.from(context).reject(number) }
    }
  }

  /// A context that keeps the registration alive until `drop` is called.
  func makeContext() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

  /// The function that drops a context.
  static var drop: aplus_drop {
    { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<NativeRegistration>.fromOpaque(context).release()
    }
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> NativeRegistration {
    guard let context = unsafe context else { preconditionFailure("a handler was called without its context") }
    return unsafe Unmanaged<NativeRegistration>.fromOpaque(context).takeUnretainedValue()
  }

  private func fulfill(_ number: aplus_token) -> aplus_ending {
    unsafe ending {
      switch handlers {
      case .values(let handler, _): unsafe try handler.map { unsafe try value($0(tokens.token(of: number))) }
      case .promises(let handler, _): unsafe try handler.map { unsafe try promise($0(tokens.token(of: number))) }
      }
    }
  }

  private func reject(_ number: aplus_token) -> aplus_ending {
    unsafe ending {
      switch handlers {
      case .values(_, let handler): unsafe try handler.map { unsafe try value($0(tokens.error(of: number))) }
      case .promises(_, let handler): unsafe try handler.map { unsafe try promise($0(tokens.error(of: number))) }
      }
    }
  }

  private func ending(_ body: () throws -> aplus_ending?) -> aplus_ending {
    do { return unsafe try body() ?? value(.nothing) } catch {
      return unsafe aplus_ending(kind: UInt32(APLUS_THREW), token: tokens.number(of: error), promise: nil)
    }
  }

  private func value(_ token: Token) -> aplus_ending {
    unsafe aplus_ending(kind: UInt32(APLUS_RETURNED), token: tokens.number(of: token), promise: nil)
  }

  private func promise(_ promise: NativePromise) -> aplus_ending {
    unsafe aplus_ending(kind: UInt32(APLUS_RETURNED_PROMISE), token: 0, promise: promise.retained())
  }
}
