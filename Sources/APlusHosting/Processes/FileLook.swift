import Foundation

/// What the system says about files; links are followed.
package enum FileLook {
  /// Whether a path names a directory.
  package static func isDirectory(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// Whether a path names a regular file.
  static func isRegular(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  /// The first bytes of a file; none where it cannot be read.
  static func start(of path: String, limit: Int) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, buffer.count))
    }
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
