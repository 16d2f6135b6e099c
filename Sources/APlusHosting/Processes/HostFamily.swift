import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// All processes that descend from the hosts of one adapter's run.
///
/// A descendant in a session of its own has left the process group of its host, but inherits the
/// environment, which carries a mark.
package struct HostFamily: Sendable {
  /// The variable that carries the mark.
  static let variable = "APLUS_CHECK_FAMILY"

  /// Unique among the runs on this machine.
  package let mark = String(UInt64.random(in: .min ... .max), radix: 16)

  /// How often members are looked for, as they may start others while they are ended.
  private static let passLimit = 20

  package init() {}

  /// Ends the members that are still alive.
  package func end() {
    #if os(Linux)
    for _ in 0..<Self.passLimit {
      guard endFoundMembers() else { return }
    }
    #endif
  }

  #if os(Linux)
  /// Ends the members that a look finds; false when there are none.
  private func endFoundMembers() -> Bool {
    var hasFound = false
    let wanted = Array("\(Self.variable)=\(mark)".utf8)
    for process in ProcFolder.numbers(in: "/proc") ?? [] where process > 1 {
      let variables = contents(of: "/proc/\(process)/environ")
      if variables.split(separator: 0).contains(where: { $0.elementsEqual(wanted) }) {
        kill(process, SIGKILL)
        hasFound = true
      }
    }
    return hasFound
  }

  private func contents(of path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe read(file, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
  #endif
}

/// The process groups of all live hosts, for a command that must end at once.
package enum LiveGroups {
  private static let groups = Mutex<Set<Int32>>([])
  private static let families = Mutex<[HostFamily]>([])

  /// Ends every host and its descendants.
  package static func endAll() {
    groups.withLock { groups in
      for group in groups { kill(-group, SIGKILL) }
    }
    for family in families.withLock({ $0 }) { family.end() }
  }

  /// Adds a group whose leader has started.
  static func insert(_ group: Int32) {
    groups.withLock { _ = $0.insert(group) }
  }

  /// Removes a group whose leader has been reaped, so that its number may be reused.
  static func remove(_ group: Int32) {
    groups.withLock { _ = $0.remove(group) }
  }

  /// Adds the mark of the hosts of a run.
  package static func insert(_ family: HostFamily) {
    families.withLock { $0.append(family) }
  }
}
