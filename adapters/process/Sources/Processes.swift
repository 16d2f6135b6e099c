import APlusAdapter
import APlusHost
import Foundation
import Synchronization

/// Processes, whose termination handler tells how they ended.
@main struct Processes: CallbackAdapter, AdapterMain {
  static let library = "Process.terminationHandler of Foundation"
  static var calls: Set<CallKind> { [.open, .echo, .value, .empty, .error] }
  static var claims: Set<Claim> { [.threads, .callsBackLater, .cancelReportsOnce] }

  /// How many processes end by themselves, and have not called their handler.
  private let expected = ExpectedCount()

  /// Foundation still uses a process once its handler has run, and the host ends now and then if that is freed then.
  private let kept = Kept()

  init() {
    // A process that was terminated leaves a pipe without a reader.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  var driver: Driver { .owned(isIdle: { [expected] in expected.isZero }) }

  func meaning(of error: any Error) -> ErrorMeaning { error is Terminated ? .cancellation : .other }

  func start(_ request: CallRequest, _ done: Completion) -> Child {
    let command =
      switch request.kind {
      case .open: "read status; exit $status"
      case .error: "exit 1"
      default: "exit 0"
      }
    let child = Child(request.kind == .open ? nil : .success(request.value), command, expected, done)
    kept.children.withLock { $0.append(child) }
    return child
  }

  func finish(_ child: Child, with result: Result<Token, any Error>) { child.finish(with: result) }

  func cancel(_ child: Child) { child.terminate() }
}

/// All processes that were started.
private final class Kept: Sendable { let children = Mutex<[Child]>([]) }

/// A signal ended the process.
struct Terminated: Error {}

/// The process failed, and nothing else is known.
struct Failed: Error {}
