import APlusFuzz
import APlusHosting
import APlusJSON
import APlusModel
import APlusReports
import ArgumentParser
import Foundation

/// `aplus-check replay`: steps through a saved trace.
struct ReplayCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Steps through a saved trace, event by event.",
    discussion: """
      On a terminal, Enter shows the next event, b goes back, q ends; otherwise everything is \
      printed. Each line has the numbers of the events, the thread, the phase, and what happened; \
      a phase ends when nothing more can run. The exit status is that of the verdict.
      """)

  /// The usual directory of traces.
  private static let usualPlace = "reports/traces"

  @ArgumentParser.Argument(
    help: ArgumentHelp(
      "A file of '--report traces=DIRECTORY', or the id of a case.",
      discussion: """
        An id is looked up in --from, else in ./reports/traces, else among what failed in the last \
        run of an adapter.
        """, valueName: "file|id")) var subject: String

  @Option(help: ArgumentHelp("The directory of traces, or JSON report, to look an id up in.", valueName: "path"))
  var from: String?

  @Option(help: ArgumentHelp("The adapter whose trace to show, where several have one.", valueName: "name"))
  var adapter: String?

  @Option(help: ArgumentHelp("The directory of the cases.", valueName: "dir")) var specs: String?

  @Option(help: ArgumentHelp("Colors: auto, always or never.", valueName: "when")) var color: ColorChoice = .auto

  func status() async throws -> CommandStatus {
    let catalogue = try Catalogue.load(specs: specs)
    let saved = try found(in: catalogue)
    let result = try JudgeCommand.result(of: [saved], in: catalogue)
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = Console.Stream.standardOutput.isTerminal
    let style = ConsoleStyle(
      usesColor: color.usesColor(isTerminal: isTerminal, environment: environment),
      usesUnicode: Console.usesUnicode(environment: environment))
    guard let judged = result.adapters.first?.cases.first,
      let replay = TraceReplay(judged, of: saved.adapter, style: style)
    else { throw Failure(.harnessError, "the trace of \(saved.scenario) is empty") }
    let isInteractive = isTerminal && isatty(STDIN_FILENO) == 1
    ReplayDialogue(
      replay, read: isInteractive ? { readLine(strippingNewline: true) } : nil,
      write: { Console.write($0, to: .standardOutput) }
    ).run()
    return CommandStatus(of: result)
  }

  /// The trace that the arguments identify.
  private func found(in catalogue: Catalogue) throws(Failure) -> SavedTrace {
    if FileManager.default.fileExists(atPath: subject) {
      let traces = try JudgeCommand.read(subject).filter { $0.adapter == adapter ?? $0.adapter }
      if traces.count == 1 { return traces[0] }
      let some = traces.prefix(6).map { "\($0.scenario) of \($0.adapter)" }
      throw Failure(
        .usage,
        "\(subject): expected one trace, found \(traces.count); name a case: replay ID --from \(subject)"
          + (some.isEmpty ? "" : ", such as \(some.joined(separator: ", "))"))
    }
    let isProgram = RandomChapter.programs.contains { $0.id == subject }
    guard isProgram || catalogue.scenarios.contains(where: { $0.id == subject }) else {
      let hint = catalogue.scenarios.map(\.id).nearest(to: subject)
      throw Failure(
        .usage,
        "there is neither a file nor a case '\(subject)'"
          + (hint.map { "; did you mean '\($0)'?" } ?? "; 'aplus-check list' shows the cases"))
    }
    var traces: [(file: String, trace: SavedTrace)] = []
    let places = from.map { [$0] } ?? [Self.usualPlace, LastRun.directory()].compactMap(\.self)
    for place in places where traces.isEmpty {
      for file in try candidates(in: place) {
        traces += try JudgeCommand.read(file).filter { $0.scenario == subject && $0.adapter == adapter ?? $0.adapter }
          .map { (file, $0) }
      }
    }
    guard let first = traces.first else {
      // No filter selects one of the chapter's programs.
      let selection = isProgram ? "--chapter \(RandomChapter.name)" : "--filter \(subject)"
      throw Failure(
        .harnessError,
        "there is no trace of \(subject)\(adapter.map { " of \($0)" } ?? "") in"
          + " \(places.joined(separator: " or ")); keep one:"
          + " aplus-check --adapter NAME \(selection) --report traces=\(Self.usualPlace)")
    }
    let names = Set(traces.map(\.trace.adapter)).sorted()
    guard names.count == 1 else {
      throw Failure(
        .usage, "there are traces of \(subject) of \(names.joined(separator: ", ")):" + " choose one with --adapter")
    }
    return first.trace
  }

  /// The files in a place that may have the trace, the newest first; in a directory of traces, only
  /// those of the case.
  private func candidates(in place: String) throws(Failure) -> [String] {
    let files = FileManager.default
    guard files.fileExists(atPath: place) else {
      if from == nil { return [] }
      throw Failure(.harnessError, "cannot read \(place): there is no such file or directory")
    }
    guard FileLook.isDirectory(place) else { return [place] }
    let name = "\(ReportRequest.fileName(for: subject)).json"
    let inside = ((try? files.contentsOfDirectory(atPath: place)) ?? []).map { "\(place)/\($0)" }
    let traces = ([place] + inside).map { "\($0)/\(name)" }.filter(files.fileExists)
    let isState = place == LastRun.directory()
    func age(_ path: String) -> Date {
      (try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
    }
    return (traces + (isState ? inside.filter { $0.hasSuffix(".json") } : [])).sorted { age($0) > age($1) }
  }
}

struct ReplayDialogue {
  private let replay: TraceReplay
  /// Returns the user's next input, nil at its end; without it, everything is written at once.
  private let read: (() -> String?)?
  private let write: (TerminalText) -> Void

  init(_ replay: TraceReplay, read: (() -> String?)?, write: @escaping (TerminalText) -> Void) {
    self.replay = replay
    self.read = read
    self.write = write
  }

  func run() {
    show(replay.head)
    guard let read else {
      show(replay.steps.flatMap(\.self) + replay.foot)
      return
    }
    var place = 0
    while place < replay.steps.count {
      show(replay.steps[place])
      let isLast = place + 1 == replay.steps.count
      write("[\(place + 1)/\(replay.steps.count)] Enter: \(isLast ? "verdict" : "next"), b: back, q: quit ")
      switch read()?.lowercased() {
      case nil:
        write("\n")
        return
      case "q": return
      case "b": place = max(0, place - 1)
      default: place += 1
      }
    }
    show(replay.foot)
  }

  private func show(_ lines: [TerminalText]) { write(TerminalText(lines: lines)) }
}
