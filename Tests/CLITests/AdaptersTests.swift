import APlusJSON
import Foundation
import Testing

@testable import aplus_check

@Suite("Adapters", .testFolder) struct AdaptersTests {
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

  @Test func `available, unavailable and broken adapters are distinguished`() async throws {
    let run = try await CommandRun(["adapters", "--json", "--probe", "--timeout", "5"]) {
      try install("fake-here", in: $0, script: FakeAdapter.silent)
      try install("fake-gone", in: $0, script: FakeAdapter.unable)
      let broken = $0.appending(path: "adapters/fake-broken")
      try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: broken.appending(path: "adapter.json"))
    }
    #expect(run.status == 0)
    let here = try row("fake-here", of: run)
    #expect(here["available"] == true)
    #expect(here["version"] == "1")
    #expect(here["builtIn"] == false)
    let gone = try row("fake-gone", of: run)
    #expect(gone["available"] == false)
    let reason = try #require(gone["reason"]?.stringValue)
    #expect(reason.contains("no such library") && reason.contains("fake-package"))
    #expect(try row("fake-broken", of: run)["reason"]?.stringValue?.contains("adapter.json") == true)
    #expect(try row("reference", of: run)["builtIn"] == true)
    #expect(try row("reference", of: run)["available"] == true)
  }

  /// An adapter that is not built, with a program that builds it and a package that it needs.
  private func installUnbuilt(_ name: String, by program: String, in directory: URL) throws {
    let folder = directory.appending(path: "adapters/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let manifest = """
      {"format": "aplus-adapter/1", "name": "\(name)", "language": "c++", "library": "Fake",
       "build": [["\(program)"]], "command": ["./.build/host"], "packages": {"apt": ["fake-dev"]}}
      """
    try Data(manifest.utf8).write(to: folder.appending(path: "adapter.json"))
  }

  /// The list where a compiler is there, and the package is as the query of packages says, which
  /// may end in a way of its own.
  private func unbuilt(_ status: String, then end: String = "") async throws -> CommandRun {
    let tools = try TestFolder.make()
    try FakeAdapter.install("fake-compiler", in: tools, script: "exit 1")
    try FakeAdapter.install("dpkg-query", in: tools, script: "echo '\(status)'\n\(end)")
    return try await CommandRun(["adapters", "--json", "--probe"], environment: ["PATH": "\(tools.path):/bin"]) {
      try installUnbuilt("fake-unbuilt", by: "fake-compiler", in: $0)
      try installUnbuilt("fake-toolless", by: "no-such-compiler", in: $0)
    }
  }

  @Test(arguments: ["installed fake-dev, ", "installed other-dev, some-dev, fake-dev (= 1.2-3)"])
  func `what the first run can build is available`(packages: String) async throws {
    let run = try await unbuilt(packages)
    let unbuilt = try row("fake-unbuilt", of: run)
    #expect(unbuilt["available"] == true)
    #expect(unbuilt["reason"] == "built by the first run")
    #expect(unbuilt["language"] == "c++")
    let toolless = try row("fake-toolless", of: run)
    #expect(toolless["available"] == false)
    #expect(toolless["reason"] == "not built, and its build lacks no-such-compiler; it needs: apt install fake-dev")
  }

  @Test func `an adapter that cannot be built is listed with the missing package`() async throws {
    let run = try await unbuilt("config-files fake-dev, ")
    let unbuilt = try row("fake-unbuilt", of: run)
    #expect(unbuilt["available"] == false)
    #expect(unbuilt["reason"] == "not built, and its build lacks fake-dev; it needs: apt install fake-dev")
  }

  @Test func `a query that is cut short does not count packages as missing`() async throws {
    let run = try await unbuilt("installed other-dev, ", then: "kill -KILL $$")
    #expect(try row("fake-unbuilt", of: run)["available"] == true)
  }

  @Test(arguments: [
    ("kill -SEGV $$", "the host was ended by signal 11 (SIGSEGV)"),
    ("echo Welcome", "the host wrote a line that is not JSON"),
  ]) func `a built host that fails is listed with the reason`(script: String, reason: String) async throws {
    let run = try await CommandRun(["adapters", "--json", "--probe"]) {
      try installUnbuilt("fake-built", by: "true", in: $0)
      let folder = $0.appending(path: "adapters/fake-built/.build")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FakeAdapter.install("host", in: folder, script: script)
    }
    let built = try row("fake-built", of: run)
    #expect(built["available"] == false)
    #expect(built["reason"]?.stringValue?.hasPrefix(reason) == true, "\(built)")
  }

  @Test func `of variants the first is listed, with --all each`() async throws {
    let some = try await CommandRun(["adapters"])
    let all = try await CommandRun(["adapters", "--all"])
    let mutants = { (run: CommandRun) in run.output.split(separator: "\n").filter { $0.hasPrefix("mutant:") } }
    let listed = mutants(some)
    #expect(listed.count == 1)
    #expect(listed.first?.hasSuffix("- and \(mutants(all).count - 1) more with --all") == true, "\(listed)")
    #expect(listed.first?.hasPrefix("mutant:correct ") == true)
    #expect(mutants(all).count > 100)
  }

  @Test func `the language that a manifest names counts`() async throws {
    let run = try await CommandRun(["adapters", "--json", "--probe", "--timeout", "5"]) {
      let folder = $0.appending(path: "adapters/fake-cpp")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FakeAdapter.install("host", in: folder, script: FakeAdapter.silent)
      let manifest = """
        {"format": "aplus-adapter/1", "name": "fake-cpp", "language": "c++", "library": "Fake",
         "command": ["./host"]}
        """
      try Data(manifest.utf8).write(to: folder.appending(path: "adapter.json"))
    }
    #expect(try row("fake-cpp", of: run)["language"] == "c++")
  }
}
