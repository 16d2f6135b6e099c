import CPlatform
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
  private let isOpen = Atomic<Bool>(true)
  private let identities = Atomic<Int>(0)
  private let logs = Mutex<[ThreadLog]>([])

  /// Who gets single events.
  ///
  /// A function that stands in a mutex by itself is wrapped once more with each look at it.
  private struct Receiver: Sendable {
    let take: @Sendable (RawEvent, ThreadLog) -> Void
  }

  /// Creates a recorder.
  ///
  /// - Parameter isStreaming: Whether each event is handed out as it is recorded.
  init(isStreaming: Bool = false) {
    self.isStreaming = isStreaming
  }

  /// Sets who gets the events as they are recorded, one at a time, before the library goes on.
  func stream(to receiver: @escaping @Sendable (RawEvent, ThreadLog) -> Void) {
    stream.withLock { $0 = Receiver(take: receiver) }
  }

  /// How many events there are.
  var count: Int { sequence.load(ordering: .acquiring) }

  /// A number for something with an identity.
  func nextIdentity() -> Int {
    identities.add(1, ordering: .relaxed).oldValue
  }

  /// Records an event.
  ///
  /// - Returns: Its sequence number.
  @discardableResult
  func record(_ event: RawEvent) -> Int32 {
    let log = threadLog()
    guard isOpen.load(ordering: .relaxed) else { return recordLate(event, log) }
    guard isStreaming else { return append(event, to: log).sequence }
    return stream.withLock { stream in
      let event = append(event, to: log)
      stream?.take(event, log)
      return event.sequence
    }
  }

  private func append(_ event: RawEvent, to log: ThreadLog) -> RawEvent {
    var event = event
    event.sequence = Int32(truncatingIfNeeded: sequence.add(1, ordering: .relaxed).newValue)
    log.events.append(event)
    return event
  }

  private func recordLate(_ event: RawEvent, _ log: ThreadLog) -> Int32 {
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
  /// - Parameter onLate: Called for each event that comes afterwards.
  /// - Returns: What each thread recorded.
  func close(onLate: @escaping @Sendable (RawEvent, ThreadLog) -> Void) -> [ThreadLog] {
    late.withLock { $0 = Receiver(take: onLate) }
    isOpen.store(false, ordering: .sequentiallyConsistent)
    let total = count
    for _ in 0..<1000 where threadLogs.reduce(0, { $0 + $1.events.count }) < total {
      aplus_thread_nap(20)
    }
    return threadLogs
  }
}
