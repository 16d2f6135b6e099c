import Foundation

/// A file that is either written whole or left as it was.
///
/// The text goes to a temporary file in the same directory, which then replaces the old one in one step.
struct OutputFile {
  /// The path as the user wrote it.
  let path: String
  private let target: URL

  /// Makes the directory of the file and checks that the file can be written.
  ///
  /// This comes before the run, so that a mistyped path loses no result.
  init(preparing path: String) throws(Failure) {
    self.path = path
    target = URL(filePath: path).resolvingSymlinksInPath()
    try makeDirectory()
    var isDirectory: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(
      atPath: target.path,
      isDirectory: &isDirectory
    )
    if exists && isDirectory.boolValue { throw failure("it is a directory") }
    guard !isDevice else { return }
    try attempt {
      let probe = temporary
      try Data().write(to: probe, options: .withoutOverwriting)
      try FileManager.default.removeItem(at: probe)
    }
  }

  /// Writes the whole file.
  func write(_ text: String) throws(Failure) {
    let data = Data(text.utf8)
    // A device or pipe cannot be replaced.
    guard !isDevice else {
      try attempt { try data.write(to: target) }
      return
    }
    let probe = temporary
    try attempt {
      do {
        try data.write(to: probe, options: .withoutOverwriting)
        guard unsafe rename(probe.path, target.path) == 0 else {
          throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
      } catch {
        // The first error is the one to report.
        try? FileManager.default.removeItem(at: probe)
        throw error
      }
    }
  }

  /// Makes a directory and its parents.
  static func makeDirectory(_ path: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: path),
        withIntermediateDirectories: true
      )
    } catch {
      throw Failure(
        .harnessError,
        "cannot make the directory \(path): \(SystemMessage.text(of: error))"
      )
    }
  }

  private func makeDirectory() throws(Failure) {
    let parent = target.deletingLastPathComponent()
    try attempt {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    }
  }

  private var isDevice: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: target.path)
    guard let type = attributes?[.type] as? FileAttributeType else { return false }
    return type != .typeRegular && type != .typeDirectory
  }

  private var temporary: URL {
    let process = ProcessInfo.processInfo.processIdentifier
    return target.deletingLastPathComponent()
      .appending(path: ".\(target.lastPathComponent).\(process).tmp")
  }

  private func attempt(_ body: () throws -> Void) throws(Failure) {
    do {
      try body()
    } catch {
      throw failure(SystemMessage.text(of: error))
    }
  }

  private func failure(_ reason: String) -> Failure {
    Failure(.harnessError, "cannot write \(path): \(reason)")
  }
}
