import APlusJSON
import Foundation
import Testing

@testable import aplus_check

@Suite("Adapters") struct AdaptersTests {
  /// Puts an adapter with a manifest into the adapters of a directory.
  private func install(_ name: String, in directory: URL, script: String) throws {
    let folder = directory.appending(path: "adapters/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FakeAdapter.install("host", in: folder, script: script)
    let manifest = """
      {"format": "aplus-adapter/1", "name": "\(name)", "language": "shell", "library": "Fake",
       "command": ["./host"], "packages": {"apt": ["fake-package"]}}
      """
    try Data(manifest.utf8).write(to: folder.appending(path: "adapter.json"))
  }

  private func row(_ name: String, of run: CommandRun) throws -> JSON {
    let document = try JSON(parsing: run.output)
    #expect(document["schema"] == "aplus-adapters/1")
    let rows = try #require(document["adapters"]?.arrayValue)
    return try #require(rows.first { $0["name"]?.stringValue == name })
  }

  @Test func `what can run, what cannot and what is broken are told apart`() throws {
    let run = try CommandRun(["adapters", "--json", "--timeout", "5"]) {
      try install("fake-here", in: $0, script: FakeAdapter.silent)
      try install("fake-gone", in: $0, script: FakeAdapter.unable)
      let broken = $0.appending(path: "adapters/fake-broken")
      try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: broken.appending(path: "adapter.json"))
    }
    defer { run.clean() }
    #expect(run.status == 0)
    let here = try row("fake-here", of: run)
    #expect(here["available"] == true)
    #expect(here["version"] == "1")
    #expect(here["builtIn"] == false)
    let gone = try row("fake-gone", of: run)
    #expect(gone["available"] == false)
    let reason = try #require(gone["reason"]?.stringValue)
    #expect(reason.contains("no such library") && reason.contains("fake-package"))
    #expect(
      try row("fake-broken", of: run)["reason"]?.stringValue?.contains("adapter.json") == true
    )
    #expect(try row("reference", of: run)["builtIn"] == true)
    #expect(try row("reference", of: run)["available"] == true)
  }
}
