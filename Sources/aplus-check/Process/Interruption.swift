import Foundation
import Synchronization

/// The wish of the user to stop.
///
/// The first signal lets the running case finish, and the reports be written;
/// the second ends the command at once.
enum Interruption {
  private static let count = Atomic(0)

  /// Whether the user has asked to stop.
  static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

  /// Listens to the signals that ask for an end.
  static func listen() {
    // Touched here first: a signal handler must not be what creates it.
    guard !isRequested else { return }
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        if Interruption.count.add(1, ordering: .relaxed).newValue > 1 { _exit(130) }
      }
    }
  }
}
