import Foundation

/// What the system says of an error, in its own short words.
enum SystemMessage {
  /// Gives the words, without the path and the advice that Foundation adds.
  static func text(of error: any Error) -> String {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain {
      return unsafe String(cString: strerror(Int32(error.code)))
    }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
      return text(of: cause)
    }
    return error.localizedDescription
  }
}
