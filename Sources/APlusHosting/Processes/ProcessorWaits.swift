#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How long threads have waited for a processor that others used, as far as the kernel tells.
package struct ProcessorWaits {
  /// Nanoseconds by thread.
  package var threads: [Int32: Int64] = [:]
  /// Nanoseconds that each thread has run.
  private(set) var spent: [Int32: Int64] = [:]

  package init() {}

  /// Adds the threads of a process.
  package mutating func add(process: Int32) {
    #if os(Linux)
    let path = "/proc/\(process)/task"
    for thread in ProcFolder.numbers(in: path) ?? [] {
      guard let times = Self.times(in: "\(path)/\(thread)/schedstat") else { continue }
      threads[thread] = times.waited
      spent[thread] = times.spent
    }
    #endif
  }

  /// The longest time that a thread has waited since an earlier look.
  package func longest(since earlier: Self) -> Duration {
    let waits = threads.map { thread, wait in wait - (earlier.threads[thread] ?? wait) }
    return .nanoseconds(max(0, waits.max() ?? 0))
  }

  #if os(Linux)
  /// The first two of the three numbers that the kernel keeps of a thread: time spent, time waited, slices.
  private static func times(in path: String) -> (spent: Int64, waited: Int64)? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 96)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let fields = bytes[..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let spent = Int64(String(decoding: fields[0], as: UTF8.self)),
      let waited = Int64(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    return (spent, waited)
  }
  #endif
}
