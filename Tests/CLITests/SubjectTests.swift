import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// A library without promises runs, and no case about promises is asked of it.
@Suite("Subjects", .testFolder) struct SubjectTests {
  private static let folder = CommandRun.package.appending(path: "Tests/CLITests/Subjects").path() + "/"

  @Test(arguments: ["callbacks.cjs", "callbacks.py", "callbacks.c"])
  func `every case about promises is not applicable to a library of callbacks`(file: String) async throws {
    try await check(adapter: Self.folder + file)
  }

  @Test func `a library in Python is not blamed for what it returns, or for the frames of its errors`() async throws {
    let run = try await CommandRun(["--adapter", Self.folder + "right.py", "--filter", "2.1.*", "--filter", "CB-14-*"])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(/2\.1\.2 +. [1-9]/), "\(run.output)")
    #expect(run.output.contains(/callbacks +. [1-9]/), "\(run.output)")
  }

  @Test func `calls of one handler value that serves several are counted`() async throws {
    let run = try await CommandRun(["--adapter", Self.folder + "forgetful.py", "--filter", "CB-18-*"])
    #expect(run.status == CommandStatus.violates.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("CB-18-f.value.first"), "\(run.output)")
    #expect(run.output.contains("`h`, which serves several, ran 1 of 2 times"), "\(run.output)")
  }

  @Test(arguments: [
    ("memo.cjs", "AW-7-d.*", "AW-7-d.undefined.error.awaited"),
    ("relabel.py", "AW-1-f.*", "AW-1-f.python-timeout-error.limit"),
  ]) func `an await that changes an outcome is found by the case about that`(file: String, cases: String, found: String)
    async throws
  { try await expectFinding(of: found, by: cases, in: file) }

  @Test(arguments: ["wake_one.py", "WakesOne.java", "wake_one.rb"])
  func `a settlement that wakes one of the threads that it blocks is found`(file: String) async throws {
    try await expectFinding(of: "AW-3-f.value", by: "AW-3-f*", in: file)
  }

  private func expectFinding(of found: String, by cases: String, in file: String) async throws {
    let program = [".cjs": "node", ".py": "python3", ".rb": "ruby", ".java": "javac"].first { file.hasSuffix($0.key) }
    guard ProgramPath.has(program?.value ?? "") else { return }
    let run = try await CommandRun(
      ["--adapter", Self.folder + file, "--filter", cases],
      environment: ["XDG_CACHE_HOME": TestFolder.path("-cache").path()])
    #expect(run.status == CommandStatus.violates.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(found), "\(run.output)")
  }

  @Test(arguments: [("java", "javac", 60), ("ruby", "ruby", 50)])
  func `a getter that blocks conforms in every case that its language can express`(
    language: String, program: String, least: Int
  ) async throws {
    guard ProgramPath.has(program) else { return }
    let adapter = CommandRun.package.appending(path: "adapters/kits/\(language)/example").path()
    let run = try await CommandRun(["--adapter", adapter, "--chapter", "await"])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    let passed = run.output.firstMatch(of: /cases: (\d+) passed/).flatMap { Int($0.1) }
    #expect((passed ?? 0) >= least, "\(run.output)")
  }

  @Test func `every case about promises is not applicable to a library of callbacks in Swift`() async throws {
    try await check(adapter: "callbacks-reference", "--chapter", "aplus", "--chapter", "once")
  }

  @Test(arguments: [
    ("javascript", "adapter.cjs"), ("python", "adapter.py"), ("c", "adapter.c"), ("cpp", "adapter.cpp"),
  ]) func `an adapter for callbacks that init writes runs once its marks are removed`(language: String, file: String)
    async throws
  {
    let written = try await CommandRun(["init", "drawn", "--subject", "callbacks", "--language", language])
    #expect(written.status == CommandStatus.conforms.rawValue, "\(written.output)\(written.error)")
    let text = try #require(written.file("drawn/\(file)"))
    #expect(text.contains("FILL IN: "))
    let lines = text.split(separator: "\n").filter { !$0.contains("FILL IN") }
    let filled = TestFolder.path("-\(file)")
    try Data(lines.joined(separator: "\n").utf8).write(to: filled)
    let run = try await CommandRun(
      ["--adapter", filled.path(), "--chapter", "callbacks"],
      environment: ["XDG_CACHE_HOME": TestFolder.path("-cache").path()])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(/cases: [2-9]\d passed/), "\(run.output)")
  }

  @Test(arguments: [("javascript", "adapter.cjs"), ("python", "adapter.py")])
  func `an adapter for awaits that init writes runs once its marks are removed`(language: String, file: String)
    async throws
  {
    let written = try await CommandRun(["init", "drawn", "--subject", "await", "--language", language])
    #expect(written.status == CommandStatus.conforms.rawValue, "\(written.output)\(written.error)")
    let text = try #require(written.file("drawn/\(file)"))
    let lines = text.split(separator: "\n").filter { !$0.contains("FILL IN") }
    let filled = TestFolder.path("-await-\(file)")
    try Data(lines.joined(separator: "\n").utf8).write(to: filled)
    let run = try await CommandRun(["--adapter", filled.path(), "--chapter", "await"])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(/cases: ([4-9]\d|\d{3}) passed/), "\(run.output)")
  }

  // The cancel of a task that meets a failure in a TaskGroup is lost in some versions of Python: SP-10 is not asked.
  @Test(arguments: [("channels", "CH-*"), ("scopes", "SP-?-*")])
  func `an adapter for channels or scopes that init writes runs once its marks are removed`(
    subject: String, cases: String
  ) async throws {
    let written = try await CommandRun(["init", "drawn", "--subject", subject, "--language", "python"])
    #expect(written.status == CommandStatus.conforms.rawValue, "\(written.output)\(written.error)")
    let text = try #require(written.file("drawn/adapter.py"))
    #expect(text.contains("FILL IN: "))
    let lines = text.split(separator: "\n").filter { !$0.contains("FILL IN") }
    let filled = TestFolder.path("-\(subject)-adapter.py")
    try Data(lines.joined(separator: "\n").utf8).write(to: filled)
    let run = try await CommandRun(["--adapter", filled.path(), "--filter", cases])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(/cases: ([2-9]\d|\d{3}) passed/), "\(run.output)")
  }

  @Test(arguments: [
    ("c", "adapter.c", "gcc"), ("cpp", "adapter.cpp", "g++"), ("java", "MyQueues.java", "javac"),
    ("objc", "adapter.m", "gnustep-config"), ("rust", "adapter.rs", "cargo"),
  ]) func `an adapter for channels that block runs once its marks are removed`(
    language: String, file: String, program: String
  ) async throws {
    guard ProgramPath.has(program) else { return }
    let written = try await CommandRun(["init", "drawn", "--subject", "channels", "--language", language])
    #expect(written.status == CommandStatus.conforms.rawValue, "\(written.output)\(written.error)")
    #expect(written.file("drawn/\(file)")?.contains("FILL IN: ") == true)
    let drawn = written.directory.appending(path: "drawn")
    let run = try await CommandRun(
      ["--adapter", "./drawn", "--filter", "CH-*"], environment: ["HOME": NSHomeDirectory()]
    ) { directory in
      let copy = directory.appending(path: "drawn")
      try FileManager.default.copyItem(at: drawn, to: copy)
      for name in [file, "Cargo.toml"] {
        let lines = written.file("drawn/\(name)")?.split(separator: "\n").filter { !$0.contains("FILL IN") }
        guard let lines else { continue }
        try Data(lines.joined(separator: "\n").utf8).write(to: copy.appending(path: name))
      }
    }
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(/cases: ([3-9]\d|\d{3}) passed/), "\(run.output)")
  }

  @Test func `a subject that init does not know is refused`() async throws {
    let run = try await CommandRun(["init", "drawn", "--subject", "calbacks", "--language", "python"])
    #expect(run.status == CommandStatus.usage.rawValue)
    #expect(
      run.error.contains(
        "--subject calbacks: expected one of promises, callbacks, await, channels, scopes; did you mean callbacks?"))
  }

  @Test func `a language without a template for a subject is refused, with those that have one`() async throws {
    let run = try await CommandRun(["init", "drawn", "--subject", "callbacks", "--language", "perl"])
    #expect(run.status == CommandStatus.usage.rawValue)
    #expect(run.error.contains("no template for perl, only for c, cpp, javascript, python, swift"), "\(run.error)")
  }

  private func check(adapter: String, _ options: String...) async throws {
    let cache = TestFolder.path("-cache").path()
    let run = try await CommandRun(
      ["--adapter", adapter, "--report", "json=run.json"] + options, environment: ["XDG_CACHE_HOME": cache])
    let results = try #require(run.file("run.json"))
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(/cases: 0 passed, \d+ n\/a/), "\(run.output)\(run.error)")
    #expect(results.contains(#""reason":"promises""#), "\(run.output)")
    #expect(run.output.contains(/\d+ cases about promises, which the library does not have/), "\(run.output)")
  }

  @Test func `an adapter without promises names another subject`() async throws {
    let run = try await CommandRun(["--adapter", Self.folder + "neither.cjs"])
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(run.output.contains("found no function deferred and no class Promise"), "\(run.output)")
  }
}
