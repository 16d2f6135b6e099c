import APlusReports
import APlusRunner
import APlusSpec
import APlusTrace

/// A directory that takes every trace of a run, one file each.
struct TraceDirectory {
  /// The path as the user wrote it.
  let path: String

  /// Makes the directory, and one in it for each adapter, and checks that files can be written.
  init(preparing path: String, adapters: [String]) throws(Failure) {
    self.path = path
    try OutputFile.makeDirectory(path)
    for adapter in adapters {
      let folder = "\(path)/\(ReportRequest.fileName(for: adapter))"
      _ = try OutputFile(preparing: "\(folder)/probe")
    }
  }

  /// Writes the traces that there are.
  func write(_ result: RunResult) throws(Failure) {
    for adapter in result.adapters {
      let folder = "\(path)/\(ReportRequest.fileName(for: adapter.name))"
      for testCase in adapter.cases {
        guard let trace = testCase.trace else { continue }
        let saved = SavedTrace(
          scenario: testCase.scenario.id,
          adapter: adapter.name,
          seed: result.seed,
          trace: trace
        )
        let name = ReportRequest.fileName(for: testCase.scenario.id)
        try OutputFile(preparing: "\(folder)/\(name).json").write(saved.text)
      }
    }
  }
}
