import CHosting
import Foundation

/// The signals that ask this process to end.
package enum ProcessSignals {
  /// How many signals have arrived since `listen`.
  package static var count: Int32 { aplus_interruption_count() }

  /// Begins to handle the signals; a signal that is ignored stays ignored.
  ///
  /// - Parameters:
  ///   - notice: What the first signal writes to standard error.
  ///   - status: The exit status after the second signal, which ends the process and all hosts at
  ///     once.
  package static func listen(notice: StaticString, status: Int32) {
    unsafe aplus_interruption_listen(notice.description, status)
  }
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
    _ = aplus_process_raise_descriptors()
    aplus_process_hide()
    return nil
  }

  /// For how many hosts the remaining descriptors suffice.
  package static var hosts: Int {
    let limit = aplus_process_raise_descriptors()
    let left = limit - aplus_process_open_descriptors(limit) - ownDescriptors
    return Int(max(0, left / descriptorsOfHost))
  }
}
