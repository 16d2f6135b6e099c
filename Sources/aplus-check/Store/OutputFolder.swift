import Foundation

/// A directory that files are written to; it stays the same, whatever its path leads to later.
final class OutputFolder: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Creates the directory if it is missing, and opens it; a failure is about the file.
  init(preparing path: String, for file: String) throws(Failure) {
    self.path = path
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw Failure.writing(file, SystemMessage.text(of: error))
    }
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.writing(file, Self.lastError) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Checks that a file of this name can be written, and removes the temporary files that killed
  /// runs have left of it; with an empty name, those of any file.
  func check(_ name: String) throws(Failure) {
    sweep(name)
    let (probe, temporary) = try makeTemporary(of: name, for: "\(path)/\(name)")
    close(probe)
    _ = unsafe unlinkat(descriptor, temporary, 0)
  }

  func isSame(as other: OutputFolder) -> Bool { identity(of: descriptor) == identity(of: other.descriptor) }

  /// Writes a file whole, or leaves it as it was; a link in its place is replaced, not followed.
  func write(_ text: String, to name: String, for file: String) throws(Failure) {
    try checkPlace(for: file)
    let (output, temporary) = try makeTemporary(of: name, for: file)
    // Some file systems report only in fsync that there is no room.
    let error =
      unsafe OpenFile.write(text, to: output) ?? Self.error(fsync(output))
      ?? Self.error(renameat(descriptor, temporary, descriptor, name))
    // Not earlier: the lock keeps other runs from removing the file.
    close(output)
    if let error {
      _ = unsafe unlinkat(descriptor, temporary, 0)
      throw Failure.writing(file, SystemMessage.text(of: error))
    }
  }

  /// Checks that the path still leads to this directory; a failure is about the file.
  func checkPlace(for file: String) throws(Failure) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, identity(of: descriptor) == [status.st_dev, status.st_ino] else {
      throw Failure.writing(file, "its directory was removed or replaced during the run")
    }
  }

  /// Creates a temporary file, locked until it is closed, so that other runs see that it is in use.
  private func makeTemporary(of name: String, for file: String) throws(Failure) -> (descriptor: Int32, name: String) {
    while true {
      let temporary = ".\(name).\(String(UInt32.random(in: .min ... .max), radix: 16)).tmp"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let output = unsafe openat(descriptor, temporary, flags, 0o666)
      guard output >= 0 else { throw Failure.writing(file, Self.lastError) }
      // On a file system without locks, no file is ever taken for a leftover.
      flock(output, LOCK_EX)
      var status = stat()
      guard unsafe fstat(output, &status) == 0, status.st_nlink == 0 else { return (output, temporary) }
      // Another run took it for a leftover, before it was locked.
      close(output)
    }
  }

  /// The number of the error with which a function of the system has failed, if it has.
  private static func error(_ result: Int32) -> Int32? { result == 0 ? nil : errno }

  /// Removes the temporary files of a name that no run writes any more.
  private func sweep(_ name: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for left in names where left.hasPrefix(name.isEmpty ? "." : ".\(name).") && left.hasSuffix(".tmp") {
      let file = unsafe openat(descriptor, left, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlinkat(descriptor, left, 0) }
      close(file)
    }
  }

  private func identity(of file: Int32) -> [UInt] {
    var status = stat()
    return unsafe fstat(file, &status) == 0 ? [status.st_dev, status.st_ino] : []
  }

  private static var lastError: String { SystemMessage.text(of: errno) }
}
