import APlusReports
import Foundation
import Synchronization

/// A file that grows line by line, so that what was written survives the end of the process.
final class JournalFile: Sendable {
  /// Nil for the standard output.
  let file: OutputFile?
  private let failure = Mutex<Failure?>(nil)
  private let descriptor: Int32

  /// Creates the directory of the file, and an empty file.
  init(preparing path: String) throws(Failure) {
    guard path != "-" else {
      file = nil
      descriptor = -1
      return
    }
    file = try OutputFile(preparing: path)
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure.writing(path, SystemMessage.text(of: errno)) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends a line; `finish()` throws the first error.
  func append(_ line: String) {
    guard let path = file?.path else {
      Console.write(TerminalText(document: line), to: .standardOutput)
      return
    }
    guard let error = OpenFile.write(line, to: descriptor) else { return }
    failure.withLock { $0 = $0 ?? Failure.writing(path, SystemMessage.text(of: error)) }
  }

  /// Whether the path still leads to the file.
  private func isInPlace(_ path: String) -> Bool {
    var own = stat()
    var found = stat()
    guard unsafe fstat(descriptor, &own) == 0, unsafe stat(path, &found) == 0 else { return false }
    return own.st_dev == found.st_dev && own.st_ino == found.st_ino
  }

  /// Throws the first error of writing a line, or that the file is gone, and where its text is kept.
  func finish() throws(Failure) {
    if let failure = failure.withLock({ $0 }) { throw failure }
    guard let path = file?.path, !isInPlace(path) else { return }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    let whole = (try? handle.seek(toOffset: 0)).flatMap { _ in try? handle.readToEnd() }
    let text = whole.map { String(decoding: $0, as: UTF8.self) }
    let name = URL(filePath: path).lastPathComponent
    throw Failure(
      .harnessError,
      "cannot write \(path): it was removed or replaced during the run"
        + (text.map { OutputFile.kept($0, as: name) } ?? ""))
  }
}
