import Foundation

/// A file that is either written whole or left as it was.
///
/// The text goes to a temporary file in the same directory, which then replaces the old file in one
/// step. The directory, and the file that a link leads to, are determined once, before a host runs.
struct OutputFile: Sendable {
  /// The path as the user wrote it.
  let path: String
  /// Nil where it is a device or a pipe, which cannot be replaced.
  private let place: (folder: OutputFolder, name: String)?

  /// Makes the directory of the file and checks that the file can be written.
  ///
  /// This comes before the run, so that a mistyped path loses no result.
  init(preparing path: String) throws(Failure) {
    self.path = path
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    let type = status.st_mode & S_IFMT
    if exists, type == S_IFDIR { throw Failure.writing(path, "it is a directory") }
    guard !exists || type == S_IFREG else {
      place = nil
      return
    }
    let target = try Self.target(of: path)
    let folder = try OutputFolder(preparing: target.deletingLastPathComponent().path, for: path)
    place = (folder, target.lastPathComponent)
    try folder.check(target.lastPathComponent)
  }

  /// Whether both are the same file, whatever their paths.
  func isSame(as other: OutputFile) -> Bool {
    guard let place, let otherPlace = other.place else { return path == other.path }
    return place.name == otherPlace.name && place.folder.isSame(as: otherPlace.folder)
  }

  /// Writes the whole file; if its directory is gone, the text is kept elsewhere, and the failure
  /// says where.
  func write(_ text: String) throws(Failure) {
    if let place {
      do { return try place.folder.write(text, to: place.name, for: path) } catch {
        throw Failure(error.status, error.message + Self.kept(text, as: place.name))
      }
    }
    do { try Data(text.utf8).write(to: URL(filePath: path)) } catch {
      throw Failure.writing(path, SystemMessage.text(of: error))
    }
  }

  /// The file that a path leads to through its links; the file may not exist yet.
  private static func target(of path: String) throws(Failure) -> URL {
    var url = URL(filePath: path)
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { return url }
      url = URL(filePath: link, relativeTo: url.deletingLastPathComponent()).absoluteURL
    }
    throw Failure.writing(path, "its links form a loop")
  }

  /// Keeps a text in a new directory for temporary files.
  ///
  /// - Returns: Where it is, as the rest of a sentence; empty if it could not be kept.
  static func kept(_ text: String, as name: String) -> String {
    var folder = Array("\(FileManager.default.temporaryDirectory.path)/aplus-check-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&folder) != nil else { return "" }
    let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) + "/\(name)"
    guard (try? Data(text.utf8).write(to: URL(filePath: path))) != nil else { return "" }
    return "; its text is kept in \(path)"
  }
}
