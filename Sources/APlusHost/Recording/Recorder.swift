import CHost
import CQuiescence
import Synchronization

/// Records what the threads of one run see.
///
/// Each thread appends to its own buffer; they share only a counter, which determines the order.
/// Without streaming, nothing is locked, written or formatted until the run is over.
final class Recorder: Sendable {
  /// Random, so that nothing can recognize a run by its numbers.
  let run = UInt64.random(in: 1...UInt64.max)
  private let stream = Mutex<Receiver?>(nil)
  private let isStreaming: Bool
  private let late = Mutex<Receiver?>(nil)
  /// How many numbers were given to events, and from the end of the recording on also `closing`.
  ///
  /// As both are in one atomic, each number is either below the bit or late, never in between: a
  /// thread that gets a number without the bit, within the limit, appends its event; no other does.
  private let sequence = Atomic<Int>(0)
  private let overrun = Atomic<Bool>(false)
  private let limit: Int
  /// Where threads stay that try to record more than the limit; nothing wakes them.
  private let stopped = Parking()
  private let identities = Atomic<Int>(0)
  private let logs = Mutex<[ThreadLog]>([])

  /// The bit of `sequence` that says that any further event is late; it exceeds every limit.
  private static let closing = 1 << 62

  /// A function that receives single events.
  ///
  /// A function without this struct around it is wrapped once more each time that a mutex reads it.
  private struct Receiver: Sendable { let take: @Sendable (RawEvent, ThreadLog) -> Void }

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - isStreaming: Whether each event is passed on as it is recorded.
  ///   - limit: The largest number of events to record.
  init(isStreaming: Bool = false, limit: Int = .max) {
    self.isStreaming = isStreaming
    self.limit = min(limit, Self.closing - 1)
  }

  /// Sets what receives the events as they are recorded, one by one, before the library continues.
  func stream(to receiver: @escaping @Sendable (RawEvent, ThreadLog) -> Void) {
    stream.withLock { $0 = Receiver(take: receiver) }
  }

  /// How many events there are.
  var count: Int { min(sequence.load(ordering: .acquiring) & ~Self.closing, limit) }

  /// Whether a thread tried to record more events than the limit.
  var isOverrun: Bool { overrun.load(ordering: .acquiring) }

  /// Whether the recording has ended.
  var isClosed: Bool { sequence.load(ordering: .acquiring) & Self.closing != 0 }

  /// A number for something with an identity.
  func nextIdentity() -> Int { identities.add(1, ordering: .relaxed).oldValue }

  /// Records an event.
  ///
  /// Does not return if that would exceed the limit.
  ///
  /// - Returns: Its sequence number.
  @discardableResult func record(_ event: RawEvent) -> Int32 {
    let log = threadLog()
    let number = isStreaming ? stream(event, to: log) : append(event, to: log)
    if number > limit { recordBeyond(event, number, log) }
    return Int32(truncatingIfNeeded: number)
  }

  private func stream(_ event: RawEvent, to log: ThreadLog) -> Int {
    stream.withLock { stream in
      let number = append(event, to: log)
      guard number <= limit else { return number }
      var event = event
      event.sequence = Int32(truncatingIfNeeded: number)
      stream?.take(event, log)
      return number
    }
  }

  /// Takes the next number and appends the event, unless the number exceeds the limit.
  @inline(__always) private func append(_ event: RawEvent, to log: ThreadLog) -> Int {
    let number = sequence.add(1, ordering: .relaxed).newValue
    guard number <= limit else { return number }
    var event = event
    event.sequence = Int32(truncatingIfNeeded: number)
    log.events.append(event)
    return number
  }

  /// Passes on a late event, or notes that the run exceeds the limit.
  ///
  /// The watchdog then ends the run: this thread may be in the library, at the end of its stack.
  private func recordBeyond(_ event: RawEvent, _ number: Int, _ log: ThreadLog) {
    if number < Self.closing { overrun.store(true, ordering: .releasing) }
    // A library that calls handlers forever would fill the memory while the trace is written.
    while isOverrun { stopped.wait(stopped.count) }
    var event = event
    event.sequence = Int32(truncatingIfNeeded: number)
    late.withLock { $0 }?.take(event, log)
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
    if isStreaming { aplus_crash_thread(Int32(truncatingIfNeeded: log.stack)) }
    return log
  }

  /// What each thread has recorded so far.
  var threadLogs: [ThreadLog] { logs.withLock { $0 } }

  /// Ends the recording and waits until every event that a thread began to record is there.
  ///
  /// A thread that has a number for an event stores the event within a few instructions, unless the
  /// thread is suspended or ended there.
  ///
  /// - Parameters:
  ///   - patience: The time limit of the wait, in milliseconds.
  ///   - onLate: Called for each event that comes afterwards.
  /// - Returns: What each thread recorded; nil if an event is still missing.
  func close(patience: Int, onLate: @escaping @Sendable (RawEvent, ThreadLog) -> Void) -> [ThreadLog]? {
    // Before the bit: a thread that sees the bit locks after this, and so finds the receiver.
    late.withLock { $0 = Receiver(take: onLate) }
    let given = sequence.bitwiseOr(Self.closing, ordering: .acquiringAndReleasing).oldValue
    // The thread that exceeded the limit may not have noted it yet.
    if given > limit { overrun.store(true, ordering: .releasing) }
    let total = min(given, limit)
    let deadline = aplus_clock_now() + UInt64(patience) * 1_000_000
    while threadLogs.reduce(0, { $0 + $1.events.count }) < total {
      guard aplus_clock_now() < deadline else { return nil }
      aplus_thread_yield()
    }
    return threadLogs
  }
}
