import APlusJSON
import APlusModel
import CHost
import Synchronization

/// The protocol's input and output, moved to descriptors that the library does not use.
final class Wire: Sendable {
  /// The two descriptors, which do not belong to the library.
  let descriptors: Set<Int32>
  private let input: Int32
  private let output: Int32
  /// Held while a message is written, so that no other begins inside it.
  private let turn = Mutex(())

  /// Takes standard input and output from the process; nil if that fails.
  init?() {
    var input: Int32 = -1
    var output: Int32 = -1
    guard unsafe aplus_stdio_move(&input, &output) else { return nil }
    self.input = input
    self.output = output
    descriptors = [input, output]
  }

  /// Writes a message immediately; ends the process if the runner no longer reads.
  func write(_ message: JSON) {
    var bytes = message.serializedBytes()
    bytes.append(UInt8(ascii: "\n"))
    turn.withLock { _ in put(bytes) }
  }

  /// Writes the trace of a run, like any message, but piece by piece.
  func write(_ recording: Recording, of run: Int) {
    turn.withLock { _ in recording.write(run: run) { [self] in put($0) } }
  }

  /// Writes a message where the process crashes from now on, in the run with a number.
  func reportCrash(of run: Int, adapter: String?) {
    unsafe aplus_crash_report(output, Int64(run), adapter, aplus_native_entry())
  }

  private func put(_ bytes: [UInt8]) {
    if unsafe !aplus_stdio_write(output, bytes, bytes.count) { aplus_stdio_exit(0) }
  }

  /// Calls a function with each line of the input, until its end; the last one needs no newline.
  func readLines(_ body: (ArraySlice<UInt8>) -> Void) {
    let capacity = 65536
    var pending: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: capacity)
    while true {
      let count = unsafe aplus_stdio_read(input, &chunk, capacity)
      guard count > 0 else { break }
      // Only the new bytes can hold a newline that was not seen yet.
      var searched = pending.count
      pending += chunk[..<count]
      var start = 0
      while let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        if end > start { body(pending[start..<end]) }
        start = end + 1
        searched = start
      }
      pending.removeSubrange(..<start)
    }
    if !pending.isEmpty { body(pending[...]) }
  }
}
