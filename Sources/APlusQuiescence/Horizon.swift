#if os(Linux)
import CQuiescence
import Synchronization

/// Queries the kernel to learn whether any thread of this process can run in the next milliseconds.
///
/// All threads are looked at twice. A thread that sleeps at the second look, and did not run since
/// the first, slept in between; so there was a moment when all slept at once. After it, only a
/// timer or the outside world can wake one, and the timers are known.
///
/// A timer that has expired shows no time left, like one that is not armed, until the processor
/// takes the interrupt; on a busy virtual machine that may be milliseconds later. So all processors
/// take their interrupts between the two looks. By then the timer has woken its thread, which the
/// second look sees.
package final class Horizon: Sendable {
  /// The result of a look.
  package enum Answer {
    /// No thread can run within the horizon, nor within this many nanoseconds.
    case idle(nanoseconds: UInt64)
    /// A thread runs, or may run soon.
    case busy
    /// Something exists whose state the kernel does not show.
    case unknown
  }

  private static let capacity = 4096
  /// The files that show the state of each thread; they stay open and serve all horizons.
  private static let files = Mutex<[Int32: aplus_proc_thread]>([:])
  private let ownDescriptors: Set<Int32>

  /// Creates a horizon.
  ///
  /// - Parameter ownDescriptors: Descriptors that do not belong to the library.
  package init?(ownDescriptors: Set<Int32> = []) {
    guard aplus_proc_is_available() else { return nil }
    self.ownDescriptors = ownDescriptors.union([0, 1, 2])
  }

  /// Looks at everything, and once more if nothing could run.
  ///
  /// - Parameters:
  ///   - horizon: Nanoseconds.
  ///   - ignored: Threads of the host that the library cannot depend on.
  /// - Returns: Whether a thread can run, or how long none can.
  package func look(_ horizon: UInt64, ignoring ignored: Set<Int32>) -> Answer {
    Self.files.withLock { files in
      let look = Look(ignoring: ignored, horizon: horizon, descriptors: ownDescriptors)
      do throws(Obstacle) {
        let first = try look.perform(&files)
        if first.timers.contains(where: \.hasNoTimeLeft), !aplus_proc_await_interrupts() { throw .unobservable }
        // A wake-up that was under way at the first look shows at the second.
        let second = try look.perform(&files)
        return second.confirms(first) ? .idle(nanoseconds: second.due) : .busy
      } catch { return error == .change ? .busy : .unknown }
    }
  }

  /// Reads each thread's use of the processors.
  ///
  /// - Parameter ignored: Threads of the host that the library cannot depend on.
  /// - Returns: The shares by thread number, without threads that have just begun or ended.
  package func shares(ignoring ignored: Set<Int32>) -> [Int32: QuietTime.Share] {
    Self.files.withLock { files in
      let look = Look(ignoring: ignored, horizon: 0, descriptors: ownDescriptors)
      return look.shares(&files)
    }
  }

  /// Why a look does not show that nothing can run.
  private enum Obstacle: Error {
    /// A thread runs or may run soon, or something changed meanwhile.
    case change
    /// Something exists whose state the kernel does not show.
    case unobservable
  }

  /// What a look showed when no thread ran.
  private struct Snapshot {
    let threads: [Int32: aplus_proc_counters]
    let timers: [aplus_proc_timer]
    /// Nanoseconds until the first timer wakes a thread.
    let due: UInt64

    /// Whether nothing happened since an earlier look; then timers without time left are not armed.
    func confirms(_ earlier: Snapshot) -> Bool {
      threads.count == earlier.threads.count
        && threads.allSatisfy { id, now in earlier.threads[id].map(now.isSame) ?? false }
        && timers.count == earlier.timers.count && zip(timers, earlier.timers).allSatisfy { $0.follows($1) }
    }
  }

  private struct Look {
    let horizon: UInt64
    let ignored: Set<Int32>
    let descriptors: Set<Int32>

    init(ignoring ignored: Set<Int32>, horizon: UInt64, descriptors: Set<Int32>) {
      self.horizon = horizon
      self.ignored = ignored.union([aplus_thread_id()])
      self.descriptors = descriptors
    }

    func shares(_ files: inout [Int32: aplus_proc_thread]) -> [Int32: QuietTime.Share] {
      let threads = threads() ?? []
      open(threads, &files)
      return files.compactMapValues { file in
        file.counters.map { QuietTime.Share(run: $0.run, wait: $0.wait, isReady: aplus_proc_is_ready(file)) }
      }
    }

    func perform(_ files: inout [Int32: aplus_proc_thread]) throws(Obstacle) -> Snapshot {
      guard let threads = threads() else { throw .unobservable }
      open(threads, &files)
      var before: [Int32: aplus_proc_counters] = [:]
      for id in threads {
        guard let counters = files[id]?.counters else {
          // Its number may belong to another thread by now.
          close(id, &files)
          throw .change
        }
        before[id] = counters
      }
      let timers = try timers(files)
      var due = timers.all.map(\.remaining).filter { $0 > 0 }.reduce(timers.interval, min)
      for id in threads {
        guard let file = files[id], let earlier = before[id], let rest = file.rest, let later = file.counters,
          later.isSame(as: earlier)
        else { throw .change }
        due = min(due, rest)
      }
      guard due > horizon, self.threads() == threads else { throw .change }
      return Snapshot(threads: before, timers: timers.all, due: due)
    }

    private func threads() -> Set<Int32>? {
      var ids = [Int32](repeating: 0, count: Horizon.capacity)
      let count = unsafe aplus_proc_threads(0, &ids, Int32(ids.count))
      return count < 0 ? nil : Set(ids.prefix(Int(count))).subtracting(ignored)
    }

    private func open(_ threads: Set<Int32>, _ files: inout [Int32: aplus_proc_thread]) {
      for id in files.keys where !threads.contains(id) { close(id, &files) }
      for id in threads where files[id] == nil { files[id] = aplus_proc_open(0, id) }
    }

    private func close(_ thread: Int32, _ files: inout [Int32: aplus_proc_thread]) {
      if let file = files.removeValue(forKey: thread) { aplus_proc_close(file) }
    }

    private func timers(_ files: [Int32: aplus_proc_thread]) throws(Obstacle) -> aplus_proc_timers {
      var own = Array(descriptors)
      for file in files.values { own += [file.schedstat, file.wchan, file.syscall] }
      var timers = aplus_proc_timers()
      switch unsafe aplus_proc_look(own, Int32(own.count), &timers) {
      case aplus_look_changed: throw .change
      case aplus_look_unknown: throw .unobservable
      default: break
      }
      guard !timers.has_socket else { throw .unobservable }
      return timers
    }
  }
}

