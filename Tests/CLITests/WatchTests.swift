import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import aplus_check

@Suite("--watch", .testFolder) struct WatchTests {
  private let folder = TestFolder.path()

  private func put(_ text: String, _ name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func command(_ arguments: String...) throws -> RunArguments {
    let own = ["--adapter", folder.appending(path: "adapter.cjs").path]
    return try #require(try AplusCheck.parseAsRoot(own + arguments) as? RunCommand).arguments
  }

  private func names(_ paths: [String]) -> [String] { paths.map { URL(filePath: $0).lastPathComponent } }

  @Test func `a change beside the adapter counts, and what is built or reported does not`() throws {
    try put("1", "adapter.cjs")
    let report = folder.appending(path: "out.xml").path
    let files = WatchedFiles(of: try command("--report", "junit=\(report)"))
    let before = files.snapshot()
    for name in ["node_modules/a/index.js", ".git/index", "build/a.o", "out.xml"] { try put("2", name) }
    #expect(files.snapshot().differences(from: before).isEmpty)
    try put("longer", "adapter.cjs")
    try put("new", "lib/mylib.cjs")
    #expect(names(files.snapshot().differences(from: before)) == ["adapter.cjs", "mylib.cjs"])
    let then = files.snapshot()
    try FileManager.default.removeItem(at: folder.appending(path: "lib/mylib.cjs"))
    #expect(names(files.snapshot().differences(from: then)) == ["mylib.cjs"])
  }

  @Test func `a file that every run writes causes one run, and no more`() throws {
    try put("1", "adapter.cjs")
    var files = WatchedFiles(of: try command())
    func run(writing text: String) throws -> [String] {
      let before = files.snapshot()
      try put(text, "host")
      return names(files.changed(duringRun: before, files.snapshot()))
    }
    #expect(try run(writing: "1") == ["host"])
    #expect(try run(writing: "22").isEmpty)
    #expect(try run(writing: "333").isEmpty)
    // A file that somebody saved during one run is looked at as before.
    let before = files.snapshot()
    try put("22", "adapter.cjs")
    #expect(names(files.changed(duringRun: before, files.snapshot())) == ["adapter.cjs"])
    let quiet = files.snapshot()
    #expect(files.changed(duringRun: quiet, files.snapshot()).isEmpty)
    try put("333", "adapter.cjs")
    #expect(names(files.snapshot().differences(from: quiet)) == ["adapter.cjs"])
  }

  @Test func `a file that was saved during two runs in a row is not ignored from then on`() throws {
    try put("1", "adapter.cjs")
    var files = WatchedFiles(of: try command())
    func run(saving text: String?) throws -> [String] {
      let before = files.snapshot()
      if let text { try put(text, "adapter.cjs") }
      return names(files.changed(duringRun: before, files.snapshot()))
    }
    _ = try run(saving: "22")
    _ = try run(saving: "333")
    let between = files.snapshot()
    try put("4444", "adapter.cjs")
    #expect(names(files.snapshot().differences(from: between)) == ["adapter.cjs"])
    #expect(try run(saving: nil).isEmpty)
    #expect(try run(saving: "55555") == ["adapter.cjs"])
  }

  @Test func `a change runs the cases again, and an interrupt ends with the last status`() async throws {
    let run = try await CommandRun(["--adapter", "./fake", "--filter", "2.1.2.1-a", "--watch"]) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.unable)
    } meanwhile: { command in
      try await command.said("watching")
      try FakeAdapter.install("fake", in: command.directory, script: "exit 3 # changed")
      try await command.said("changed: fake")
      try await command.said("watching", times: 2)
      command.interrupt()
    }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(run.output.contains("no such library"))
    #expect(run.output.contains("exited with code 3"))
  }

  @Test(arguments: [["--watch", "--list"], ["--watch", "--update-baseline", "--baseline", "b"]])
  func `what cannot be watched is refused`(_ arguments: [String]) async throws {
    let run = try await CommandRun(["--adapter", "reference"] + arguments)
    #expect(run.status == CommandStatus.usage.rawValue)
  }
}
