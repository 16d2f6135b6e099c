import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tells when descriptors are ready, on one thread for all of them.
///
/// It stands in for Dispatch's sources: on Linux, the queue of a source frees what belongs to a descriptor that hung up
/// while the thread that found the hang-up still reads it.
final class DescriptorWatch: Sendable {
  private struct Entry {
    let descriptor: Int32
    let events: Int16
    let isReady: @Sendable () -> Void
  }

  private struct State {
    var lastNumber = 0
    var entries: [Int: Entry] = [:]
    /// Whether the wake-up pipe has a byte that the thread has not read yet.
    var isWoken = false
  }

  private static let current = Mutex<DescriptorWatch?>(nil)

  /// The watch of this process, which has a thread; made when first asked for.
  ///
  /// - Throws: The system's error, where no descriptor is left; it may be asked for again.
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
    DispatchQueue(label: "descriptors", qos: .userInitiated).async { [self] in
      while true { look() }
    }
  }

  /// Waits for a descriptor once.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; `forget` comes before its end.
  ///   - isOutput: Whether something is to be read, and not written.
  ///   - isReady: Called once, on the thread of the watch, when that is possible or never will be.
  /// - Returns: The number of the wait.
  func wait(
    for descriptor: Int32,
    isOutput: Bool,
    isReady: @escaping @Sendable () -> Void
  ) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry(
        descriptor: descriptor,
        events: Int16(isOutput ? POLLIN : POLLOUT),
        isReady: isReady
      )
      wake(&state)
      return state.lastNumber
    }
  }

  /// Ends a wait without a call, if it has not ended.
  func forget(_ number: Int) {
    state.withLock { state in
      if state.entries.removeValue(forKey: number) != nil { wake(&state) }
    }
  }

  private func wake(_ state: inout State) {
    guard !state.isWoken else { return }
    state.isWoken = true
    var byte: UInt8 = 0
    // The pipe has room for one byte: what interrupts the call does not happen for ever, and a lost byte would.
    while unsafe write(wakeUp.writer, &byte, 1) != 1 {}
  }

  /// Waits for a change of entries or a descriptor that is ready.
  private func look() {
    let entries = state.withLock { Array($0.entries) }
    var files = entries.map { pollfd(fd: $1.descriptor, events: $1.events, revents: 0) }
    files.append(pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0))
    guard unsafe poll(&files, nfds_t(files.count), -1) > 0 else { return }
    let isWoken = files[entries.count].revents != 0
    // A wait that was forgotten meanwhile is passed over, also where a new descriptor has got the same number.
    let ready = state.withLock { state in
      var byte: UInt8 = 0
      // A byte that cannot be read yet wakes the thread again.
      if isWoken, unsafe read(wakeUp.reader, &byte, 1) == 1 { state.isWoken = false }
      return zip(entries, files).filter { $1.revents != 0 }
        .compactMap { state.entries.removeValue(forKey: $0.0.key) }
    }
    for entry in ready { entry.isReady() }
  }
}
