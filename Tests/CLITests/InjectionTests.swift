import APlusReports
import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// Hosts that say hostile texts in every field that they have, and reports that are read back by Python's readers.
@Suite("Injection", .testFolder) struct InjectionTests {
  private static let folder = CommandRun.package.appending(path: "Tests/CLITests/Injection").path()
  /// Strings of files are tried one at a time, as the seed picks them; all of them take an hour or two.
  @Test func `a string of a file that is read comes out as text wherever it comes out`() async throws {
    let directory = TestFolder.path()
    // The same strings in every run; an attack tries others.
    let seed = areAttacksAsked ? UInt32.random(in: 0 ... .max) : 46
    let tried = try await ProgramRun(
      "python3",
      [
        "\(Self.folder)/strings.py", ProgramRun.built("aplus-check"),
        CommandRun.package.appending(path: "specs").path(), directory.path(), "\(seed)", areAttacksAsked ? "all" : "27",
      ])
    #expect(tried.status == 0, "seed \(seed): \(tried.output)\(tried.error)")
    if areAttacksAsked { print(tried.output) }
  }

  private static let kinds = [
    "junit=run.xml", "json=run.json", "jsonl=run.jsonl", "html=page.html", "tap=run.tap", "markdown=run.md",
    "github=github", "badge=badge.json", "board=board", "results=results", "ctrf=ctrf.json",
  ]

  @Test func `every kind of report is read back`() throws {
    let others = try String(contentsOfFile: "\(Self.folder)/strings.py", encoding: .utf8)
    let missing = ReportKind.all.map(\.name).filter { name in
      !Self.kinds.contains { $0.hasPrefix("\(name)=") } || !others.contains("\"\(name)=")
    }
    // They have what "junit" and "json" have.
    #expect(missing == ["junit+all", "json+traces", "traces"])
  }

  @Test(arguments: ["started", "refused"]) func `what a host says is text in every report`(_ kind: String) async throws
  {
    let directory = TestFolder.path()
    let reports = directory.appending(path: "reports")
    try FileManager.default.createDirectory(at: reports, withIntermediateDirectories: true)
    let prepared = try await ProgramRun(
      "python3",
      ["\(Self.folder)/prepare.py", directory.path(), CommandRun.package.appending(path: "specs").path(), kind])
    #expect(prepared.status == 0, "\(prepared.error)")
    let adapters = prepared.output.split(separator: "\n").flatMap { folder in
      ["--adapter", "\(directory.path())/\(folder.dropFirst(2))"]
    }
    let asked = Self.kinds.flatMap { report in ["--report", report.replacing("=", with: "=\(reports.path())/")] }
    let specs = ["--specs", directory.appending(path: "specs").path()]
    // Of cases that are performed twice none is repeated in a host of its own, which would take most of the time.
    let run = try await CommandRun(adapters + asked + specs + ["-v", "--color", "never", "--repeat", "2"])
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.error.suffix(500))")
    try Data(run.output.utf8).write(to: reports.appending(path: "output"))
    try Data(run.error.utf8).write(to: reports.appending(path: "error"))
    let read = try await ProgramRun("python3", ["\(Self.folder)/check.py", reports.path(), kind])
    #expect(read.status == 0, "\(read.output)\(read.error)")
  }
}
