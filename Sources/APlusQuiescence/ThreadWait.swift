#if os(Linux)
import CQuiescence

/// What a thread of this process waits in, in words.
///
///     ThreadWait.all(ignoring: []).map(\.description)
///     // ["thread 12 (worker) waits for a lock that thread 13 (main) holds", …]
package struct ThreadWait: Sendable, Hashable, CustomStringConvertible {
  private static let capacity = 512

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
  /// - Parameter ignored: Threads that are left out besides the calling one.
  /// - Returns: Those that still exist.
  package static func all(ignoring ignored: Set<Int32>) -> [ThreadWait] {
    var ids = [Int32](repeating: 0, count: capacity)
    let count = unsafe max(aplus_proc_threads(&ids, Int32(capacity)), 0)
    let left = ignored.union([aplus_thread_id()])
    return ids.prefix(Int(count)).filter { !left.contains($0) }.sorted().compactMap(Self.init)
  }

  /// Looks at a thread; nil if there is none.
  package init?(_ thread: Int32) {
    var waiting = aplus_waiting()
    guard unsafe aplus_waits_look(thread, &waiting) else { return nil }
    self.thread = thread
    name = Self.name(of: thread)
    kind = Kind(waiting, of: thread)
  }

  package var description: String { "\(Self.label(thread, name)) \(kind)" }

  fileprivate static func label(_ thread: Int32, _ name: String) -> String {
    name.isEmpty ? "thread \(thread)" : "thread \(thread) (\(name))"
  }

  fileprivate static func name(of thread: Int32) -> String {
    unsafe text { text, size in unsafe aplus_waits_name(thread, text, size) } ?? ""
  }

  fileprivate static func text(_ read: (UnsafeMutablePointer<CChar>, Int32) -> Bool) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    guard unsafe read(&text, Int32(text.count)) else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension ThreadWait.Kind {
  fileprivate init(_ waiting: aplus_waiting, of thread: Int32) {
    let remaining = waiting.is_timed ? waiting.remaining : nil
    switch waiting.wait {
    case aplus_wait_none: self = .running
    case aplus_wait_lock where waiting.holder == thread: self = .lock(holder: "it")
    case aplus_wait_lock where waiting.holder != 0:
      self = .lock(holder: ThreadWait.label(waiting.holder, ThreadWait.name(of: waiting.holder)))
    case aplus_wait_lock: self = .condition(remaining)
    case aplus_wait_sleep: self = .asleep(remaining)
    case aplus_wait_read: self = .reading(Self.target(of: waiting.file))
    case aplus_wait_write: self = .writing(Self.target(of: waiting.file))
    case aplus_wait_events: self = .events(remaining)
    case aplus_wait_child: self = .child
    case aplus_wait_signal: self = .signal
    default: self = .call(Int(waiting.call))
    }
  }

  private static func target(of file: Int32) -> String {
    unsafe ThreadWait.text { text, size in unsafe aplus_waits_target(file, text, size) } ?? "descriptor \(file)"
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
