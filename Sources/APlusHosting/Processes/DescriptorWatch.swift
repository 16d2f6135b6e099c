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

  /// The watch of this process; it has a thread from its first use on.
  static let shared = DescriptorWatch()

  private let state = Mutex(State())
  /// The pipe that wakes the thread when entries have changed.
  private let wakeUp: (reader: Int32, writer: Int32)

  private init() {
    var ends: [Int32] = [-1, -1]
    // `ProcessLimits` has made sure of some.
    precondition(unsafe pipe(&ends) == 0, "no descriptor is left")
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
    _ = unsafe write(wakeUp.writer, &byte, 1)
  }

  /// Waits for a change of entries or a descriptor that is ready.
  private func look() {
    let (numbers, watched) = state.withLock { state in
      if state.isWoken {
        state.isWoken = false
        var byte: UInt8 = 0
        _ = unsafe read(wakeUp.reader, &byte, 1)
      }
      let entries = Array(state.entries)
      let watched = entries.map { pollfd(fd: $1.descriptor, events: $1.events, revents: 0) }
      return (entries.map(\.key), watched)
    }
    var files = watched + [pollfd(fd: wakeUp.reader, events: Int16(POLLIN), revents: 0)]
    guard unsafe poll(&files, nfds_t(files.count), -1) > 0 else { return }
    // A wait that was forgotten meanwhile is passed over, also where a new descriptor has got the same number.
    let ready = state.withLock { state in
      zip(numbers, files).filter { $1.revents != 0 }
        .compactMap { state.entries.removeValue(forKey: $0.0) }
    }
    for entry in ready { entry.isReady() }
  }
}
