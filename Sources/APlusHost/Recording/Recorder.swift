import CHost
import CQuiescence
import Synchronization

/// Records what the threads of one run see.
///
/// Each thread appends to a buffer of its own; the one thing that they share is a counter, which
/// gives the order. Nothing is locked, written or formatted until the run is over.
final class Recorder: Sendable {
  /// Random, so that nothing can recognise a run by its numbers.
  let run = UInt64.random(in: 1...UInt64.max)
  private let stream = Mutex<Receiver?>(nil)
  private let isStreaming: Bool
  private let late = Mutex<Receiver?>(nil)
  private let sequence = Atomic<Int>(0)
  private let state = Atomic<State>(.open)
  private let limit: Int
  /// Where threads stay that would record more than the limit; nothing wakes them.
  private let stopped = Parking()
  private let identities = Atomic<Int>(0)
  private let logs = Mutex<[ThreadLog]>([])

  /// Whether events are recorded; it changes once.
  private enum State: UInt8, AtomicRepresentable {
    case open
    /// What comes now is late.
    case closed
    /// There would have been more events than the limit.
    case overrun
  }

  /// Who gets single events.
  ///
  /// A function that stands in a mutex by itself is wrapped once more with each look at it.
  private struct Receiver: Sendable {
    let take: @Sendable (RawEvent, ThreadLog) -> Void
  }

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - isStreaming: Whether each event is handed out as it is recorded.
  ///   - limit: How many events are recorded at most.
  init(isStreaming: Bool = false, limit: Int = .max) {
    self.isStreaming = isStreaming
    self.limit = limit
  }

  /// Sets who gets the events as they are recorded, one at a time, before the library goes on.
  func stream(to receiver: @escaping @Sendable (RawEvent, ThreadLog) -> Void) {
    stream.withLock { $0 = Receiver(take: receiver) }
  }

  /// How many events there are.
  var count: Int { min(sequence.load(ordering: .acquiring), limit) }

  /// Whether there would be more events than the limit.
  var isOverrun: Bool { state.load(ordering: .acquiring) == .overrun }

  /// A number for something with an identity.
  func nextIdentity() -> Int {
    identities.add(1, ordering: .relaxed).oldValue
  }

  /// Records an event.
  ///
  /// Does not return where that would be one more than the limit.
  ///
  /// - Returns: Its sequence number.
  @discardableResult
  func record(_ event: RawEvent) -> Int32 {
    let log = threadLog()
    guard state.load(ordering: .relaxed) == .open else { return recordLate(event, log) }
    let number = isStreaming ? stream(event, to: log) : append(event, to: log)
    return number ?? overrun(event, log)
  }

  private func stream(_ event: RawEvent, to log: ThreadLog) -> Int32? {
    stream.withLock { stream in
      guard let number = append(event, to: log) else { return nil }
      var event = event
      event.sequence = number
      stream?.take(event, log)
      return number
    }
  }

  /// Appends an event, unless there are as many as may be.
  @inline(__always)
  private func append(_ event: RawEvent, to log: ThreadLog) -> Int32? {
    let number = sequence.add(1, ordering: .relaxed).newValue
    guard number <= limit else { return nil }
    var event = event
    event.sequence = Int32(truncatingIfNeeded: number)
    log.events.append(event)
    return event.sequence
  }

  /// Notes that there would be more events than the limit, where the run is not over yet.
  ///
  /// The watchdog ends the run then: this thread may be inside the library, at the end of its stack.
  private func overrun(_ event: RawEvent, _ log: ThreadLog) -> Int32 {
    _ = state.compareExchange(
      expected: .open,
      desired: .overrun,
      ordering: .acquiringAndReleasing
    )
    return recordLate(event, log)
  }

  private func recordLate(_ event: RawEvent, _ log: ThreadLog) -> Int32 {
    // A library that calls handlers for ever would fill the memory while the trace is written.
    while isOverrun { stopped.wait(stopped.count) }
    var event = event
    event.sequence = Int32(truncatingIfNeeded: sequence.add(1, ordering: .relaxed).newValue)
    late.withLock { $0 }?.take(event, log)
    return event.sequence
  }

  /// This thread's buffer.
  func threadLog() -> ThreadLog {
    if let pointer = unsafe aplus_thread_log_get(run) {
      return unsafe Unmanaged<ThreadLog>.fromOpaque(pointer).takeUnretainedValue()
    }
    let log = logs.withLock { logs in
      let log = ThreadLog(stack: logs.count)
      logs.append(log)
      return log
    }
    unsafe aplus_thread_log_set(run, Unmanaged.passUnretained(log).toOpaque())
    return log
  }

  /// What each thread recorded so far.
  var threadLogs: [ThreadLog] { logs.withLock { $0 } }

  /// Ends the recording and waits until every event that was begun is there.
  ///
  /// A thread that has a number for an event keeps it within a few instructions, unless something
  /// suspends or ends it there.
  ///
  /// - Parameters:
  ///   - patience: Milliseconds after which the wait is given up.
  ///   - onLate: Called for each event that comes afterwards.
  /// - Returns: What each thread recorded; nil where an event is still missing.
  func close(
    patience: Int,
    onLate: @escaping @Sendable (RawEvent, ThreadLog) -> Void
  ) -> [ThreadLog]? {
    late.withLock { $0 = Receiver(take: onLate) }
    _ = state.compareExchange(
      expected: .open,
      desired: .closed,
      ordering: .sequentiallyConsistent
    )
    let total = count
    let deadline = aplus_clock_now() + UInt64(patience) * 1_000_000
    while threadLogs.reduce(0, { $0 + $1.events.count }) < total {
      guard aplus_clock_now() < deadline else { return nil }
      aplus_thread_yield()
    }
    return threadLogs
  }
}
