import APlusReports
import Synchronization

/// A line at the bottom of a terminal that shows the progress of a run.
final class ProgressLine: Sendable {
  private let stream: Console.Stream
  private let total: Int
  private let isShown: Bool
  private let done = Mutex(0)

  /// Makes a line that is shown on a terminal, if wanted.
  init(on stream: Console.Stream, total: Int, isWanted: Bool) {
    self.stream = stream
    self.total = total
    isShown = isWanted && stream.isTerminal
  }

  /// Counts a case, and shows it; may be called from any thread.
  func advance(to id: String) {
    guard isShown else { return }
    done.withLock { done in
      done += 1
      let count = String(done)
      let width = String(total).count
      let padded = String(repeating: " ", count: max(0, width - count.count)) + count
      Console.write("\r\u{1B}[K[\(padded)/\(total)] \(id)", to: stream)
    }
  }

  /// Removes the line.
  func clear() {
    guard isShown else { return }
    Console.write("\r\u{1B}[K", to: stream)
  }
}

/// Writes a line for each adapter as it begins, for runs that take minutes.
final class Announcement: Sendable {
  private let names: [String]
  private let last = Mutex<String?>(nil)

  /// Makes an announcement for the adapters of a run, in their order.
  init(_ names: [String]) {
    self.names = names
  }

  /// Announces an adapter that has begun; may be called from any thread.
  func announce(_ name: String) {
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
