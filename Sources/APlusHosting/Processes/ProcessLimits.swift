import CHosting

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The signals that ask this process to end.
package enum ProcessSignals {
  /// How many have come since it listens.
  package static var count: Int32 { aplus_interruption_count() }

  /// Begins to listen; a signal that was ignored stays so.
  ///
  /// - Parameters:
  ///   - notice: What the first signal writes to the standard error.
  ///   - status: The exit status after the second signal, which ends the process and all hosts at once.
  package static func listen(notice: String, status: Int32) {
    unsafe aplus_interruption_listen(notice, status)
  }
}

/// What the system lets this process have.
package enum ProcessLimits {
  /// What a run keeps open beside the pipes of hosts: streams, reports, the system's event queues, and looks at hosts.
  private static let ownDescriptors: Int32 = 24
  /// The pipes of a host, and their other ends while it starts.
  private static let descriptorsOfHost: Int32 = 6
  /// What is open before the first host starts, at the least.
  private static let firstDescriptors: Int32 = 8
  /// What a run uses of the address space, without its threads.
  private static let room: Int64 = 256 << 20

  /// Prepares this process, before its first thread.
  ///
  /// It starts the guardian of hosts, raises the limit of descriptors, and hides the process from its hosts.
  ///
  /// - Parameter processors: How many threads compute at a time.
  /// - Returns: Why nothing can run here; nil where threads can be made.
  package static func prepare(processors: Int) -> String? {
    #if os(Linux)
    // Even the arguments of the command are read there.
    if unsafe access("/proc/self/stat", R_OK) != 0 {
      return "/proc is needed, and not mounted here"
    }
    #endif
    if !aplus_process_has_room(room) {
      return "there is too little memory: \(room >> 20) MiB of address space are needed (ulimit -v)"
    }
    if !aplus_process_can_open(firstDescriptors) {
      return "no \(firstDescriptors) descriptors can be opened; raise their limit (ulimit -n)"
    }
    let threads = Int32(processors + 4)
    if !aplus_process_can_make_threads(threads) {
      return
        "no \(threads) threads can be made; raise the limit of processes (ulimit -u) or of memory (ulimit -v)"
    }
    Guardian.prepare()
    _ = aplus_process_raise_descriptors()
    aplus_process_hide()
    return nil
  }

  /// How many hosts the descriptors that are left are enough for.
  package static var hosts: Int {
    let limit = aplus_process_raise_descriptors()
    let left = limit - aplus_process_open_descriptors(limit) - ownDescriptors
    return Int(max(0, left / descriptorsOfHost))
  }
}
