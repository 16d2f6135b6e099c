import APlusReports
import Foundation
import Synchronization

/// The two output streams of the command.
enum Console {
  /// One of the streams, by its descriptor.
  enum Stream: Int32 {
    case standardOutput = 1
    case standardError = 2

    /// Whether the stream is a terminal.
    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The columns of the terminal, 60 to 200 of them; nil for a file or a pipe.
    ///
    /// If `COLUMNS` is set, it decides, also for a file.
    func width(environment: [String: String] = ProcessInfo.processInfo.environment) -> Int? {
      func bounded(_ width: Int) -> Int { min(max(width, 60), 200) }
      if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return bounded(columns) }
      guard isTerminal else { return nil }
      var size = winsize()
      let isKnown = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      return bounded(isKnown ? Int(size.ws_col) : 80)
    }
  }

  /// The first error of the standard output, by its number.
  private static let outputError = Mutex<Int32?>(nil)

  /// Writes a warning to the standard error.
  static func warn(_ message: String) { write("warning: \(message)\n", to: .standardError) }

  /// Writes text; nothing else in the command writes to a stream.
  ///
  /// An error of the standard output is reported at the end of the command, by `checkOutput()`.
  static func write(_ text: TerminalText, to stream: Stream) {
    guard let error = OpenFile.write(text.string, to: stream.rawValue), stream == .standardOutput else { return }
    // A reader that has closed the pipe, such as `head`, is not a fault of the run.
    guard error != EPIPE else { return }
    outputError.withLock { $0 = $0 ?? error }
  }

  /// Prints why a command cannot continue.
  static func report(_ failure: Failure) {
    let lines = failure.message.split(separator: "\n").map { line -> TerminalText in "error: \(line)" }
    write(TerminalText(lines: lines), to: .standardError)
  }

  /// Throws the first error of the standard output.
  static func checkOutput() throws(Failure) {
    guard let error = outputError.withLock({ $0 }) else { return }
    let reason = SystemMessage.text(of: error)
    throw Failure(.harnessError, "cannot write to the standard output: \(reason)")
  }

  /// Occupies the descriptors of closed streams, so that no file gets them and the output with
  /// them.
  ///
  /// Reading and writing fail as before.
  static func occupyClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The wrong way round: an output that cannot be written, an input that cannot be read.
      let access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      _ = unsafe open("/dev/null", access)
    }
  }

  /// Whether the locale's characters are UTF-8.
  static func usesUnicode(environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = locale.lowercased()
    return codeset.contains("utf-8") || codeset.contains("utf8")
  }
}
