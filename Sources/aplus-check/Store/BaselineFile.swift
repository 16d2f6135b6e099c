import APlusHosting
import APlusModel
import APlusReports
import APlusRunner
import Foundation

/// The file with the expected failures of an adapter, read before the run starts.
struct BaselineFile {
  private let baseline: Baseline?
  private let updates: Bool

  /// Reads the file that the command line names, or else the one beside the manifest, if any.
  init(of adapter: Adapter, _ options: BaselineOptions) throws(Failure) {
    updates = options.updateBaseline
    let usual = adapter.directory.map { directory in
      directory.hasSuffix("/") ? directory + Baseline.fileName : "\(directory)/\(Baseline.fileName)"
    }
    guard !options.noBaseline, let path = options.baseline ?? usual else {
      if updates { throw Failure(.usage, "--update-baseline: name the file of \(adapter.name) with --baseline") }
      baseline = nil
      return
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      let exists = FileManager.default.fileExists(atPath: path)
      if exists { throw Failure(.harnessError, "--baseline: cannot read \(path)") }
      if options.baseline != nil, !updates {
        throw Failure(
          .harnessError,
          "--baseline: there is no file \"\(path)\"; --update-baseline writes one of the present failures")
      }
      baseline = updates ? Baseline(file: path) : nil
      return
    }
    do {
      baseline = try Baseline(String(decoding: data, as: UTF8.self), file: path, allowsMissingReasons: updates)
    } catch { throw Failure(.harnessError, error.description) }
  }

  /// The baseline before any case was run; nil where there is none.
  var untouched: BaselineResult? {
    baseline.map { BaselineResult(file: $0.file, entries: $0.entries, isComplete: false) }
  }

  /// Marks the failures that the file expects among a part of the cases, during the run.
  func marked(_ result: AdapterResult) -> AdapterResult {
    guard let baseline, !updates else { return result }
    return baseline.applied(to: result, known: Baseline.Known(cases: [], requirements: []))
  }

  /// Whether the file expects a result; false where there is no file.
  func expects(_ result: CaseResult) -> Bool { baseline?.expects(result) ?? false }

  /// Marks the expected failures; with `--update-baseline`, writes the file first.
  func compared(with result: AdapterResult, known: Baseline.Known) throws(Failure) -> AdapterResult {
    guard let baseline, result.launchFailure == nil else { return result }
    guard updates else { return baseline.applied(to: result, known: known) }
    let updated = baseline.updated(by: result, known: known)
    try OutputFile(preparing: updated.file).write(updated.text)
    let missing = updated.entries.count { $0.reason.hasPrefix(Baseline.missingReason) }
    let hint = missing > 0 ? ", \(missing) without a reason" : ""
    let entries = updated.entries.count == 1 ? "1 entry" : "\(updated.entries.count) entries"
    Console.write("baseline: \(updated.file): \(entries)\(hint)\n", to: .standardError)
    return updated.applied(to: result, known: known)
  }
}
