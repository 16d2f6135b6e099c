import Synchronization

/// Lines that any thread may add.
final class WrittenLines: Sendable {
  private let lines = Mutex<[String]>([])

  var value: [String] { lines.withLock { $0 } }

  func append(_ line: String) { lines.withLock { $0.append(line) } }
}
