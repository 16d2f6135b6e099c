import Foundation

/// Writes text to open files.
enum OpenFile {
  /// Writes all of a text.
  ///
  /// - Returns: The number of the error, if any.
  static func write(_ text: String, to descriptor: Int32) -> Int32? {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes {
        unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // Another program may have made the shared descriptor non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

enum AppendedFile {
  /// Appends text to a file, which is created if it is missing.
  static func append(_ text: String, to path: String) throws(Failure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure.writing(path, SystemMessage.text(of: errno)) }
    defer { close(descriptor) }
    if let error = OpenFile.write(text, to: descriptor) { throw Failure.writing(path, SystemMessage.text(of: error)) }
  }
}
