import ArgumentParser
import Foundation
import Testing

@testable import aplus_check

@Suite("Files of reports", .testFolder) struct OutputFileTests {
  private let folder: URL

  init() throws { folder = try TestFolder.make() }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  @Test func `two spellings of one file are refused`() throws {
    try link("other", to: ".")
    let spellings = ["./a.xml", "../\(folder.lastPathComponent)/a.xml", "other/a.xml"]
    for (kind, second) in spellings.flatMap({ [("json", $0), ("jsonl", $0)] }) {
      #expect(throws: Failure.self) {
        let options = try ReportOptions.parse([
          "--report", "junit=\(path("a.xml"))", "--report", "\(kind)=\(path(second))",
        ])
        _ = try ReportPlan(options, adapters: [])
      }
    }
  }

  @Test func `a link of the start is followed, also where its end is missing`() throws {
    try link("report", to: "further")
    try link("further", to: "end")
    try OutputFile(preparing: path("report")).write("text")
    #expect(text("end") == "text")
    try link("round", to: "round")
    #expect(throws: Failure.self) { try OutputFile(preparing: path("round")) }
  }

  @Test func `a link that takes the place of the report during the run is replaced`() throws {
    try Data("mine".utf8).write(to: folder.appending(path: "victim"))
    let file = try OutputFile(preparing: path("report"))
    try link("report", to: "victim")
    try file.write("text")
    #expect(text("victim") == "mine")
    #expect(text("report") == "text")
  }

  @Test(arguments: ["gone", "file", "link"]) func `a directory that disappears during the run is an error`(
    becomes: String
  ) throws {
    let file = try OutputFile(preparing: path("deep/report"))
    try FileManager.default.removeItem(atPath: path("deep"))
    try FileManager.default.createDirectory(atPath: path("victim"), withIntermediateDirectories: true)
    switch becomes {
    case "file": try Data().write(to: folder.appending(path: "deep"))
    case "link": try link("deep", to: "victim")
    default: break
    }
    let failure = #expect(throws: Failure.self) { try file.write("text") }
    let kept = try #require(failure?.message.firstMatch(of: /its text is kept in (.*)/)).output.1
    #expect(try String(contentsOfFile: String(kept), encoding: .utf8) == "text")
    try FileManager.default.removeItem(at: URL(filePath: String(kept)).deletingLastPathComponent())
    #expect(text("victim/report") == nil)
  }

  @Test(arguments: ["gone", "moved", "replaced"]) func `a journal that disappears during the run is kept elsewhere`(
    becomes: String
  ) throws {
    let journal = try JournalFile(preparing: path("deep/journal"))
    journal.append("one\n")
    switch becomes {
    case "moved": try FileManager.default.moveItem(atPath: path("deep"), toPath: path("other"))
    case "replaced":
      try FileManager.default.moveItem(atPath: path("deep"), toPath: path("other"))
      try FileManager.default.createDirectory(atPath: path("deep"), withIntermediateDirectories: true)
      try Data().write(to: folder.appending(path: "deep/journal"))
    default: try FileManager.default.removeItem(atPath: path("deep"))
    }
    journal.append("two\n")
    let failure = #expect(throws: Failure.self) { try journal.finish() }
    let kept = try #require(failure?.message.firstMatch(of: /its text is kept in (.*)/)).output.1
    #expect(try String(contentsOfFile: String(kept), encoding: .utf8) == "one\ntwo\n")
    try FileManager.default.removeItem(at: URL(filePath: String(kept)).deletingLastPathComponent())
  }

  @Test func `a journal that stays is no error`() throws {
    let journal = try JournalFile(preparing: path("journal"))
    journal.append("one\n")
    try journal.finish()
    #expect(text("journal") == "one\n")
  }

  @Test func `traces that disappear after the last one was written are an error`() throws {
    let traces = try TraceDirectory(preparing: path("traces"), adapters: ["one", "two"])
    try traces.finish()
    try FileManager.default.removeItem(atPath: path("traces/two"))
    let failure = #expect(throws: Failure.self) { try traces.finish() }
    #expect(failure?.message.contains("traces/two: its directory was removed or replaced") == true)
  }

  @Test func `what a killed run has left is removed, and what a live one writes is not`() throws {
    for name in [".report.0.tmp", ".report.1.tmp", ".other.0.tmp"] {
      try Data("half".utf8).write(to: folder.appending(path: name))
    }
    let live = unsafe open(path(".report.1.tmp"), O_WRONLY)
    defer { close(live) }
    flock(live, LOCK_EX)
    _ = try OutputFile(preparing: path("report"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == [".other.0.tmp", ".report.1.tmp"])
  }
}
