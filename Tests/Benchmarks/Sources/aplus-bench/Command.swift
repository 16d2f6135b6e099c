import Foundation

/// A finished run of a command as a whole process.
struct CommandRun {
  /// What the system says of a command that ended with the exit status 1.
  static let violated: Int32 = 1 << 8

  let command: [String]
  /// Wall time in seconds.
  let seconds: Double
  /// Peak resident memory of the process or of a program that it started, whichever had more, in bytes.
  let peakMemory: Int
  let status: Int32

  /// The run, if the command succeeded.
  ///
  /// - Throws: A message when it did not.
  func succeeded() throws(BenchError) -> CommandRun {
    guard status == 0 else { throw BenchError("\(command.joined(separator: " ")): status \(status)") }
    return self
  }
}

/// Runs a command with its output thrown away, and measures it.
///
/// - Throws: A message when the command cannot be started.
func run(_ command: [String], input: String? = nil) throws(BenchError) -> CommandRun {
  let clock = ContinuousClock()
  let begin = clock.now
  let process = try start(command, input: input)
  var status: Int32 = 0
  var usage = rusage()
  guard unsafe wait4(process, &status, 0, &usage) == process else { throw BenchError("\(command[0]) was lost") }
  #if canImport(Darwin)
  let peak = usage.ru_maxrss
  #else
  let peak = usage.ru_maxrss * 1024
  #endif
  return CommandRun(command: command, seconds: (clock.now - begin) / .seconds(1), peakMemory: peak, status: status)
}

/// Starts a command with its output thrown away.
///
/// - Throws: A message when the command cannot be started.
func start(_ command: [String], input: String? = nil) throws(BenchError) -> pid_t {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  if let input { unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0) }
  for descriptor: Int32 in [1, 2] {
    unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
  }
  var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe words.indices { unsafe free(words[index]) } }
  var process: pid_t = 0
  let code = unsafe posix_spawnp(&process, command[0], &actions, nil, &words, environ)
  guard code == 0 else { throw BenchError("\(command[0]) cannot be started: error \(code)") }
  return process
}

/// Why a measurement is not possible.
struct BenchError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// The middle value; the mean of the two middle ones where the count is even.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

extension Double {
  /// With one digit after the point, in every locale.
  var oneDigit: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Seconds as milliseconds.
  var milliseconds: String { "\((self * 1000).oneDigit) ms" }
}
