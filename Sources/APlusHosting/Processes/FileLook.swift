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

  /// The program that runs a script, and its arguments, as the first line names them; none for other files.
  static func interpreter(of path: String) -> [String] {
    let start = String(decoding: start(of: path, limit: 256), as: UTF8.self)
    let line = start.prefix { !$0.isNewline }
    guard line.hasPrefix("#!") else { return [] }
    return line.dropFirst(2).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether a file and all directories that lead to it belong to root, and no other user may write to them.
  static func isOnlyChangedByRoot(_ path: String) -> Bool {
    var place = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    while true {
      var status = stat()
      guard unsafe lstat(place.path, &status) == 0, status.st_uid == 0 else { return false }
      // Of a directory with this bit, only owners can rename and remove files.
      let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
      guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 || isSticky else { return false }
      if place.path == "/" { return true }
      place = place.deletingLastPathComponent()
    }
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
