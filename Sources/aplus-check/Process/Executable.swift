import Foundation

/// The running program.
enum Executable {
  /// Its path, with links resolved, so that what is installed beside it is found.
  static var path: String {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return URL(filePath: path).resolvingSymlinksInPath().path
  }
}
