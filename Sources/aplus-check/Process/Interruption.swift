import APlusHosting
import APlusRunner
import Dispatch
import Foundation
import Synchronization

/// The signals by which the user stops the command.
///
/// The first signal lets the running cases finish, and the reports be written;
/// the second ends the command and all hosts at once.
enum Interruption {
  private static let count = Atomic(0)

  /// Whether the user has asked to stop.
  static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  /// Begins to listen to SIGINT and SIGTERM.
  static func listen() {
    let queue = DispatchQueue(label: "interruption", qos: .userInteractive)
    for number in [SIGINT, SIGTERM] {
      // Hosts get the system's handling back when they start.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        // Keeps the source alive, which nothing else holds.
        withExtendedLifetime(source, request)
      }
      source.activate()
    }
  }

  private static func request() {
    guard count.add(1, ordering: .relaxed).newValue == 1 else {
      LiveGroups.endAll()
      _exit(CommandStatus.interrupted.rawValue)
    }
    Console.write(
      "interrupted: finishing the running cases; interrupt again to stop at once\n",
      to: .standardError
    )
  }
}
