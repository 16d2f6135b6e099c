import CHosting
import Foundation
import Synchronization

/// The signals that ask this process to end.
package enum ProcessSignals {
  /// How many signals have arrived since `listen`.
  package static var count: Int32 { aplus_interruption_count() }

  /// Begins to handle the signals: each ends the process and all hosts at once, with a status.
  ///
  /// A signal that is ignored stays ignored.
  package static func begin(status: Int32) { aplus_interruption_begin(status) }

  /// From now on, the first signal only counts and writes a notice to standard error.
  package static func listen(notice: StaticString) { unsafe aplus_interruption_listen(notice.description) }
}

/// The memory of this process.
package enum ProcessMemory {
  /// Returns what is free to the system; the allocator would keep most of it.
  package static func returnFree() { aplus_process_return_memory() }
}

/// The limits that the system sets this process.
package enum ProcessLimits {
  /// The descriptors that a run needs besides the pipes of hosts: for streams, reports, the
  /// system's event queues, and looks at hosts.
  private static let ownDescriptors: Int32 = 24
  /// The descriptors of a host: for its pipes, and for their other ends while it starts.
  private static let descriptorsOfHost: Int32 = 6
  /// The descriptors that are needed at least before the first host starts.
  private static let firstDescriptors: Int32 = 8
  /// The address space that a run uses besides its threads, in bytes.
  private static let room: Int64 = 256 << 20

  /// Prepares this process, before its first thread.
  ///
  /// It starts the guardian, raises the limit of descriptors, and hides the process from its hosts.
  ///
  /// - Parameter processors: How many threads compute at a time.
  /// - Returns: Why nothing can run here; nil if the resources suffice.
  package static func prepare(processors: Int) -> String? {
    #if os(Linux)
    // Even the arguments of the command are read from it.
    if unsafe access("/proc/self/stat", R_OK) != 0 { return "/proc is needed, but not mounted here" }
    #endif
    if !aplus_process_has_room(room) {
      return "there is too little memory: \(room >> 20) MiB of address space are needed (ulimit -v)"
    }
    if !aplus_process_can_open(firstDescriptors) {
      return "\(firstDescriptors) descriptors cannot be opened; raise their limit (ulimit -n)"
    }
    let threads = Int32(processors + 4)
    if !aplus_process_can_make_threads(threads) {
      return "\(threads) threads cannot be started; raise the limit of processes (ulimit -u) or of"
        + " memory (ulimit -v)"
    }
    Guardian.prepare()
    if let words = tightLimit() { hostLimit.withLock { $0 = words } }
    _ = aplus_process_raise_descriptors()
    if !aplus_process_keep_limits() {
      return "a thread cannot be started; raise the limit of processes (ulimit -u) or of memory (ulimit -v)"
    }
    aplus_process_hide()
    return nil
  }

  /// The limit of hosts that many of them cannot live with, in words; nil where there is none.
  ///
  /// Hosts have the limits with which the command was started.
  package static var ofHosts: String? { hostLimit.withLock { $0 } }

  private static let hostLimit = Mutex<String?>(nil)

  private static func tightLimit() -> String? {
    let descriptors = aplus_process_descriptor_limit()
    if descriptors < 64 { return "it may have only \(descriptors) descriptors; raise their limit (ulimit -n)" }
    let space = aplus_process_space_limit()
    guard space < 4 << 30 else { return nil }
    return "it may have only \(space >> 20) MiB of address space; raise the limit of memory (ulimit -v)"
  }

  /// For how many hosts the remaining descriptors suffice.
  package static var hosts: Int {
    let limit = aplus_process_raise_descriptors()
    let left = limit - aplus_process_open_descriptors(limit) - ownDescriptors
    return Int(max(0, left / descriptorsOfHost))
  }
}
