import Foundation
import TestSupport
import Testing

@testable import aplus_check

@Suite("Trust", .testFolder) struct TrustTests {
  /// Puts an adapter into `./adapters` whose host leaves a file behind.
  private func install(_ name: String, in directory: URL, packages: String = "{}") throws {
    let folder = directory.appending(path: "adapters/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FakeAdapter.install("host", in: folder, script: "touch ../../ran; \(FakeAdapter.unable)")
    let manifest = """
      {"format": "aplus-adapter/1", "name": "\(name)", "language": "shell", "library": "Fake",
       "command": ["./host"], "packages": \(packages)}
      """
    try Data(manifest.utf8).write(to: folder.appending(path: "adapter.json"))
  }

  @Test func `the name of an adapter of the tool means the tool's own`() async throws {
    let run = try await CommandRun(["--adapter", "reference", "--filter", "2.1.2.1-a"]) {
      try install("reference", in: $0)
    }
    #expect(run.status == 0)
    #expect(run.file("ran") == nil)
  }

  @Test func `cases of the working directory count only where they are named`() async throws {
    func install(in directory: URL) throws {
      let folder = directory.appending(path: "specs")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: folder.appending(path: "tables.json"))
    }
    let own = try await CommandRun(["list", "--filter", "2.1.2.1-a"], prepare: install)
    #expect(own.status == 0, "\(own.error)")
    let named = try await CommandRun(["list", "--specs", "specs"], prepare: install)
    #expect(named.status == CommandStatus.harnessError.rawValue)
    #expect(named.error.contains("specs/tables.json:1:1"), "\(named.error)")
  }

  @Test func `a path means the local adapter`() async throws {
    let run = try await CommandRun(["--adapter", "./adapters/reference", "--filter", "2.1.2.1-a"]) {
      try install("reference", in: $0)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(run.file("ran") != nil)
  }

  @Test func `a list of adapters runs nothing unless it is asked to probe`() async throws {
    for (options, runs) in [([], false), (["--probe"], true)] {
      let run = try await CommandRun(["adapters"] + options) { try install("mine", in: $0) }
      #expect(run.status == 0)
      #expect(run.output.contains("mine"))
      #expect((run.file("ran") != nil) == runs)
    }
  }

  @Test(arguments: ["apt", "pip"]) func `what is not the plain name of a package is refused`(manager: String)
    async throws
  {
    let names = [
      "-oAPT::Update::Pre-Invoke::=id", "--help", "a b", "a;id", "$(id)", "", "*", "e.*", "./evil.deb", "/evil.deb",
      "evil.deb", "evil.whl", "evil.tar.gz", "git+https://host/evil", "https://host/evil.whl", "evil@https://host",
      "evil-", "evil>=1", "evil[extra]", "evil/unstable", "Évil",
    ]
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    for command in [["--adapter", "./adapters/mine"], ["adapters", "--packages", manager]] {
      let run = try await CommandRun(command) { try install("mine", in: $0, packages: "{\"\(manager)\": [\(list)]}") }
      #expect(run.status == CommandStatus.adapterError.rawValue)
      for name in names { #expect(run.error.contains("found \"\(name)\", expected the name of a package"), "\(name)") }
      #expect(run.output.isEmpty)
      #expect(run.file("ran") == nil)
    }
  }

  @Test func `the packages of all adapters are listed for their package manager`() async throws {
    let packages = #"{"apt": ["libstdc++-12-dev", "python3.11"], "pip": ["mine==1.2.post1"]}"#
    for (manager, names) in [("apt", ["libstdc++-12-dev", "python3.11"]), ("pip", ["mine==1.2.post1"])] {
      let run = try await CommandRun(["adapters", "--packages", manager]) {
        try install("mine", in: $0, packages: packages)
      }
      #expect(run.status == 0, "\(run.error)")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(Set(names).isSubset(of: lines))
      if manager == "pip" {
        #expect(lines.allSatisfy { $0.contains("==") }, "a package of the tool has no exact version")
      }
    }
  }

  @Test func `a host gets only the named variables of the environment`() async throws {
    let run = try await CommandRun(
      ["--adapter", "./fake", "--filter", "2.1.2.1-a", "--pass-env", "GIVEN"],
      environment: ["GIVEN": "1", "SECRET": "2"]
    ) { try FakeAdapter.install("fake", in: $0, script: "env > variables; \(FakeAdapter.unable)") }
    let variables = try #require(run.file("variables"))
    #expect(variables.contains("GIVEN=1"))
    #expect(!variables.contains("SECRET"))
  }
}
