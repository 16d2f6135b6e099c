import CQuiescence

/// How long threads have run, and have waited for a busy processor, as far as the kernel shows it.
struct ProcessorTimes {
  /// The nanoseconds that each thread has waited.
  var waited: [Int32: Int64] = [:]
  /// The nanoseconds that each thread has run.
  var spent: [Int32: Int64] = [:]
  /// The threads that run or wait for a processor.
  var ready: Set<Int32> = []

  /// Adds the threads of a process.
  mutating func add(process: Int32) {
    #if os(Linux)
    let path = "/proc/\(process)/task"
    for thread in ProcFolder.numbers(in: path) ?? [] {
      guard let times = Self.times(in: "\(path)/\(thread)/schedstat") else { continue }
      waited[thread] = times.waited
      spent[thread] = times.spent
      if Self.isReady(in: "\(path)/\(thread)/stat") { ready.insert(thread) }
    }
    #endif
  }

  /// The longest time that a thread has waited since an earlier look, so long ago.
  ///
  /// The kernel adds a wait to its count only once the wait is over.
  func longest(since earlier: Self, in elapsed: Duration) -> Duration {
    let waitsStill = ready.contains { thread in
      waited[thread] == earlier.waited[thread] && spent[thread] == earlier.spent[thread]
    }
    if waitsStill { return elapsed }
    let waits = waited.map { thread, wait in wait - (earlier.waited[thread] ?? wait) }
    return min(.nanoseconds(max(0, waits.max() ?? 0)), elapsed)
  }

  /// Whether a thread has computed since an earlier look, so long ago; nil if that cannot be told yet.
  ///
  /// It uses at least half of the time that no other thread takes from it, and gets at least a
  /// hundredth of the whole on a busy machine. One that polls with short sleeps uses less. The kernel
  /// does not tell how long a thread has waited that waits still.
  func showsComputation(since earlier: Self, in elapsed: Duration) -> Bool? {
    let elapsed = Int64(elapsed.seconds * 1e9)
    let computes = spent.contains { thread, spent in
      let ran = spent - (earlier.spent[thread] ?? 0)
      let waited = (waited[thread] ?? 0) - (earlier.waited[thread] ?? 0)
      return ran > 0 && ran >= elapsed / 100 && ran >= (elapsed - waited) / 2
    }
    return computes || ready.isEmpty ? computes : nil
  }

  #if os(Linux)
  /// Whether the kernel shows the state R, which follows the name of the thread in brackets.
  private static func isReady(in path: String) -> Bool {
    let text = FileLook.start(of: path, limit: 96)
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return text.dropFirst(end - text.startIndex + 2).first == UInt8(ascii: "R")
  }

  /// The first two of the kernel's three numbers for a thread: time spent, time waited, slices.
  private static func times(in path: String) -> (spent: Int64, waited: Int64)? {
    let fields = FileLook.start(of: path, limit: 96).split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let spent = Int64(String(decoding: fields[0], as: UTF8.self)),
      let waited = Int64(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    return (spent, waited)
  }
  #endif
}

#if os(Linux)
/// A directory in which the kernel lists processes, or the threads of one.
enum ProcFolder {
  /// The numeric names in the directory; nil where it cannot be read.
  static func numbers(in path: String) -> [Int32]? {
    var numbers: [Int32] = []
    let isRead = unsafe withUnsafeMutablePointer(to: &numbers) { numbers in
      unsafe aplus_proc_list(
        path,
        { number, context in
          unsafe context?.assumingMemoryBound(to: [Int32].self).pointee.append(number)
          return true
        }, numbers)
    }
    return isRead ? numbers : nil
  }
}
#endif
