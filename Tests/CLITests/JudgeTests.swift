import APlusJSON
import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// A trace that a run has saved is judged as the run judged it, whatever its options were.
@Suite("Judging saved traces", .testFolder) struct JudgeTests {
  private static let chapters = (try? ProjectCatalogue.whole.get().chapters) ?? []

  private static let adapters = ProgramPath.has("node") ? ["reference", "node"] : ["reference"]

  /// What a report in JSON says of each case that has a trace.
  private static func verdicts(_ report: JSON) throws -> [String: String] {
    var verdicts: [String: String] = [:]
    for result in report["adapters"]?[0]?["cases"]?.arrayValue ?? [] {
      let id = try #require(result["id"]?.stringValue)
      let violations = result["violations"]?.arrayValue ?? []
      let shown = violations.map { "\($0["type"]?.stringValue ?? "")" }
      let verdict = try #require(result["verdict"]?.stringValue)
      if verdict != "notApplicable" { verdicts[id] = "\(verdict) \(shown)" }
    }
    return verdicts
  }

  /// The cases to ask of the chapters whose traces are long: 100,000 handlers are judged as ten are.
  private static let small = ["scale": ["S1-a.*", "S2-a"], "soak": ["L1-b.*", "L3-a.*"]]

  @Test func `there are chapters to ask`() throws {
    #expect(try ProjectCatalogue.whole.get().chapters.contains("random"))
  }

  @Test(arguments: adapters, chapters) func `every chapter with rounds and --strict is judged as it was`(
    _ adapter: String, _ chapter: String
  ) async throws {
    let selection = (Self.small[chapter] ?? []).flatMap { ["--filter", $0] }
    let run = try await CommandRun(
      [
        "--adapter", adapter, "--chapter", chapter, "--rounds", "7", "--strict", "--seed", "7", "--timeout", "60",
        "--report", "traces=t", "--report", "json=r.json",
      ] + selection)
    let said = try Self.verdicts(JSON(parsing: #require(run.file("r.json"))))
    let folder = run.directory.appending(path: "t/\(adapter)")
    let traces = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(traces.isEmpty == said.isEmpty)
    guard !traces.isEmpty else {
      // Node's promises have neither threads, nor contexts, nor cancellation; the reference reports no rejections; neither
      // is a function that takes a handler.
      #expect(
        ["callbacks", "await", "channels", "scopes"].contains(chapter)
          || (chapter == "unhandled") == (adapter == "reference"))
      return
    }
    let judged = try await CommandRun(
      ["judge", "--report", "json=r.json"] + traces.map { folder.appending(path: $0).path })
    let report = try #require(judged.file("r.json"), "\(judged.error)")
    #expect(try Self.verdicts(JSON(parsing: report)) == said)
  }

  @Test func `the traces of a report are judged as those of files`() async throws {
    let run = try await CommandRun([
      "--adapter", "reference", "--filter", "T1-a.*", "--filter", "2.2.4-*", "--rounds", "3", "--strict", "--report",
      "json+traces=r.json", "--report", "traces=t",
    ])
    let report = run.directory.appending(path: "r.json").path
    let files = run.directory.appending(path: "t/reference")
    let traces = try FileManager.default.contentsOfDirectory(atPath: files.path)
    let ofReport = try await CommandRun(["judge", report, "--report", "json+traces=r.json"])
    let ofFiles = try await CommandRun(
      ["judge", "--report", "json+traces=r.json"] + traces.map { files.appending(path: $0).path })
    let verdicts = try Self.verdicts(JSON(parsing: #require(ofReport.file("r.json"), "\(ofReport.error)")))
    #expect(verdicts.count == traces.count)
    #expect(try verdicts == Self.verdicts(JSON(parsing: #require(ofFiles.file("r.json"), "\(ofFiles.error)"))))
  }

  @Test func `the command that repeats a case has the options that matter`() async throws {
    let run = try await CommandRun([
      "--adapter", "./fake", "--filter", "2.1.2.1-*", "--jobs", "1", "--fail-fast", "--rounds", "7", "--strict",
      "--seed", "5", "--timeout", "2.5", "--report", "json=r.json",
    ]) { try FakeAdapter.install("fake", in: $0, script: FakeAdapter.crashing) }
    let report = try #require(run.file("r.json"))
    #expect(report.contains("--seed 5 --strict --rounds 7 --timeout 2.5"), "\(run.output)")
  }
}
