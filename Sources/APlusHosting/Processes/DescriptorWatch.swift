import Dispatch
import Foundation
import Synchronization

/// Reports when descriptors are ready, with one thread for all of them.
///
/// It replaces the sources of Dispatch. On Linux, the queue of a source frees the data of a
/// descriptor that hung up while the thread that detected this still reads the data.
final class DescriptorWatch: Sendable {
  private struct Entry {
    let descriptor: Int32
    let events: Int16
    let isReady: @Sendable () -> Void
  }

  private struct State {
    var lastNumber = 0
    var entries: [Int: Entry] = [:]
    /// Whether the wake-up pipe holds a byte that the thread has not read yet.
    var isWoken = false
  }

  private static let current = Mutex<DescriptorWatch?>(nil)

  /// The watch of this process; the first call creates it and its thread.
  ///
  /// - Throws: The system's error where no descriptor is left; a later call tries again.
  static func shared() throws(SystemError) -> DescriptorWatch {
    try current.withLock { watch throws(SystemError) in
      if let watch { return watch }
      let made = try DescriptorWatch()
      watch = made
      return made
    }
  }

  private let state = Mutex(State())
  /// The pipe that wakes the thread when entries have changed.
  private let wakeUp: (reader: Int32, writer: Int32)

  private init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(number: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeUp = (ends[0], ends[1])
    DispatchQueue(label: "descriptors", qos: .userInitiated).async { [self] in while true { look() } }
  }

  /// Waits for a descriptor once.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; the caller must call `forget` before it closes this.
  ///   - isOutput: Whether to wait for something to read, rather than for room to write.
  ///   - isReady: Called once, on the thread of the watch, when that is possible or never will be.
  /// - Returns: The number of the wait, for `forget`.
  func wait(for descriptor: Int32, isOutput: Bool, isReady: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry(
        descriptor: descriptor, events: Int16(isOutput ? POLLIN : POLLOUT), isReady: isReady)
      wake(&state)
      return state.lastNumber
    }
  }

  /// Ends a wait without calling `isReady`, if it has not ended.
  func forget(_ number: Int) {
    state.withLock { state in if state.entries.removeValue(forKey: number) != nil { wake(&state) } }
  }

  private func wake(_ state: inout State) {
    guard !state.isWoken else { return }
    state.isWoken = true
    var byte: UInt8 = 0
    // The pipe has room for the byte, so a retry succeeds in the end. A lost byte would never wake
    // the thread.
    while unsafe write(wakeUp.writer, &byte, 1) != 1 {}
  }

  /// Waits until the entries change or a descriptor is ready.
  private func look() {
    let entries = state.withLock { Array($0.entries) }
    var files = entries.map { pollfd(fd: $1.descriptor, events: $1.events, revents: 0) }
    files.append(pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0))
    guard unsafe poll(&files, nfds_t(files.count), -1) > 0 else { return }
    let isWoken = files[entries.count].revents != 0
    // A wait that was forgotten meanwhile is skipped, even if a new descriptor has the same number.
    let ready = state.withLock { state in
      var byte: UInt8 = 0
      // A byte that cannot be read yet wakes the thread again.
      if isWoken, unsafe read(wakeUp.reader, &byte, 1) == 1 { state.isWoken = false }
      return zip(entries, files).filter { $1.revents != 0 }.compactMap { state.entries.removeValue(forKey: $0.0.key) }
    }
    for entry in ready { entry.isReady() }
  }
}
