import APlusModel
import APlusReports
import ArgumentParser
import Foundation

/// The reports of one run, each checked to be writable before the run starts.
struct ReportPlan: Sendable {
  /// Where the console report goes: not to the standard output if another report goes there.
  let stream: Console.Stream
  /// Whether a report shows the traces of cases that conform.
  let keepsTraces: Bool
  private var documents: [Document] = []
  private var journalFiles: [JournalFile] = []
  private var traces: [TraceDirectory] = []
  private let github: GitHubOutput?
  /// Why the default reports of some adapters cannot be written; the run goes on without them.
  private var unwritable: [Failure] = []

  private typealias Text = @Sendable (RunResult, ReportContext) -> Output

  private enum Output {
    case document(String)
    case commands(TerminalText)
  }

  private struct Document: Sendable {
    /// Nil for the standard output.
    var file: OutputFile?
    /// The one adapter that it is about; nil for all.
    var adapter: String?
    var text: Text
  }

  /// Prepares the requested reports.
  ///
  /// - Parameters:
  ///   - options: The requested reports.
  ///   - adapters: The names of the adapters.
  /// - Throws: A failure of a requested path that cannot be written to.
  init(_ options: ReportOptions, adapters: [String]) throws(Failure) {
    let requests = try options.checkedRequests()
    stream = requests.contains { $0.path == "-" } ? .standardError : .standardOutput
    keepsTraces = requests.contains(where: \.kind.keepsTraces)
    github = try GitHubOutput(
      isExplicit: requests.contains { $0.kind.name == GitHubOutput.kind }, isWanted: !options.noGithub)
    for request in requests {
      switch request.kind.form {
      case .traces: traces.append(try TraceDirectory(preparing: request.path, adapters: adapters))
      case .journal: journalFiles.append(try JournalFile(preparing: request.path))
      case .files(let files, let folder, let parts):
        for (name, text) in files {
          let file = try OutputFile(preparing: "\(request.path)/\(name)")
          documents.append(Document(file: file) { .document(text($0, $1)) })
        }
        for adapter in adapters {
          for (ending, text) in parts {
            let name = "\(folder)/\(ReportRequest.fileName(for: adapter)).\(ending)"
            let file = try OutputFile(preparing: "\(request.path)/\(name)")
            documents.append(Document(file: file, adapter: adapter) { .document(text($0, $1)) })
          }
        }
      case .perAdapter(let ending, let text):
        for adapter in adapters {
          let name = ReportRequest.fileName(for: adapter)
          let file = try OutputFile(preparing: "\(request.path)/\(name).\(ending)")
          documents.append(Document(file: file, adapter: adapter) { .document(text($0, $1)) })
        }
      case .document(let text):
        let file = request.path == "-" ? nil : try OutputFile(preparing: request.path)
        documents.append(Document(file: file) { .document(text($0, $1)) })
      case .commands(let text):
        let file = request.path == "-" ? nil : try OutputFile(preparing: request.path)
        documents.append(Document(file: file) { .commands(text($0, $1)) })
      }
    }
    let files = documents.compactMap(\.file) + journalFiles.compactMap(\.file)
    for (index, one) in files.enumerated() {
      if let other = files[..<index].first(where: { $0.isSame(as: one) }) {
        throw Failure(.usage, "two reports go to one file: \(other.path) and \(one.path)")
      }
    }
  }

  /// Adds the reports of a run that requests none: one file for each adapter.
  ///
  /// One that cannot be written is no reason to run nothing: a warning says so, and `write` fails after it has written
  /// the others.
  mutating func addDefaults(for adapters: [String]) {
    for adapter in adapters {
      do {
        let file = try OutputFile(preparing: ReportRequest.standardPath(adapter: adapter))
        documents.append(Document(file: file, adapter: adapter) { .document(JUnitReport($0, in: $1).text()) })
      } catch {
        unwritable.append(error)
        Console.warn("\(error.message); the run has no report")
      }
    }
  }

  /// The journals, ready for their first line.
  func journals(seed: UInt64, in context: ReportContext) -> [Journal] {
    journalFiles.map { file in Journal(seed: seed, in: context) { file.append($0) } }
  }

  /// Writes the journals of a run that is over.
  func writeJournals(of result: RunResult, in context: ReportContext) {
    for file in journalFiles { file.append(JournalLine.text(result, in: context)) }
  }

  /// Makes what writes the traces of a run to the directories of traces; nil where there is none.
  ///
  /// - Parameters:
  ///   - seed: The seed of the run.
  ///   - options: The options that repeat a case.
  /// - Returns: An observer of the run.
  func traceSaver(seed: UInt64, options: [String]) -> TraceSaver? {
    traces.isEmpty ? nil : TraceSaver(directories: traces, seed: seed, options: options)
  }

  /// Writes a finished run: to the console, without the lines about each adapter that were shown
  /// while it went on, and to the reports.
  func write(
    _ result: RunResult, in context: ReportContext, _ display: DisplayOptions, shown: [String: [TerminalText]] = [:]
  ) throws(Failure) {
    var report = ConsoleReport(result, in: context, style: display.style(on: stream))
    report.shown = shown
    Console.write(report.text(), to: stream)
    try write(result, in: context, isQuiet: display.quiet)
  }

  /// Writes every report, also after one has failed, and then, unless quiet, their paths.
  func write(_ result: RunResult, in context: ReportContext, isQuiet: Bool) throws(Failure) {
    var failures = unwritable
    var written: [String] = []
    func attempt(_ path: String, _ body: () throws(Failure) -> Void) {
      do {
        try body()
        written.append(path)
      } catch { failures.append(error) }
    }
    for document in documents {
      var part = result
      if let adapter = document.adapter { part.adapters.removeAll { $0.name != adapter } }
      // A board leaves out what cannot be checked, and has no page of it.
      if document.adapter != nil, part.adapters.isEmpty { continue }
      let output = document.text(part, context)
      switch (document.file, output) {
      case (let file?, .document(let text)): attempt(file.path) { () throws(Failure) in try file.write(text) }
      case (let file?, .commands(let text)): attempt(file.path) { () throws(Failure) in try file.write(text.string) }
      case (nil, .document(let text)): Console.write(TerminalText(document: text), to: .standardOutput)
      case (nil, .commands(let text)): Console.write(text, to: .standardOutput)
      }
    }
    for directory in traces { attempt(directory.path) { () throws(Failure) in try directory.finish() } }
    for file in journalFiles {
      guard let path = file.file?.path else { continue }
      attempt(path) { () throws(Failure) in try file.finish() }
    }
    do { try github?.write(result, in: context, stream) } catch { failures.append(error) }
    if let first = failures.first { throw Failure(first.status, failures.map(\.message).joined(separator: "\n")) }
    for path in written where !isQuiet { Console.write("report: \(path)\n", to: stream) }
  }
}

extension ReportOptions {
  /// The requests, with the error of the command.
  fileprivate func checkedRequests() throws(Failure) -> [ReportRequest] {
    do { return try requests } catch { throw Failure(.usage, error.message) }
  }
}
