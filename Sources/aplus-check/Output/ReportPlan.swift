import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// The reports of one run, each checked to be writable before the run starts.
struct ReportPlan: Sendable {
  /// Whether a report goes to the standard output, so that the console report must not.
  let usesStandardOutput: Bool
  private var files: [(request: ReportRequest, file: OutputFile, adapter: String?)] = []
  private var streams: [ReportRequest] = []
  private var traces: [TraceDirectory] = []

  /// Prepares the requested reports or, without any, one file for each adapter.
  ///
  /// - Parameters:
  ///   - requests: The requested reports.
  ///   - adapters: The names of the adapters.
  ///   - isRepetition: Whether the run repeats a failure, and must not replace the default report.
  /// - Throws: A failure of a path that cannot be written to.
  init(_ requests: [ReportRequest], adapters: [String], isRepetition: Bool) throws(Failure) {
    usesStandardOutput = requests.contains { $0.path == "-" }
    if requests.isEmpty, !isRepetition {
      for adapter in adapters {
        let request = ReportRequest.standard(adapter: adapter)
        files.append((request, try OutputFile(preparing: request.path), adapter))
      }
    }
    for request in requests {
      switch request.kind {
      case .traces:
        traces.append(try TraceDirectory(preparing: request.path, adapters: adapters))
      case .junit, .json, .matrix:
        if request.path == "-" {
          streams.append(request)
        } else {
          files.append((request, try OutputFile(preparing: request.path), nil))
        }
      }
    }
  }

  /// Checks the requests without touching a file.
  static func validate(_ requests: [ReportRequest]) throws(Failure) {
    var seen: Set<String> = []
    for request in requests where !seen.insert(request.path).inserted {
      throw Failure(.usage, "two reports go to \(request.path)")
    }
    for request in requests where request.path == "-" && request.kind == .traces {
      throw Failure(.usage, "--report traces=- : traces need a directory")
    }
  }

  /// Writes a trace to the directories of traces; may be called from any thread.
  func save(
    _ trace: Trace,
    of scenario: Scenario,
    by adapter: String,
    _ performance: Int,
    seed: UInt64,
    options: [String]
  ) {
    guard !traces.isEmpty else { return }
    let saved = SavedTrace(
      of: scenario,
      adapter: adapter,
      seed: seed,
      options: options,
      trace: trace
    )
    for directory in traces { directory.write(saved, performance) }
  }

  /// Writes every report, also after one has failed.
  ///
  /// - Returns: The paths of the files that were written.
  func write(_ result: RunResult, in context: ReportContext) throws(Failure) -> [String] {
    var failures: [Failure] = []
    var written: [String] = []
    func attempt(_ path: String, _ body: () throws(Failure) -> Void) {
      do {
        try body()
        written.append(path)
      } catch {
        failures.append(error)
      }
    }
    for (request, file, adapter) in files {
      attempt(file.path) { () throws(Failure) in
        var part = result
        if let adapter { part.adapters = result.adapters.filter { $0.name == adapter } }
        try file.write(Self.text(request, part, context))
      }
    }
    for directory in traces {
      attempt(directory.path) { () throws(Failure) in try directory.finish() }
    }
    for request in streams {
      Console.write(Self.text(request, result, context), to: .standardOutput)
    }
    if let first = failures.first {
      throw Failure(first.status, failures.map(\.message).joined(separator: "\n"))
    }
    return written
  }

  private static func text(
    _ request: ReportRequest,
    _ result: RunResult,
    _ context: ReportContext
  ) -> String {
    switch request.kind {
    case .junit: JUnitReport(result, in: context).text()
    case .matrix:
      MatrixReport(Matrix(result, in: context)).text(as: request.matrixForm ?? .markdown)
    case .json, .traces: JSONReport(result, in: context).text()
    }
  }
}