extension aplus_proc_thread {
  /// What the thread did so far; nil if it has ended.
  var counters: aplus_proc_counters? {
    var counters = aplus_proc_counters()
    return unsafe aplus_proc_count(self, &counters) ? counters : nil
  }

  /// For how many nanoseconds the thread sleeps; nil if it may run at any time.
  var rest: UInt64? {
    var remaining: UInt64 = 0
    switch unsafe aplus_proc_rest(self, &remaining) {
    case aplus_rest_open: return .max
    case aplus_rest_timed: return remaining
    default: return nil
    }
  }
}

extension aplus_proc_counters {
  /// Whether the thread did not run between two looks.
  func isSame(as other: aplus_proc_counters) -> Bool {
    run == other.run && wait == other.wait && slices == other.slices
  }
}

extension aplus_proc_timer {
  fileprivate var hasNoTimeLeft: Bool { remaining == 0 }

  /// Whether it is unchanged: not read, not replaced, and not expired meanwhile.
  fileprivate func follows(_ earlier: aplus_proc_timer) -> Bool {
    file == earlier.file && ticks == earlier.ticks && hasNoTimeLeft == earlier.hasNoTimeLeft
  }
}

extension aplus_proc_timers {
  /// The timers, one after another.
  fileprivate var all: [aplus_proc_timer] {
    var copy = timers
    return unsafe withUnsafeBytes(of: &copy) { bytes in
      unsafe Array(bytes.bindMemory(to: aplus_proc_timer.self).prefix(Int(count)))
    }
  }
}
#endif
