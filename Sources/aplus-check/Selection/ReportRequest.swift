import APlusJSON
import APlusReports
import ArgumentParser

/// A requested report: `KIND=PATH`.
struct ReportRequest {
  var kind: ReportKind
  var path: String

  /// The word for no report, not even the default one.
  static let none = "none"

  /// Reads a request of the command line.
  init(parsing text: String) throws(ValidationError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let kind = ReportKind.named(parts[0]) else {
      let names = ReportKind.all.map(\.name)
      let hint = names.nearest(to: parts[0]).map { "did you mean \($0)=\(parts.last ?? "")?" }
      let known = ReportKind.all.map { "\($0.name)=\($0.path)" } + [Self.none]
      throw ValidationError(
        "found '\(text)', expected \(known.joined(separator: ", "))"
          + (parts.count == 2 ? hint.map { "; \($0)" } ?? "" : ""))
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("found '\(text)', expected \(kind.name)=\(kind.path)")
    }
    self.kind = kind
    path = parts[1]
  }

  /// The default report of an adapter: `reports/<adapter>.xml`.
  static func standardPath(adapter: String) -> String { "reports/\(fileName(for: adapter)).xml" }

  /// A name for a file: characters outside `[A-Za-z0-9._-]` become hyphens.
  static func fileName(for name: String) -> String {
    let plain = name.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": Character(scalar)
      default: "-"
      }
    }
    // A name of dots alone would be a directory.
    return plain.allSatisfy { $0 == "." } ? String(plain.map { _ in "-" }) : String(plain)
  }
}

/// The `--report` and `--no-github` options.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a report; repeatable.",
      discussion: ReportKind.all.map { "\($0.name)=\($0.path): \($0.about)." }.joined(separator: " ")
        + " '-' is the standard output; then the console report goes to the standard error."
        + " 'none' writes no report. Default: junit=reports/ADAPTER.xml for each adapter, unless"
        + " --filter selects only one or two cases.", valueName: "kind=path"), completion: Completions.reports)
  var report: [String] = []

  @Flag(help: "Write no annotations and no step summary where GITHUB_ACTIONS is set.") var noGithub = false

  var requests: [ReportRequest] {
    get throws(ValidationError) {
      try report.filter { $0 != ReportRequest.none }.map { text throws(ValidationError) in
        try ReportRequest(parsing: text)
      }
    }
  }

  /// Whether the options name reports, or refuse them by `none`.
  var isExplicit: Bool { !report.isEmpty }

  /// Throws if traces are requested of a command that performs nothing.
  func refuseTraces() throws {
    for request in try requests {
      if case .traces = request.kind.form { throw Failure(.usage, "--report traces=: only a run can write traces") }
    }
  }

  func validate() throws {
    if report.contains(ReportRequest.none), report.count > 1 {
      throw ValidationError("--report none excludes other reports")
    }
    var paths: Set<String> = []
    for request in try requests {
      if request.kind.path == "DIRECTORY", request.path == "-" {
        throw ValidationError("--report \(request.kind.name)=-: expected a directory")
      }
      guard paths.insert(request.path).inserted else { throw ValidationError("two reports go to \(request.path)") }
    }
  }
}
