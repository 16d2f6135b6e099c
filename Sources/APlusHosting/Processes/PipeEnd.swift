import Foundation
import Synchronization

/// The runner's end of a pipe to a program.
///
/// It occupies no thread while it waits. One task at a time may use it.
final class PipeEnd: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Void, Never>?
    /// The number of the open wait; nil where there is none.
    var wait: Int?
    /// Whether waiting has ended for good.
    var isOver = false
    var isClosed = false
  }

  private static let chunkSize = 1 << 16

  private let descriptor: Int32
  private let isOutput: Bool
  private let watch: DescriptorWatch
  private let state = Mutex(State())

  private init(_ descriptor: Int32, isOutput: Bool, _ watch: DescriptorWatch) {
    self.descriptor = descriptor
    self.isOutput = isOutput
    self.watch = watch
  }

  deinit { close() }

  /// Makes a pipe, which the program writes to if it is for output, and else reads from.
  static func pair(isOutput: Bool) throws(SystemError) -> (own: PipeEnd, other: Int32) {
    let watch = try DescriptorWatch.shared()
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(number: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (own, other) = isOutput ? (ends[0], ends[1]) : (ends[1], ends[0])
    _ = fcntl(own, F_SETFL, O_NONBLOCK)
    return (PipeEnd(own, isOutput: isOutput, watch), other)
  }

  /// Reads what is available; nil at the end, or once the program has ended and nothing is left.
  func read() async -> [UInt8]? {
    while true {
      // Before the read: once the end of a program is known, all that it wrote is in the pipe.
      let isOver = state.withLock { $0.isOver }
      var outcome = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
        outcome = unsafe readBytes(from: descriptor, into: buffer)
        count = max(0, outcome)
      }
      if !chunk.isEmpty { return chunk }
      if outcome == -EINTR { continue }
      guard outcome == -EAGAIN, !isOver else { return nil }
      await wait()
    }
  }

  /// Writes everything; false if the program does not read any more.
  func write(_ bytes: [UInt8]) async -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let isOver = state.withLock { $0.isOver }
      let count = unsafe rest.withUnsafeBytes { unsafe writeBytes($0, to: descriptor) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN, !isOver {
        await wait()
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends all waiting, and closes the runner's end.
  func close() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      defer { closeFile(descriptor) }
      return end(&state)
    }
    waiter?.resume()
  }

  /// Ends all waiting.
  func finish() { state.withLock { end(&$0) }?.resume() }

  private func end(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    state.isOver = true
    if let wait = state.wait { watch.forget(wait) }
    defer { (state.wait, state.waiter) = (nil, nil) }
    return state.waiter
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.isOver else { return true }
        state.waiter = continuation
        state.wait = watch.wait(for: descriptor, isOutput: isOutput) { [weak self] in self?.wake() }
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  private func wake() {
    let waiter = state.withLock { state in
      defer { (state.wait, state.waiter) = (nil, nil) }
      return state.waiter
    }
    waiter?.resume()
  }
}

// Outside the class, whose methods have the names of the system's functions.

/// Returns the number of bytes, or the error number, negated.
private func readBytes(from file: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  let count = unsafe read(file, buffer.baseAddress, buffer.count)
  return count < 0 ? -Int(errno) : count
}

private func writeBytes(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
  unsafe write(file, bytes.baseAddress, bytes.count)
}

private func closeFile(_ file: Int32) { close(file) }
