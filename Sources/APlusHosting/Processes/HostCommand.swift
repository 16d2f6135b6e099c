import Foundation

/// The command of a host or build step: program, arguments, directory and environment.
package struct HostCommand: Sendable, Hashable {
  /// A path, or a name to look up in `PATH`; a relative path starts at `directory`.
  package var executable: String
  package var arguments: [String]
  /// The working directory; nil for the runner's.
  package var directory: String?
  /// All variables of the process.
  package var environment: [String: String]
  /// The sandbox that it runs in; nil to give it all the rights of the runner.
  package var sandbox: Sandbox?
  /// Whether it loses the rights of root and Unix sockets, as all of a sandbox does.
  var isConfined = false

  package init(executable: String, arguments: [String], directory: String? = nil, environment: [String: String]) {
    self.executable = executable
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
  }
}

/// How the process of a host ended.
package enum HostExit: Sendable, Hashable {
  case exited(Int32)
  case signalled(Int32)
  case notStarted(String)
  /// There were too few descriptors or processes, or too little memory, to start it.
  case noRoom(String)

  /// The end in words: `exited with code 7`, `was ended by signal 11 (SIGSEGV)`.
  package var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let number): "was ended by signal \(number)" + (Self.signals[number].map { " (\($0))" } ?? "")
    case .notStarted(let reason), .noRoom(let reason): "could not be started: \(reason)"
    }
  }

  /// Whether a signal that reports a fault ended the process: `SIGSEGV`, `SIGABRT` and the like.
  package var isCrash: Bool {
    guard case .signalled(let number) = self else { return false }
    return [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP].contains(number)
  }

  /// The exit code of a host that cannot perform a program.
  package static let inability: Int32 = 70

  /// Whether the process crashed, or exited with any code but `inability`.
  package var hasEndedItself: Bool { if case .exited(let code) = self { code != Self.inability } else { isCrash } }

  private static let signals: [Int32: String] = [
    SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
    SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS",
    SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGXCPU: "SIGXCPU",
  ]
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// The duration for messages: `10 s`, `0.5 s`.
  package var shown: String {
    let value = seconds
    return value == value.rounded() ? "\(Int(value)) s" : "\(value) s"
  }
}
