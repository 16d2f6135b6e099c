import Foundation

/// The two streams that text for people goes to.
enum Console {
  /// One of the streams.
  enum Stream {
    case standardOutput
    case standardError

    private var handle: FileHandle {
      switch self {
      case .standardOutput: .standardOutput
      case .standardError: .standardError
      }
    }

    /// Whether a terminal shows it.
    var isTerminal: Bool { isatty(handle.fileDescriptor) == 1 }

    fileprivate func write(_ data: Data) {
      // A reader that has gone away, such as `head`, is no fault of the run.
      try? handle.write(contentsOf: data)
    }
  }

  /// Writes text as it is.
  static func write(_ text: String, to stream: Stream) {
    stream.write(Data(text.utf8))
  }

  /// Whether the locale's characters are UTF-8.
  static func usesUnicode(environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = locale.lowercased()
    return codeset.contains("utf-8") || codeset.contains("utf8")
  }
}
