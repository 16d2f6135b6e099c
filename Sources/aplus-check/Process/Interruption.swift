import APlusHosting
import APlusRunner
import Dispatch
import Foundation
import Synchronization

/// The wish of the user to stop.
///
/// The first signal lets the running cases finish, and the reports be written;
/// the second ends the command and all hosts at once.
enum Interruption {
  private static let count = Atomic(0)

  /// Whether the user has asked to stop.
  static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  /// Listens to the signals that ask for an end.
  static func listen() {
    let queue = DispatchQueue(label: "interruption", qos: .userInteractive)
    for number in [SIGINT, SIGTERM] {
      // Not the system's answer, but ours; hosts get the system's back when they start.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        // The source listens for as long as something holds it, and nothing else does.
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
      "interrupted: finishing the running cases; once more ends at once\n",
      to: .standardError
    )
  }
}
