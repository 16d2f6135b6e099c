import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// What users and build machines of the project install.
@Suite("What is installed", .testFolder) struct SupplyChainTests {
  /// The recipes, workflows and pages of the project, by their paths.
  private static func texts() throws -> [(path: String, text: String)] {
    let folders = [
      "", ".github", ".github/packaging", ".github/packaging/container", ".github/packaging/recipes",
      ".github/workflows", ".github/actions/check", "adapters", "adapters/templates", "reports", ".ci",
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
    #expect(workflows.count >= 9)
    for (path, text) in workflows {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      // The action of this project is in the checkout.
      for (place, line) in lines.enumerated() where line.contains("uses: ") && !line.contains("uses: ./") {
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

  @Test(
    .enabled("yamllint is missing: make schema") {
      try await ProgramRun("python3", ["-c", "import yamllint"]).status == 0
    }) func `workflows, the action and recipes are clean YAML`() async throws
  {
    let github = CommandRun.package.appending(path: ".github").path
    func lint(_ path: String) async throws -> ProgramRun {
      try await ProgramRun("python3", ["-m", "yamllint", "-s", "-c", "\(github)/yamllint.yml", path])
    }
    let own = try await lint(github)
    #expect(own.status == 0, "\(own.output)")
    let made = try await CommandRun(["init", "mine", "--language", "ocaml"])
    let written = try await lint(made.directory.appending(path: "mine/.github").path)
    #expect(written.status == 0, "\(written.output)")
    try Data("a:  [1 ]\n".utf8).write(to: made.directory.appending(path: "wrong.yml"))
    #expect(try await lint(made.directory.appending(path: "wrong.yml").path).status != 0)
  }

  /// What the last step of the action runs, as a shell script.
  private static func actionScript() throws -> String {
    let action = try #require(try texts().first { $0.path.hasSuffix("/action.yml") }).text
    let start = try #require(action.ranges(of: "      run: |\n").last?.upperBound)
    return action[start...].split(separator: "\n").map { $0.dropFirst(8) }.joined(separator: "\n")
  }

  @Test(arguments: [("reference", 0, "cases passed"), ("mutant:sync-when-settled", 1, "/")])
  func `the action fails as the command does, and has outputs all the same`(
    adapter: String, status: Int, verdict: String
  ) async throws {
    let folder = try TestFolder.make()
    let program = folder.appending(path: "bin/aplus-check")
    for name in ["bin", "library", "temp"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    try Data("#!/bin/sh\nexec '\(ProgramRun.built("aplus-check"))' \"$@\"\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let set = """
      cd '\(folder.path)/library'
      export PATH="\(folder.path)/bin:$PATH" RUNNER_TEMP='\(folder.path)/temp' GITHUB_OUTPUT='\(folder.path)/outputs'
      export ADAPTER='\(adapter)' ARGUMENTS='--filter 2.2.4-a* --seed 1' FOLDER=library REPORT=aplus.xml

      """
    let run = try await Gate.programs.run {
      try await ProgramRun("/bin/bash", ["-e", "-o", "pipefail", "-c", set + Self.actionScript()])
    }
    #expect(run.status == status, "\(run.output)\(run.error)")
    let outputs = try String(contentsOf: folder.appending(path: "outputs"), encoding: .utf8).split(separator: "\n")
    #expect(outputs.count == 3 && outputs[0] == "status=\(status)" && outputs[2] == "report=library/aplus.xml")
    #expect(outputs[1].hasPrefix("verdict=") && outputs[1].contains(verdict), "\(outputs)")
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "library/aplus.xml").path))
  }

  @Test(.enabled(if: ProgramPath.has("strip") && ProgramPath.has("dpkg"), "there is no strip or dpkg"))
  func `a package gets its name once it is whole`() async throws {
    let folder = try TestFolder.make()
    let fakes = folder.appending(path: "fakes")
    try FileManager.default.createDirectory(at: fakes, withIntermediateDirectories: true)
    // The first says what no package provides, and the second is ended with its caller while it writes.
    for (name, text) in [
      ("dpkg-shlibdeps", "echo 'shlibs:Depends=libc6'"),
      (
        "dpkg-deb",
        "for file; do :; done; head -c 812 /dev/zero > \"$file\"; echo \"$file\" > '\(folder.path)/begun'; kill -9 $PPID"
      ),
    ] {
      let file = fakes.appending(path: name)
      try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let programs = URL(filePath: ProgramRun.built("aplus-check")).deletingLastPathComponent().path
    let script = """
      cd '\(CommandRun.package.path)'
      PATH="\(fakes.path):$PATH" .github/packaging/pack '\(programs)' '\(folder.path)/packages' 0.0.1
      """
    let run = try await Gate.programs.run { try await ProgramRun("/bin/sh", ["-c", script]) }
    #expect(run.status != 0)
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "begun").path), "\(run.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "packages").path)
    let machine = try await ProgramRun("uname", ["-m"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(names.filter { !$0.hasPrefix(".") } == ["aplus-check-0.0.1-linux-\(machine).tar.gz"])
  }
}
