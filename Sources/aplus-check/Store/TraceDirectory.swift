import APlusModel
import APlusReports
import Synchronization

/// A directory that takes every trace of a run as it comes, one file each.
final class TraceDirectory: Sendable {
  /// The path as the user wrote it.
  let path: String
  /// The directory of each adapter, opened at the start.
  private let folders: [String: OutputFolder]
  private let failure = Mutex<Failure?>(nil)

  /// Creates the directory, and one in it for each adapter, and checks that files can be written.
  init(preparing path: String, adapters: [String]) throws(Failure) {
    self.path = path
    var folders: [String: OutputFolder] = [:]
    for adapter in adapters {
      let name = "\(path)/\(ReportRequest.fileName(for: adapter))"
      let folder = try OutputFolder(preparing: name, for: name)
      try folder.check("")
      folders[adapter] = folder
    }
    self.folders = folders
  }

  /// Writes the trace of a performance, numbered from 1; may be called from any thread.
  func write(_ saved: SavedTrace, _ performance: Int) {
    let folder = "\(path)/\(ReportRequest.fileName(for: saved.adapter))"
    let number = performance > 1 ? "~\(performance)" : ""
    let name = "\(ReportRequest.fileName(for: saved.scenario))\(number).json"
    do { try folders[saved.adapter]?.write(saved.text, to: name, for: "\(folder)/\(name)") } catch {
      // Thrown at the end of the run: further errors would say the same as the first.
      failure.withLock { $0 = $0 ?? error }
    }
  }

  /// Throws the first error of writing a trace, or that a directory is gone, with the traces in it.
  func finish() throws(Failure) {
    if let failure = failure.withLock({ $0 }) { throw failure }
    for adapter in folders.keys.sorted() {
      try folders[adapter]?.checkPlace(for: "the traces in \(path)/\(ReportRequest.fileName(for: adapter))")
    }
  }
}

/// Writes each trace of a run to directories of traces.
struct TraceSaver: RunObserver {
  let directories: [TraceDirectory]
  let seed: UInt64
  /// The options that repeat a case.
  let options: [String]

  func observe(_ event: RunEvent, of adapter: String) {
    guard case .traced(let scenario, let performance, let trace) = event else { return }
    let saved = SavedTrace(of: scenario, adapter: adapter, seed: seed, options: options, trace: trace)
    for directory in directories { directory.write(saved, performance) }
  }
}
