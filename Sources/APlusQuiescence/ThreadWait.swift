import CQuiescence

/// How much a thread matters where something does not come, most first.
package enum ThreadWeight: Int, Comparable, Sendable {
  /// It runs, so the process is not at rest.
  case running
  /// It waits for something that may never come.
  case blocked
  /// It wakes soon, or nobody knows when.
  case restless
  /// It is idle.
  case idle

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Threads {
  /// The most threads that are named.
  private static let named = 8

  /// What the threads of a process wait in, in words, those that matter most first; empty where the system does not show
  /// it.
  ///
  /// - Parameters:
  ///   - process: Its number; 0 stands for this one, without the calling thread.
  ///   - ignored: Threads that are left out.
  /// - Returns: The phrases.
  package static func waits(of process: Int32 = 0, ignoring ignored: Set<Int32> = []) -> [String] {
    #if os(Linux)
    let waits = ThreadWait.all(of: process, ignoring: ignored).sorted { $0.weight < $1.weight }
    let rest = waits.count - named
    return waits.prefix(named).map(\.description) + (rest > 0 ? ["and \(rest) more thread\(rest == 1 ? "" : "s")"] : [])
    #else
    return []
    #endif
  }
}

#if os(Linux)
/// What a thread waits in, in words.
///
///     ThreadWait.all(ignoring: []).map(\.description)
///     // ["thread 12 (worker) waits for a lock that thread 13 (main) holds", …]
package struct ThreadWait: Sendable, Hashable, CustomStringConvertible {
  private static let capacity = 512
  /// A thread that waits longer than this for work is idle, in nanoseconds.
  private static let soon: UInt64 = 1_000_000_000

  /// The system's number of the thread.
  package let thread: Int32
  /// Its name, such as that of the program.
  package let name: String
  /// What it waits in, as far as the kernel shows it.
  package let kind: Kind

  /// What a thread waits in.
  package enum Kind: Sendable, Hashable {
    /// It runs, or waits for a processor.
    case running
    /// A lock, with the thread that holds it, or "it" for the same.
    case lock(holder: String)
    /// A condition, a semaphore, or a lock whose holder is unknown.
    case condition(UInt64?)
    /// A time, in so many nanoseconds.
    case asleep(UInt64?)
    /// Input from a descriptor.
    case reading(String)
    /// Room for output to a descriptor.
    case writing(String)
    /// An event of several descriptors, or of a time, in so many nanoseconds.
    case events(UInt64?)
    /// The end of a child process.
    case child
    /// A signal.
    case signal
    /// Another system call, by its number.
    case call(Int)
  }

  /// What each thread waits in, by their numbers.
  ///
  /// - Parameters:
  ///   - process: One that this process may trace, such as a child; 0 stands for this one.
  ///   - ignored: Threads that are left out besides the calling one.
  /// - Returns: Those that still exist.
  package static func all(of process: Int32 = 0, ignoring ignored: Set<Int32>) -> [ThreadWait] {
    var ids = [Int32](repeating: 0, count: capacity)
    let count = unsafe max(aplus_proc_threads(process, &ids, Int32(capacity)), 0)
    let left = ignored.union([aplus_thread_id()])
    return ids.prefix(Int(count)).filter { !left.contains($0) }.sorted().compactMap { Self($0, of: process) }
  }

  /// Looks at a thread of a process; nil if there is none.
  package init?(_ thread: Int32, of process: Int32 = 0) {
    var waiting = aplus_waiting()
    guard unsafe aplus_waits_look(process, thread, &waiting) else { return nil }
    self.thread = thread
    name = Self.name(of: thread, in: process)
    kind = Kind(waiting, of: thread, in: process)
  }

  /// How much it matters.
  package var weight: ThreadWeight {
    switch kind {
    case .running: .running
    case .lock, .condition(nil), .reading, .writing, .child: .blocked
    case .call, .asleep: .restless
    case .events(let rest?), .condition(let rest?): rest < Self.soon ? .restless : .idle
    case .events(nil), .signal: .idle
    }
  }

  package var description: String { "\(Self.label(thread, name)) \(kind)" }

  fileprivate static func label(_ thread: Int32, _ name: String) -> String {
    name.isEmpty ? "thread \(thread)" : "thread \(thread) (\(name))"
  }

  fileprivate static func name(of thread: Int32, in process: Int32) -> String {
    unsafe text { text, size in unsafe aplus_waits_name(process, thread, text, size) } ?? ""
  }

  fileprivate static func text(_ read: (UnsafeMutablePointer<CChar>, Int32) -> Bool) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe read(&text, Int32(text.count)) else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension ThreadWait.Kind {
  fileprivate init(_ waiting: aplus_waiting, of thread: Int32, in process: Int32) {
    let remaining = waiting.is_timed ? waiting.remaining : nil
    switch waiting.wait {
    case aplus_wait_none: self = .running
    case aplus_wait_lock where waiting.holder == thread: self = .lock(holder: "it")
    case aplus_wait_lock where waiting.holder != 0:
      self = .lock(holder: ThreadWait.label(waiting.holder, ThreadWait.name(of: waiting.holder, in: process)))
    case aplus_wait_lock: self = .condition(remaining)
    case aplus_wait_sleep: self = .asleep(remaining)
    case aplus_wait_read: self = .reading(Self.target(of: waiting.file, in: process))
    case aplus_wait_write: self = .writing(Self.target(of: waiting.file, in: process))
    case aplus_wait_events: self = .events(remaining)
    case aplus_wait_child: self = .child
    case aplus_wait_signal: self = .signal
    default: self = .call(Int(waiting.call))
    }
  }

  private static func target(of file: Int32, in process: Int32) -> String {
    unsafe ThreadWait.text { text, size in unsafe aplus_waits_target(process, file, text, size) }
      ?? "descriptor \(file)"
  }
}

extension ThreadWait.Kind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .running: "runs"
    case .lock(let holder): "waits for a lock that \(holder) holds"
    case .condition(let rest): "waits for a condition or a semaphore\(Self.until(rest))"
    case .asleep(let rest): "sleeps\(Self.until(rest))"
    case .reading(let target): "waits for input from \(target)"
    case .writing(let target): "waits for room in \(target)"
    case .events(let rest): "waits for events\(Self.until(rest))"
    case .child: "waits for a child process to end"
    case .signal: "waits for a signal"
    case .call(let number): "is in system call \(number)"
    }
  }

  private static func until(_ nanoseconds: UInt64?) -> String {
    nanoseconds.map { ", at most \($0 / 1_000_000) ms more" } ?? ""
  }
}
#endif
