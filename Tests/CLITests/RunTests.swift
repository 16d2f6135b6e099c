import APlusJSON
import APlusReports
import Foundation
import TestSupport
import Testing

@testable import aplus_check

@Suite("Run", .testFolder) struct RunTests {
  /// A selection of few cases that every implementation can be asked.
  private let few = ["--filter", "2.1.2.1-*"]

  /// What the command lists for a selection, without the titles.
  private func identifiers(ofCases selection: [String]) async throws -> [String] {
    let run = try await CommandRun(["list"] + selection)
    return run.output.split(separator: "\n").compactMap { line in line.split(separator: " ").first.map(String.init) }
  }

  @Test func `an adapter that cannot start is one error, in a report, with status 2`() async throws {
    let run = try await CommandRun(["--adapter", "./fake"] + few) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.unable)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    let report = try #require(run.file("reports/fake.xml"))
    #expect(report.contains(#"name="adapter starts""#))
    #expect(report.contains(#"<error type="aplus.adapter-launch""#))
    #expect(report.contains(#"<skipped type="aplus.not-run""#))
    #expect(run.output.contains("could not be started"))
  }

  @Test func `an adapter that cannot start counts no case about another language`() async throws {
    func counts(_ file: String, _ text: String) async throws -> String {
      let run = try await CommandRun(["./\(file)", "--filter", "E4-c.*"]) { directory in
        try Data(text.utf8).write(to: directory.appending(path: file))
      }
      return try #require(run.output.firstMatch(of: #/([0-9]+) cases: /#), "\(run.output)\(run.error)").output.1
        .description
    }
    guard ProgramPath.has("python3") else { try Test.cancel("there is no python3") }
    let list = try await CommandRun(["list", "--filter", "E4-c.*", "--json"])
    let cases = try #require(try JSON(parsing: list.output)["cases"]?.arrayValue)
    let expected = cases.count { entry in
      entry["capabilities"]?.arrayValue?.allSatisfy { need in
        need.stringValue.map { !$0.hasPrefix("kinds:") || $0 == "kinds:python" } ?? false
      } ?? false
    }
    #expect(expected < cases.count)
    #expect(try await counts("broken.py", "import nosuch\n") == String(expected))
  }

  @Test func `a silent host is told with its command, its status and what to do`() async throws {
    let run = try await CommandRun(["--adapter", "./fake"] + few) {
      try FakeAdapter.install("fake", in: $0, script: "echo no such library >&2; exit 3")
    }
    #expect(
      run.output.contains("exited with code 3 before it said hello: no such library; it was started"), "\(run.output)")
    #expect(run.output.contains("the first line that it writes must be its hello"))
  }

  @Test func `a crashing host gives an error that quotes its standard error`() async throws {
    let run = try await CommandRun(["--adapter", "./fake", "--jobs", "1", "--fail-fast"] + few) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.crashing)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    let report = try #require(run.file("reports/fake.xml"))
    #expect(report.contains(#"<error type="aplus.adapter-crash""#))
    #expect(report.contains("last words"))
  }

  @Test func `a run ends at the first failure that is not expected`() async throws {
    let ids = try await identifiers(ofCases: few)
    try #require(ids.count > 2)
    // The second case fails as well, and no entry says so.
    let entries = (ids.prefix(1) + ids.dropFirst(2)).map { "\($0) adapter-crash # dies\n" }
    let run = try await CommandRun(
      ["--adapter", "./fake", "--jobs", "1", "--fail-fast", "--baseline", "known.txt"] + few
    ) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.crashing)
      try Data(entries.joined().utf8).write(to: $0.appending(path: "known.txt"))
    }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(run.output.contains("\(ids.count) cases: 0 passed, 1 error, 1 expected failure, \(ids.count - 2) not run"))
    #expect(!run.output.contains("stale"))
  }

  @Test func `a host that hangs is ended`() async throws {
    let arguments = ["--adapter", "./fake", "--timeout", "2", "--fail-fast", "--jobs", "1"]
    let run = try await CommandRun(arguments + few) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.silent)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(run.file("reports/fake.xml")?.contains(#"<error type="aplus.timeout""#) == true)
  }

  @Test func `a report that cannot be written stops the run before it starts`() async throws {
    let run = try await CommandRun(["--adapter", "./fake", "--report", "junit=file/x.xml"] + few) {
      try FakeAdapter.install("fake", in: $0, script: "echo started > started; exit 1")
      try Data().write(to: $0.appending(path: "file"))
    }
    #expect(run.status == CommandStatus.harnessError.rawValue)
    #expect(run.error.contains("cannot write file/x.xml"))
    #expect(run.file("started") == nil)
  }

  @Test func `a default report that cannot be written does not stop the run`() async throws {
    let run = try await CommandRun(["--adapter", "reference", "--filter", "2.1.2.1-*"]) {
      try Data().write(to: $0.appending(path: "reports"))
    }
    #expect(run.status == CommandStatus.harnessError.rawValue)
    #expect(run.output.contains("reference: "))
    #expect(run.output.contains(" passed"))
    #expect(run.error.contains("warning: cannot write reports/reference.xml"))
  }

  @Test func `reports go where they are asked for, and leave no temporary file`() async throws {
    let reports = ["junit=deep/er/a.xml", "json=a.json", "traces=traces", "markdown=a.md", "html=b/a.html"]
    let run = try await CommandRun(
      ["--adapter", "./fake", "--seed", "7"] + reports.flatMap { ["--report", $0] } + few
    ) { try FakeAdapter.install("fake", in: $0, script: FakeAdapter.unable) }
    #expect(run.file("deep/er/a.xml")?.hasSuffix("</testsuites>\n") == true)
    let document = try JSON(parsing: #require(run.file("a.json")))
    #expect(document["seed"] == "7")
    #expect(run.file("a.md")?.contains("could not be started") == true)
    #expect(run.file("b/a.html")?.hasSuffix("</html>\n") == true)
    #expect(run.file("reports/fake.xml") == nil)
    let files = try FileManager.default.subpathsOfDirectory(atPath: run.directory.path)
    #expect(!files.contains { $0.hasSuffix(".tmp") })
  }

  @Test func `a report on the standard output leaves nothing else there`() async throws {
    let run = try await CommandRun(["--adapter", "./fake", "--report", "json=-"] + few) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.unable)
    }
    #expect(throws: Never.self) { try JSON(parsing: run.output) }
    #expect(run.error.contains("could not be started"))
  }

  @Test func `saved traces are judged again`() async throws {
    let cases = ["--adapter", "reference", "--filter", "2.1.2.1-*"]
    let run = try await CommandRun(cases + ["--report", "traces=traces"])
    let folder = run.directory.appending(path: "traces/reference")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!files.isEmpty)
    let paths = files.map { folder.appending(path: $0).path }
    let judged = try await CommandRun(["judge"] + paths)
    #expect(judged.status == 0)
    #expect(judged.output.contains("\(files.count) passed"))
  }

  @Test func `a list is text or JSON`() async throws {
    let text = try await CommandRun(["list"] + few)
    #expect(text.status == 0)
    #expect(text.output.split(separator: "\n").allSatisfy { $0.hasPrefix("2.1.2.1-") })
    let json = try await CommandRun(["list", "--json"] + few)
    let document = try JSON(parsing: json.output)
    #expect(document["list"] == "aplus-list/1")
    #expect(document["cases"]?.arrayValue?.count == text.output.split(separator: "\n").count)
  }

  @Test func `untestable requirements are listed with their reasons`() async throws {
    let run = try await CommandRun(["list", "--untestable", "--chapter", "aplus"])
    #expect(run.status == 0)
    #expect(run.output.contains("\n2.2\n") || run.output.hasPrefix("1.1\n  "))
    // A requirement that has no case.
    let one = try await CommandRun(["list", "--untestable", "--filter", "1.1"])
    #expect(one.status == 0 && one.error.isEmpty, "\(one.error)")
    #expect(one.output.hasPrefix("1.1\n  "))
    let none = try await CommandRun(["list", "--untestable", "--filter", "1.99"])
    #expect(none.status == CommandStatus.nothingSelected.rawValue)
  }

  @Test func `a requirement and a case are explained`() async throws {
    let requirement = try await CommandRun(["explain", "2.2.4"])
    #expect(requirement.status == 0)
    #expect(requirement.output.hasPrefix("2.2.4 (must"))
    let id = try await #require(identifiers(ofCases: few).first)
    let example = try await CommandRun(["explain", id])
    #expect(example.output.contains("Judged by:"))
  }
}
