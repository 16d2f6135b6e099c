#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How the process of a host ended.
package enum HostExit: Sendable, Hashable {
  case exited(Int32)
  case signalled(Int32)
  case notStarted(String)

  /// The end in words: `exited with code 7`, `was ended by signal 11 (SIGSEGV)`.
  package var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signalled(let number):
      "was ended by signal \(number)" + (Self.name(of: number).map { " (\($0))" } ?? "")
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }

  /// Whether the process ended itself by a fault, which nobody else does to it.
  package var isCrash: Bool {
    guard case .signalled(let number) = self else { return false }
    return [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP].contains(number)
  }

  /// The code by which a host says that it cannot perform a program.
  private static let refusal: Int32 = 70

  /// Whether the process ended itself, by a fault or by asking for it; a host that refuses a program does neither.
  package var isByItself: Bool {
    if case .exited(let code) = self { code != Self.refusal } else { isCrash }
  }

  private static func name(of signal: Int32) -> String? {
    switch signal {
    case SIGABRT: "SIGABRT"
    case SIGALRM: "SIGALRM"
    case SIGBUS: "SIGBUS"
    case SIGFPE: "SIGFPE"
    case SIGHUP: "SIGHUP"
    case SIGILL: "SIGILL"
    case SIGINT: "SIGINT"
    case SIGKILL: "SIGKILL"
    case SIGPIPE: "SIGPIPE"
    case SIGQUIT: "SIGQUIT"
    case SIGSEGV: "SIGSEGV"
    case SIGSYS: "SIGSYS"
    case SIGTERM: "SIGTERM"
    case SIGTRAP: "SIGTRAP"
    case SIGUSR1: "SIGUSR1"
    case SIGUSR2: "SIGUSR2"
    case SIGXCPU: "SIGXCPU"
    default: nil
    }
  }
}
