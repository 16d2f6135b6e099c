import APlusHost
import Foundation

/// The version of the tool.
enum Version {
  static let current = PackageVersion.current
}

/// The running program.
enum Executable {
  /// Its path, with links resolved, so that what is installed beside it is found.
  static var path: String {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return URL(filePath: path).resolvingSymlinksInPath().path
  }
}

/// The present moment as reports write it.
enum Timestamp {
  /// UTC, whole seconds, without a zone, the one form that every reader takes: `2026-11-20T20:53:25`.
  static var now: String {
    Date.now.formatted(
      .iso8601.year().month().day().dateSeparator(.dash)
        .time(includingFractionalSeconds: false).timeSeparator(.colon)
    )
  }
}

/// The system's message about an error.
enum SystemMessage {
  /// The message without the path and the advice that Foundation adds.
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
