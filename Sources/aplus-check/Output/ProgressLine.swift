import Synchronization

/// One line at the bottom of a terminal that says how far a run is.
final class ProgressLine: Sendable {
  private let stream: Console.Stream
  private let total: Int
  private let isShown: Bool
  private let done = Mutex(0)

  /// Makes a line that shows only where a terminal does and the reader wants it.
  init(on stream: Console.Stream, total: Int, isWanted: Bool) {
    self.stream = stream
    self.total = total
    isShown = isWanted && stream.isTerminal
  }

  /// Counts one more case, and names it; may be called from any thread.
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
