import Synchronization

/// A list of words that any thread may append to.
final class Log: Sendable {
  private let list = Mutex<[String]>([])

  /// What was written so far.
  var words: [String] { list.withLock { list in list } }

  /// Appends a word.
  func write(_ word: String) { list.withLock { list in list.append(word) } }

  /// Appends a word that describes something.
  func write(_ value: some Any) { write(String(describing: value)) }
}
