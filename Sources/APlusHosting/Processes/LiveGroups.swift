import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The process groups of all hosts that are alive, for a command that must end at once.
package enum LiveGroups {
  private static let groups = Mutex<Set<Int32>>([])
  private static let families = Mutex<[HostFamily]>([])

  /// Ends every host, whatever it is doing, and what descends from it.
  package static func endAll() {
    groups.withLock { groups in
      for group in groups { kill(-group, SIGKILL) }
    }
    for family in families.withLock({ $0 }) { family.end() }
  }

  /// Notes a group whose leader has started.
  package static func insert(_ group: Int32) {
    groups.withLock { _ = $0.insert(group) }
  }

  /// Forgets a group whose leader has been reaped, and whose number may be given away again.
  package static func remove(_ group: Int32) {
    groups.withLock { _ = $0.remove(group) }
  }

  /// Notes the mark that the hosts of a run carry.
  package static func insert(_ family: HostFamily) {
    families.withLock { $0.append(family) }
  }
}
