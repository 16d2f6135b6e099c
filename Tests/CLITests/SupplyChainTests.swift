import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// What users and build machines of the project install.
@Suite("What is installed", .testFolder) struct SupplyChainTests {
  /// The recipes, workflows and pages of the project, by their paths.
  private static func texts() throws -> [(path: String, text: String)] {
    let folders = [
      "", ".github", ".github/packaging", ".github/packaging/container", ".github/workflows", ".github/actions/check",
      "adapters", "adapters/templates", "reports", ".ci",
    ]
    return try folders.flatMap { folder in
      let place = CommandRun.package.appending(path: folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      return names.compactMap { name in
        let data = FileManager.default.contents(atPath: place.appending(path: name).path)
        return data.map { ("\(folder)/\(name)", String(decoding: $0, as: UTF8.self)) }
      }
    }
  }

  @Test func `nothing installs the unpublished packages by their names`() throws {
    for (path, text) in try Self.texts() {
      #expect(
        text.firstMatch(of: /npx (--yes|-y) |npx aplus-check@|pip3? install aplus|npm install aplus/) == nil, "\(path)")
    }
  }

  @Test func `actions are named by commit, and keep no credentials`() throws {
    let workflows = try Self.texts().filter { $0.path.hasSuffix(".yml") }
    #expect(workflows.count >= 4)
    for (path, text) in workflows {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (place, line) in lines.enumerated() where line.contains("uses: ") {
        #expect(line.contains(/uses: [a-z]+\/[a-z-]+@[0-9a-f]{40} # v[0-9.]+$/), "\(path):\(place + 1)")
        if line.contains("checkout") { #expect(lines[place + 2].contains("persist-credentials: false"), "\(path)") }
      }
    }
  }

  @Test(arguments: ["./`touch ran`", "./a b", "./$(touch ran)", "./${{ github.token }}", "./a'b"])
  func `the name of a directory is only text in the workflow of init`(name: String) async throws {
    let run = try await CommandRun(["init", name, "--language", "ruby"]) { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: ".git"), withIntermediateDirectories: true)
    }
    #expect(run.status == 0, "\(run.error)")
    let workflow = try #require(run.file(".github/workflows/aplus-check.yml"))
    let uses = workflow.split(separator: "\n").filter { $0.contains(name.dropFirst(2)) || $0.contains("${{ github") }
    #expect(uses.allSatisfy { $0.hasPrefix("          ADAPTER: \"./") })
    #expect(!workflow.contains("${{ github.token }}"))
  }

  @Test(arguments: [true, false]) func `the workflow of init unpacks only the archive with the checksum`(isRight: Bool)
    async throws
  {
    let made = try await CommandRun(["init", "mine", "--language", "ruby"])
    let workflow = try #require(made.file("mine/.github/workflows/aplus-check.yml"))
    let start = try #require(workflow.firstRange(of: "        run: |\n")?.upperBound)
    let lines = workflow[start...].split(separator: "\n").prefix { $0.hasPrefix("          ") }
    let script = lines.joined(separator: "\n").replacing("--proto =https", with: "--proto =file")
    let folder = made.directory
    let archive = """
      mkdir -p a/bin temp && echo program > a/bin/aplus-check && tar -czf a.tgz a
      export ARCHIVE="file://$PWD/a.tgz" SHA256=$(sha256sum < a.tgz | cut -d ' ' -f 1) RUNNER_TEMP=$PWD/temp GITHUB_PATH=$PWD/path
      \(isRight ? "" : "echo more >> a.tgz")
      """
    let run = try await ProgramRun("/bin/sh", ["-ec", "cd '\(folder.path)'\n\(archive)\n\(script)"])
    #expect((run.status == 0) == isRight)
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/temp/aplus-check/bin/aplus-check") == isRight)
    #expect((made.file("path") != nil) == isRight)
  }
}
