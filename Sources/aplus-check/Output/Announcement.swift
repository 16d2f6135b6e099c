import APlusReports
import Synchronization

/// A line for each adapter in its turn, for runs that take minutes.
final class Announcement: Sendable {
  private let names: [String]
  private let last = Mutex<String?>(nil)

  /// Makes one for the adapters of a run, in their order.
  init(_ names: [String]) {
    self.names = names
  }

  /// Notes that an adapter is being asked; may be called from any thread.
  func tell(_ name: String) {
    let isNew = last.withLock { last in
      defer { last = name }
      return last != name
    }
    guard isNew, let place = names.firstIndex(of: name) else { return }
    Console.write(
      "[\(place + 1)/\(names.count)] \(TerminalEscaping.line(name))\n",
      to: .standardError
    )
  }
}
