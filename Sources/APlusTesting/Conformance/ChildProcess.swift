import APlusQuiescence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that is run with arguments, and whose output goes to a file.
struct ChildProcess {
  /// How a program ended.
  enum End: Hashable, CustomStringConvertible {
    case exit(Int32)
    case signal(Int32)
    case unknown

    var isSuccess: Bool { self == .exit(0) }

    var description: String {
      switch self {
      case .exit(let status): "exit status \(status)"
      case .signal(let number): "signal \(number)"
      case .unknown: "unknown end"
      }
    }
  }

  private let program: String
  private let arguments: [String]
  private let output: String

  init(_ program: String, _ arguments: [String], output: String) {
    self.program = program
    self.arguments = arguments
    self.output = output
  }

  /// Starts the program, and waits until it ends, without blocking the caller's thread.
  ///
  /// - Returns: How it ended.
  /// - Throws: Why it cannot be started.
  func run() async throws(ConformanceError) -> End {
    let process = try start()
    return await withCheckedContinuation { continuation in
      Threads.start { continuation.resume(returning: Self.end(of: process)) }
    }
  }

  private func start() throws(ConformanceError) -> pid_t {
    #if canImport(Darwin)
    var files: posix_spawn_file_actions_t?
    #else
    var files = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&files)
    defer { unsafe posix_spawn_file_actions_destroy(&files) }
    unsafe posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&files, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&files, 1, 2)
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, program, &files, nil, &words, environ)
    guard failure == 0 else {
      throw ConformanceError(description: "cannot start \(program): \(unsafe String(cString: strerror(failure)))")
    }
    return process
  }

  private static func end(of process: pid_t) -> End {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return .unknown } }
    let signal = status & 0x7f
    return signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
  }
}
