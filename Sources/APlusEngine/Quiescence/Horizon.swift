#if os(Linux)
import CPlatform
import Synchronization

/// Asks the kernel whether any thread of this process can run within the next milliseconds.
///
/// All threads are looked at twice. A thread that sleeps at the second look, and did not run since
/// the first, slept in between; so there was a moment when all slept at once. After it, only a
/// timer or the outside world can wake one, and the timers are known.
package final class Horizon: Sendable {
  /// What a look says.
  package enum Answer {
    /// No thread can run within the horizon, nor in so many nanoseconds.
    case idle(nanoseconds: UInt64)
    /// A thread runs, or may soon.
    case busy
    /// Something exists that the kernel does not tell about.
    case unknown
  }

  private static let capacity = 512
  private let ownDescriptors: Set<Int32>
  private let memory = Mutex(Memory())

  /// What is kept from look to look.
  private struct Memory {
    var files: [Int32: aplus_proc_thread] = [:]
    var timers = TimerMemory()
  }

  /// Creates a horizon.
  ///
  /// - Parameter ownDescriptors: Descriptors that do not belong to the library.
  package init?(ownDescriptors: Set<Int32> = []) {
    guard aplus_proc_is_available() else { return nil }
    self.ownDescriptors = ownDescriptors.union([0, 1, 2])
  }

  deinit {
    memory.withLock { memory in
      for thread in memory.files.values {
        aplus_proc_close(thread)
      }
    }
  }

  /// Looks at everything, and once more where nothing could run.
  ///
  /// - Parameters:
  ///   - horizon: Nanoseconds.
  ///   - ignored: Threads of ours that nothing of the library can depend on.
  /// - Returns: Whether a thread can run, or how long none can.
  package func look(_ horizon: UInt64, ignoring ignored: Set<Int32>) -> Answer {
    memory.withLock { memory in
      let look = Look(ignoring: ignored, horizon: horizon, descriptors: ownDescriptors)
      // A wake-up that was under way at the first look shows at the second.
      let answer = look.perform(&memory)
      guard case .idle = answer else { return answer }
      return look.perform(&memory)
    }
  }

  /// Looks at what each thread had of the processors.
  ///
  /// - Parameter ignored: Threads of ours that nothing of the library can depend on.
  /// - Returns: The shares by the numbers of the threads; one that has just begun or ended is left out.
  func shares(ignoring ignored: Set<Int32>) -> [Int32: QuietTime.Share] {
    memory.withLock { memory in
      let look = Look(ignoring: ignored, horizon: 0, descriptors: ownDescriptors)
      return look.shares(&memory.files)
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
        counters(file).map {
          QuietTime.Share(run: $0.run, wait: $0.wait, isReady: aplus_proc_is_ready(file))
        }
      }
    }

    func perform(_ memory: inout Memory) -> Answer {
      guard let threads = threads() else { return .unknown }
      open(threads, &memory.files)
      var due = UInt64.max
      var before: [Int32: aplus_proc_counters] = [:]
      for id in threads {
        guard let file = memory.files[id], let counters = counters(file) else { return .busy }
        before[id] = counters
      }
      var first = aplus_proc_timers()
      if let answer = look(at: &first, &memory) { return answer }
      for id in threads {
        guard
          let file = memory.files[id], let earlier = before[id],
          let rest = rest(file), let later = counters(file), later.isSame(as: earlier)
        else { return .busy }
        due = min(due, rest)
      }
      var second = aplus_proc_timers()
      if let answer = look(at: &second, &memory) { return answer }
      guard second.all.map(\.identity) == first.all.map(\.identity) else { return .busy }
      due = second.all.map(\.remaining).filter { $0 > 0 }.reduce(min(due, second.interval), min)
      return self.threads() == threads ? .idle(nanoseconds: due) : .busy
    }

    private func threads() -> Set<Int32>? {
      var ids = [Int32](repeating: 0, count: Horizon.capacity)
      let count = unsafe aplus_proc_threads(&ids, Int32(ids.count))
      return count < 0 ? nil : Set(ids.prefix(Int(count))).subtracting(ignored)
    }

    private func open(_ threads: Set<Int32>, _ files: inout [Int32: aplus_proc_thread]) {
      for id in files.keys where !threads.contains(id) {
        if let file = files.removeValue(forKey: id) {
          aplus_proc_close(file)
        }
      }
      for id in threads where files[id] == nil {
        files[id] = aplus_proc_open(id)
      }
    }

    private func counters(_ file: aplus_proc_thread) -> aplus_proc_counters? {
      var counters = aplus_proc_counters()
      return unsafe aplus_proc_count(file, &counters) ? counters : nil
    }

    /// For how many nanoseconds a thread sleeps, where that is beyond the horizon.
    private func rest(_ file: aplus_proc_thread) -> UInt64? {
      var remaining: UInt64 = 0
      switch unsafe aplus_proc_rest(file, &remaining) {
      case aplus_rest_open: return .max
      case aplus_rest_timed: return remaining > horizon ? remaining : nil
      default: return nil
      }
    }

    /// Looks at the timers; nil where they allow no thread to run within the horizon.
    private func look(at timers: inout aplus_proc_timers, _ memory: inout Memory) -> Answer? {
      var own = Array(descriptors)
      for file in memory.files.values {
        own += [file.schedstat, file.wchan, file.syscall]
      }
      let start = aplus_clock_now()
      switch unsafe aplus_proc_look(own, Int32(own.count), &timers) {
      case aplus_look_changed: return .busy
      case aplus_look_unknown: return .unknown
      default: break
      }
      guard !timers.has_socket else { return .unknown }
      guard memory.timers.note(timers.all, readIn: start...aplus_clock_now(), horizon: horizon)
      else { return .busy }
      return timers.interval > horizon ? nil : .busy
    }
  }
}

extension aplus_proc_counters {
  /// Whether the thread did not run between two looks.
  fileprivate func isSame(as other: aplus_proc_counters) -> Bool {
    run == other.run && wait == other.wait && slices == other.slices
  }
}
#endif
