import Foundation

/// The runner's end of the pipes to a running host.
package final class HostConnection {
  /// What arrived next.
  package enum Arrival {
    case line(HostLine)
    /// The line is too long, or the part read so far violates the protocol; nothing more is read.
    case tooLong(HostMessage.ProtocolViolation)
    /// The output has ended, perhaps in the middle of a line.
    case end(isHalfLine: Bool)
  }

  /// A line of more bytes is parsed piece by piece as it arrives; a shorter one is buffered.
  private static let keptLimit = 16 << 10
  /// A line of more bytes takes much memory.
  ///
  /// With a quarter of this, a default run on Node takes an eighth longer, as hosts wait for room more often.
  private static let largest = 1 << 21

  /// What the host writes to stderr.
  package let standardError: StandardErrorTail
  private let outbox: AsyncStream<[UInt8]>.Continuation
  private let output: PipeEnd
  private let lineLimit: Int
  private var buffer: [UInt8] = []
  /// Where the unread part of the buffer starts.
  private var start = 0
  /// Up to where the unread part is known to hold no newline.
  private var searched = 0

  init(output: PipeEnd, outbox: AsyncStream<[UInt8]>.Continuation, standardError: StandardErrorTail, lineLimit: Int) {
    self.output = output
    self.outbox = outbox
    self.standardError = standardError
    self.lineLimit = lineLimit
  }

  /// Sends bytes without waiting for the host to read them.
  package func send(_ bytes: [UInt8]) { outbox.yield(bytes) }

  /// Closes the host's input once everything is sent, which asks the host to finish.
  package func finishInput() { outbox.finish() }

  /// Waits for the next line, without its newline.
  ///
  /// - Parameter makeRoom: Called once a line takes much memory, before more of it is read.
  /// - Returns: The line, or why there is none.
  package func nextLine(makeRoom: () async -> Void = {}) async -> Arrival {
    while true {
      if let newline = newline() {
        let line = buffer[start..<newline]
        start = newline + 1
        searched = start
        return .line(.short(line))
      }
      guard buffer.count - start <= min(lineLimit, Self.keptLimit) else { return await longLine(makeRoom) }
      // Only the process's end or the watchdog ends the wait.
      guard let chunk = await output.read() else { return .end(isHalfLine: start < buffer.count) }
      append(chunk)
    }
  }

  /// Reads the rest of a line without buffering it.
  private func longLine(_ makeRoom: () async -> Void) async -> Arrival {
    var line = LongLine()
    var hasRoom = false
    while true {
      let newline = newline()
      let end = newline ?? buffer.count
      unsafe buffer.withUnsafeBytes { bytes in unsafe line.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      start = newline.map { $0 + 1 } ?? end
      searched = start
      guard line.byteCount <= lineLimit else {
        return .tooLong(
          HostMessage.ProtocolViolation(message: "wrote a line of more than \(lineLimit) bytes", isOverLimit: true))
      }
      if let violation = line.violation { return .tooLong(violation) }
      guard newline == nil else { return .line(.long(line)) }
      if !hasRoom, line.byteCount > Self.largest {
        await makeRoom()
        hasRoom = true
      }
      guard let chunk = await output.read() else { return .end(isHalfLine: true) }
      append(chunk)
    }
  }

  private func newline() -> Int? {
    let from = searched
    searched = buffer.count
    return unsafe buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, from < bytes.count else { return nil }
      let place = unsafe memchr(base + from, 0x0A, bytes.count - from)
      return unsafe place.map { unsafe UnsafeRawPointer($0) - base }
    }
  }

  private func append(_ chunk: [UInt8]) {
    if start > 0 {
      // All complete lines were taken: what is left is a part of one line.
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: chunk)
  }
}
