import APlusHost
import APlusJSON
import Foundation

enum Version {
  static let current = PackageVersion.current

  /// The version, and what the program was built from, which only an installation has recorded.
  static var details: String {
    let folder = URL(filePath: Executable.path).deletingLastPathComponent()
    let list = folder.appending(path: "../share/aplus-check/VERSIONS").standardized.path
    let recorded = FileManager.default.contents(atPath: list).map { String(decoding: $0, as: UTF8.self) }
    let known = """
      aplus-check \(current)
      swift-stdlib \(_SwiftStdlibVersion.current)
      jansson \(JSON.libraryVersion)

      """
    let absent = "its packages are not recorded, as it is not installed\n"
    return known + (recorded.map { "built from:\n\($0)" } ?? absent)
  }
}

/// The running program.
enum Executable {
  /// Its path, with links resolved, so that what is installed beside it is found.
  static var path: String {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return URL(filePath: path).resolvingSymlinksInPath().path
  }
}

/// The current time as reports write it.
enum Timestamp {
  /// UTC, whole seconds, without a zone, the one form that every reader accepts:
  /// `2026-11-20T20:53:25`.
  static var now: String {
    Date.now.formatted(
      .iso8601.year().month().day().dateSeparator(.dash).time(includingFractionalSeconds: false).timeSeparator(.colon))
  }
}

/// The system's message about an error.
enum SystemMessage {
  /// The message about an error number.
  static func text(of number: Int32) -> String { unsafe String(cString: strerror(number)) }

  /// The message without the path and the advice that Foundation adds.
  static func text(of error: any Error) -> String {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return text(of: Int32(error.code)) }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return text(of: cause) }
    return error.localizedDescription
  }
}
