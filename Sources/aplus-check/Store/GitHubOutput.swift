import APlusModel
import APlusReports
import Foundation

/// What a run adds to the log and the summary of a step of GitHub Actions.
struct GitHubOutput: Sendable {
  /// The kind of report that needs it.
  static let kind = "github"

  /// Whether the annotations go to the log; a report of the kind has its own place.
  private let annotates: Bool
  private let summary: String?

  /// Prepares the output; nil where there is none.
  ///
  /// - Parameters:
  ///   - isExplicit: Whether a report of the kind is requested.
  ///   - isWanted: Whether it is written by default where GitHub runs the command.
  /// - Throws: That the summary cannot be written.
  init?(isExplicit: Bool, isWanted: Bool) throws(Failure) {
    let environment = ProcessInfo.processInfo.environment
    let isGitHub = environment["GITHUB_ACTIONS"] == "true"
    guard isExplicit || isGitHub && isWanted else { return nil }
    annotates = !isExplicit
    let path = environment["GITHUB_STEP_SUMMARY"] ?? ""
    summary = path.isEmpty ? nil : path
    // Checked before the run; the text is added at its end.
    if let summary { try AppendedFile.append("", to: summary) }
  }

  /// Writes the annotations, and adds to the step's summary.
  func write(_ result: RunResult, in context: ReportContext, _ stream: Console.Stream) throws(Failure) {
    if annotates { Console.write(GitHubReport(result, in: context).text(), to: stream) }
    guard let summary else { return }
    try AppendedFile.append(MarkdownReport(result, in: context).text() + "\n", to: summary)
  }
}
