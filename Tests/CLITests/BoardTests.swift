import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import Testing

@testable import APlusReports
@testable import aplus_check

@Suite("Board", .testFolder) struct BoardTests {
  private func result(_ name: String, language: String = "swift", isLost: Bool = false) -> AdapterResult {
    AdapterResult(
      name: name, argument: name,
      identity: HostIdentity(
        adapter: name, language: language, library: name, version: "1", capabilities: [], quiescence: .proved),
      cases: [], launchFailure: isLost ? HarnessError(type: .launch, message: "no such library") : nil, seconds: 0)
  }

  private func run(_ adapters: [AdapterResult], isInterrupted: Bool = false) -> RunResult {
    RunResult(adapters: adapters, seed: 1, seconds: 1, timestamp: "", isInterrupted: isInterrupted)
  }

  /// A directory with a board of these columns.
  private func directory(_ columns: [AdapterResult]) throws -> String {
    let directory = try TestFolder.make()
    let context = ReportContext(toolVersion: "1", workingDirectory: "/")
    let text = BoardMarkdown(Matrix(run(columns), in: context)).text()
    try Data(text.utf8).write(to: directory.appending(path: "board.md"))
    return directory.path
  }

  @Test func `columns stand by language and name`() throws {
    let board = try Board(directory: "no/such/place", adapters: ["b", "a", "c"], dropping: [])
    let finished = try board.finished(run([result("b"), result("a"), result("c", language: "php")]))
    #expect(finished.adapters.map(\.name) == ["c", "a", "b"])
    #expect(board.reports == ["board=no/such/place"])
  }

  @Test func `a column without an adapter is not dropped, unless that is asked for`() throws {
    let directory = try directory([result("a"), result("gone")])
    let refusal = #expect(throws: Failure.self) { try Board(directory: directory, adapters: ["a"], dropping: []) }
    #expect(refusal?.status == .adapterError)
    #expect(refusal?.message.contains("column 'gone'") == true)
    #expect(throws: Never.self) { try Board(directory: directory, adapters: ["a"], dropping: ["gone"]) }
  }

  @Test func `a column that cannot be asked here is not dropped`() throws {
    let directory = try directory([result("a"), result("b")])
    let board = try Board(directory: directory, adapters: ["a", "b", "new"], dropping: [])
    #expect(throws: Failure.self) { try board.finished(run([result("a"), result("b", isLost: true), result("new")])) }
    let finished = try board.finished(run([result("b"), result("a"), result("new", isLost: true)]))
    #expect(finished.adapters.map(\.name) == ["a", "b"], "what is new and cannot run is left out")
    let dropping = try Board(directory: directory, adapters: ["a", "b"], dropping: ["b"])
    #expect(dropping.adapters == ["a"])
  }

  @Test func `saved results that lack a column replace no board, unless it is dropped`() throws {
    let directory = try directory([result("a"), result("b")])
    let refusal = #expect(throws: Failure.self) {
      try Board(directory: directory, from: run([result("a")]), dropping: [])
    }
    #expect(refusal?.message.contains("column 'b'") == true)
    #expect(refusal?.message.contains("the saved results do not have it; --drop b") == true)
    #expect(throws: Never.self) { try Board(directory: directory, from: run([result("a")]), dropping: ["b"]) }
  }

  @Test func `an interrupted run leaves the board as it was`() throws {
    let board = try Board(directory: "no/such/place", adapters: ["a"], dropping: [])
    let failure = #expect(throws: Failure.self) { try board.finished(run([result("a")], isInterrupted: true)) }
    #expect(failure?.status == .interrupted)
  }

  @Test func `what is no board is not written over`() throws {
    let directory = try directory([])
    try Data("# My notes".utf8).write(to: URL(filePath: "\(directory)/board.md"))
    let failure = #expect(throws: Failure.self) { try Board(directory: directory, adapters: [], dropping: []) }
    #expect(failure?.status == .harnessError)
  }

  @Test func `the board asks libraries, and nothing that comes with the tool`() throws {
    let (names, builtIn) = try AdapterArguments.names()
    #expect(names.contains("node") && names.contains("nio"))
    for own in ["reference", "cpp-pool", "mutants-cpp", "mutants-javascript:correct"] {
      #expect(!names.contains(own) && builtIn.contains(own))
    }
  }

  @Test func `the committed board can be made anew`() throws {
    let (names, builtIn) = try AdapterArguments.names()
    let reports = CommandRun.package.appending(path: "reports").path()
    #expect(throws: Never.self) { try Board(directory: reports, adapters: names, dropping: builtIn) }
  }

  @Test func `nothing is written where a column would be lost`() async throws {
    let arguments = ["board", "--filter", "2.1.2.1-*"]
    let fake = { (directory: URL) in
      let folder = directory.appending(path: "adapters/unable")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let manifest = #"{"format":"aplus-adapter/1","name":"unable","command":["false"]}"#
      try Data(manifest.utf8).write(to: folder.appending(path: "adapter.json"))
      let reports = directory.appending(path: "reports")
      try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: true)
      let columns = #"<!-- aplus-matrix/1 ["unable"] -->"#
      try Data(columns.utf8).write(to: reports.appending(path: "board.md"))
    }
    let run = try await CommandRun(arguments, prepare: fake)
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(run.error.contains("the board has the column 'unable'"))
    #expect(run.file("reports/board.md") == #"<!-- aplus-matrix/1 ["unable"] -->"#)
    #expect(run.file("reports/board.html") == nil)
  }
}
