#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// All processes that descend from the hosts of one adapter's run.
///
/// A descendant in a session of its own is in no group that the runner knows,
/// but it inherits its environment, which carries a mark.
package struct HostFamily: Sendable {
  /// The variable that carries the mark.
  package static let variable = "APLUS_CHECK_FAMILY"

  /// Unique among the runs on this machine.
  package let mark = String(UInt64.random(in: .min ... .max), radix: 16)

  /// Members start others while they are being ended, but not this many times.
  private static let passLimit = 20

  package init() {}

  /// Ends the members that are still alive.
  package func end() {
    #if os(Linux)
    for _ in 0..<Self.passLimit {
      guard endThoseFound() else { return }
    }
    #endif
  }

  #if os(Linux)
  /// Ends the members that are found at a look; false when there was none.
  private func endThoseFound() -> Bool {
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
