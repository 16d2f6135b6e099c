package import APlusModel

/// A kind of report: its name on the command line, and the code that makes it from a run.
package struct ReportKind: Sendable {
  /// The word before `=` in `--report`.
  package let name: String
  /// The placeholder of the path in the help: `FILE`, `DIRECTORY`.
  package let path: String
  /// The content of the report, in one line for the help.
  package let about: String
  /// Whether it also shows the traces of conforming cases.
  package let keepsTraces: Bool
  package let form: Form

  /// How a report is written.
  package enum Form: Sendable {
    /// One document at the end of the run.
    case document(@Sendable (RunResult, ReportContext) -> String)
    /// Workflow commands, at the end of the run.
    case commands(@Sendable (RunResult, ReportContext) -> TerminalText)
    /// Several files in a directory, and some for each adapter in a folder of it, at the end of the run.
    case files(
      [(name: String, text: @Sendable (RunResult, ReportContext) -> String)], folder: String,
      [(ending: String, text: @Sendable (RunResult, ReportContext) -> String)])
    /// A file for each adapter in a directory, at the end of the run.
    case perAdapter(ending: String, @Sendable (RunResult, ReportContext) -> String)
    /// A line at a time, during the run.
    case journal
    /// A file for each trace, during the run.
    case traces
  }

  private init(_ name: String, path: String = "FILE", _ about: String, keepsTraces: Bool = false, form: Form) {
    self.name = name
    self.path = path
    self.about = about
    self.keepsTraces = keepsTraces
    self.form = form
  }

  private static func document(
    _ name: String, _ about: String, keepsTraces: Bool = false,
    _ text: @escaping @Sendable (RunResult, ReportContext) -> String
  ) -> ReportKind { ReportKind(name, about, keepsTraces: keepsTraces, form: .document(text)) }

  /// All kinds, in the order of the help.
  package static let all: [ReportKind] = [
    document("junit", "JUnit XML, for build servers") { JUnitReport($0, in: $1).text() },
    document("junit+all", "the same with a skipped test for each case that was not applicable") {
      JUnitReport($0, in: $1, hasAllCases: true).text()
    },
    document("json", "every case with its verdict, and violations with their traces") { JSONReport($0, in: $1).text() },
    document("json+traces", "the same with the traces of all cases", keepsTraces: true) {
      JSONReport($0, in: $1, hasAllTraces: true).text()
    }, ReportKind("jsonl", "what 'json' has as JSON Lines, written as the run goes on", form: .journal),
    document("html", "a page for people, in one file") { RunPage($0, in: $1).text() },
    document("tap", "Test Anything Protocol 13, which prove reads") { TAPReport($0, in: $1).text() },
    document("ctrf", "Common Test Report Format, JSON for tools of ctrf.io") { CTRFReport($0, in: $1).text() },
    document("markdown", "the summary of a build, or a comment") { MarkdownReport($0, in: $1).text() },
    ReportKind(
      "github", "annotations of GitHub; its step summary gets 'markdown'",
      form: .commands { GitHubReport($0, in: $1).text() }),
    document("badge", "JSON for an endpoint badge of shields.io") { result, _ in BadgeReport(result).text() },
    ReportKind(
      "board", path: "DIRECTORY", "board.md, .html, .svg and .json, and a page for each library, to choose one by",
      form: .files(
        BoardReport.board.map { file in (file.name, { file.text(dated($0, in: $1)) }) },
        folder: BoardReport.libraryFolder, libraryFiles)),
    ReportKind(
      "results", path: "DIRECTORY", "'jsonl' in a file for each adapter, with the traces of failures",
      form: .perAdapter(ending: "jsonl") { JournalLine.text($0, in: $1) }),
    ReportKind("traces", path: "DIRECTORY", "every trace, a file each", form: .traces),
  ]

  /// The files of each library of the board.
  private static let libraryFiles: [(ending: String, text: @Sendable (RunResult, ReportContext) -> String)] = [
    ("html", { LibraryPage(dated($0, in: $1)).text() }), ("json", { result, _ in BadgeReport(result).text() }),
  ]

  /// The table of a run, with the day of its results.
  private static func dated(_ result: RunResult, in context: ReportContext) -> Matrix {
    var matrix = Matrix(result, in: context)
    matrix.date = String(result.timestamp.prefix(10))
    return matrix
  }

  /// The kind with a name; nil where there is none.
  package static func named(_ name: String) -> ReportKind? { all.first { $0.name == name } }
}
