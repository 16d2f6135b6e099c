import APlusHosting
import APlusModel
import APlusReports
import Foundation

/// The cases of an adapter that failed when they were last run, kept for `--rerun-failed` and
/// `replay`.
///
/// Each adapter has a file, `$XDG_STATE_HOME/aplus-check/last/NAME-MARK.json`, by default below
/// `~/.local/state`. It has the form of `--report json`, so `judge`, `merge` and `compare` can read
/// it, too. A run replaces what the file states of the cases that it ran, and keeps the others.
struct LastRun {
  /// The directory; nil where the environment names none.
  static func directory() -> String? {
    let variables = ProcessInfo.processInfo.environment
    // As the standard of the variable demands, a path that is not absolute is ignored.
    if let named = variables["XDG_STATE_HOME"], named.hasPrefix("/") { return "\(named)/aplus-check/last" }
    return variables["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/state/aplus-check/last" }
  }

  private let adapter: Adapter
  /// The file; nil where there is no place for one.
  let path: String?

  /// Finds the file of an adapter, whatever argument names it.
  init(of adapter: Adapter, in directory: String? = Self.directory()) {
    self.adapter = adapter
    let folder = adapter.directory ?? FileManager.default.currentDirectoryPath
    let place = URL(filePath: folder).standardizedFileURL.resolvingSymlinksInPath().path
    let mark = String(([place] + adapter.command).joined(separator: "\0").stableHash, radix: 36)
    path = directory.map { "\($0)/\(ReportRequest.fileName(for: adapter.name))-\(mark).json" }
  }

  /// The selected cases that failed.
  ///
  /// - Throws: That there was no run, or that its file cannot be read.
  func failures(among scenarios: [Scenario]) throws(Failure) -> [Scenario] {
    guard let path, FileManager.default.fileExists(atPath: path) else {
      let place = path.map { " (no \($0))" } ?? ": set HOME or XDG_STATE_HOME"
      throw Failure(
        .harnessError,
        "--rerun-failed: there is no earlier run of \(adapter.name)\(place);" + " run it once without --rerun-failed")
    }
    let failed = Set(try ResultFiles.read(path) { _ in nil }.result.adapters.flatMap(\.cases).map(\.scenario.id))
    guard !failed.isEmpty else { return [] }
    let found = scenarios.filter { failed.contains($0.id) }
    guard found.isEmpty else { return found }
    throw Failure(
      .nothingSelected,
      "--rerun-failed: no case that failed is selected; failed: \(failed.sorted().prefix(6).joined(separator: ", "))")
  }

  /// Saves what failed in a run, in the file of each adapter of its result.
  ///
  /// The result may lack adapters, and have them in another order.
  static func keep(_ run: RunResult, in files: [LastRun], _ context: ReportContext) {
    for result in run.adapters { files.first { $0.adapter.name == result.name }?.keep(result, of: run, context) }
  }

  /// Saves what failed in a run; a terminal shows why the file cannot be written.
  func keep(_ result: AdapterResult, of run: RunResult, _ context: ReportContext) {
    let judged = result.judgedIDs
    // A run without verdicts changes nothing.
    guard let path, !judged.isEmpty else { return }
    var kept = result
    kept.cases = result.unexpectedFailures
    var options = context
    options.untestable = []
    var whole = run
    whole.adapters = []
    whole.shard = nil
    if FileManager.default.fileExists(atPath: path), let old = try? ResultFiles.read(path, { _ in nil }) {
      let origin = CaseResult.Origin(seed: old.result.seed, options: old.options)
      for var earlier in old.result.adapters.flatMap(\.cases) where !judged.contains(earlier.scenario.id) {
        earlier.origin = earlier.origin ?? origin
        kept.cases.append(earlier)
      }
    }
    whole.adapters = [kept]
    do { try OutputFile(preparing: path).write(JSONReport(whole, in: options).text()) } catch {
      // A build server's user may have no place for the file, and needs no warning in each run.
      guard Console.Stream.standardError.isTerminal else { return }
      Console.warn("--rerun-failed will not know about this run: \(error.message)")
    }
  }
}

extension AdapterResult {
  /// The cases that fail the run: those that violate a requirement, have no verdict or pass
  /// unexpectedly, and the first case of each unexpected incidental violation.
  var unexpectedFailures: [CaseResult] {
    let incidental = Set(IncidentalViolation.all(of: self).filter { $0.expectation == nil }.map(\.firstCase))
    return cases.filter { result in
      switch result.standing {
      case .failed, .aftermath, .errored, .unexpectedPass: true
      case .passed, .notApplicable, .notReached, .advised, .notRun, .expectedFailure, .expectedInSomeRuns:
        incidental.contains(result.scenario.id)
      }
    }
  }
}
