import APlusAdapter
import APlusReference
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What a wrapper remembers about each promise.
final class Notes<Note: Sendable>: Sendable {
  private let notes = Mutex<[ObjectIdentifier: Note]>([:])

  /// The note on a promise.
  subscript(promise: Promise<Token>) -> Note? {
    get { notes.withLock { $0[ObjectIdentifier(promise)] } }
    set { notes.withLock { $0[ObjectIdentifier(promise)] = newValue } }
  }

  /// Reads and changes a note in one step.
  func change<Result: Sendable>(on promise: Promise<Token>, _ body: (inout Note?) -> Result) -> Result {
    notes.withLock { body(&$0[ObjectIdentifier(promise)]) }
  }
}

/// Lets another thread come between a check and the action that relies on it.
func leaveWindow() { for _ in 0..<3 { _ = sched_yield() } }
