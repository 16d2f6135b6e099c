#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Watches how much memory the runner takes, apart from its hosts, for a case of 100,000 handlers.
enum MemoryBench {
  private static let limit = 150_000_000
  private static let tick: Int32 = 5

  /// Measures; nil where the system does not tell what a running process takes.
  static func measure(_ product: String) throws(BenchError) -> Budget? {
    #if os(Linux)
    let process = try start([
      product, "--adapter", "node", "--filter", "S1-c", "--jobs", "1", "--timeout", "60",
      "--report", "junit=/dev/null",
    ])
    var peak = 0
    var status: Int32 = 0
    while true {
      peak = max(peak, peakMemory(of: process))
      let ended = unsafe waitpid(process, &status, WNOHANG)
      if ended == process { break }
      guard ended == 0 else { throw BenchError("the run of 100,000 handlers was lost") }
      poll(nil, 0, tick)
    }
    guard status == 0 else { throw BenchError("100,000 handlers on node: status \(status)") }
    return Budget(
      work: "100,000 handlers on node: memory of the runner",
      measured: "\(peak / 1_000_000) MB",
      budget: "150 MB",
      isMet: peak < limit
    )
    #else
    return nil
    #endif
  }

  /// The most memory that a running process has had resident, in bytes.
  private static func peakMemory(of process: pid_t) -> Int {
    guard let file = unsafe fopen("/proc/\(process)/status", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let bytes = line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return (Int(text.filter(\.isNumber)) ?? 0) * 1024
    }
    return 0
  }
}
