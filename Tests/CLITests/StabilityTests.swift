import Foundation
import Testing

/// `--verify-stability` finds flaky promises, each in the stage that is for it.
@Suite("Stability", .testFolder) struct StabilityTests {
  private static let hasProcessTable = FileManager.default.fileExists(atPath: "/proc/self/stat")

  private func verify(_ adapter: String, _ arguments: String...) async throws -> CommandRun {
    try await CommandRun(
      ["--adapter", adapter, "--filter", "2.2.2.3-b", "--verify-stability", "--jobs", "1"] + arguments)
  }

  private func flapping(_ name: String) -> String {
    CommandRun.package.appending(path: "Tests/CLITests/Flapping/\(name).cjs").path
  }

  @Test func `a promise that fails now and then in one host is named`() async throws {
    let run = try await verify(flapping("fourth"), "--report", "junit=reports/fourth.xml")
    #expect(run.status == 1)
    #expect(run.output.contains("1 flaky case in 20 performances each"))
    let seen = try #require(run.output.split(separator: "\n").first { $0.contains("seen   ") })
    #expect(seen.contains(/in one host: (\d conforms, \d aplus.count|\d aplus.count, \d conforms)/))
    let report = try #require(run.file("reports/fourth.xml"))
    #expect(report.contains("type=\"aplus.flaky\""))
    #expect(report.contains(seen.drop { $0 == " " }))
  }

  @Test func `a promise that fails in every third host is named`() async throws {
    // Hosts start where their adapter lies, and count there.
    let starts = CommandRun.package.appending(path: "Tests/CLITests/Flapping/starts")
    try? FileManager.default.removeItem(at: starts)
    defer { try? FileManager.default.removeItem(at: starts) }
    let run = try await verify(flapping("third-start"), "--report", "json=-")
    #expect(run.status == 1)
    #expect(
      run.error.contains("in one host: 10 conforms; in new hosts: 3 conforms, 2 aplus.count; under load: 5 conforms"))
    #expect(run.output.contains(#""moved":["#))
    #expect(run.output.contains(#""stage":"in new hosts""#))
  }

  @Test(.enabled(if: hasProcessTable)) func `a promise that fails beside busy threads is named`() async throws {
    let run = try await verify(flapping("under-load"))
    #expect(run.status == 1)
    #expect(run.output.contains(/in one host: 10 conforms; in new hosts: 5 conforms; under load: .*\d aplus.count/))
  }

  @Test func `a promise that is not flaky is reported as such, also one that always fails`() async throws {
    let conforming = try await verify("reference")
    #expect(conforming.status == 0)
    let done = "in 20 performances each (10 in one host, 5 in new hosts, 5 under load)"
    #expect(conforming.output.contains("no flaky case \(done)"))
    let failing = try await verify("mutant:runs-again-when-fulfilled-again")
    #expect(failing.status == 1)
    #expect(failing.output.contains("no flaky case \(done)"))
    #expect(!failing.output.contains("aplus.flaky"))
  }

  @Test func `what a baseline says to fail in some runs is named, and is no failure`() async throws {
    let baseline = """
      2.2.2.3-b           count?  # every fourth promise loses its value
      elsewhere:2.2.2.1   count?  # every fourth promise loses its value

      """
    let run = try await CommandRun(
      ["--adapter", flapping("fourth"), "--filter", "2.2.2.3-b", "--verify-stability", "--baseline", "known.txt"],
      prepare: { try Data(baseline.utf8).write(to: $0.appending(path: "known.txt")) })
    #expect(run.status == 0)
    #expect(run.output.contains(/1 flaky case in 20 .*: 2.2.2.3-b/))
  }

  @Test(arguments: [["--repeat", "3"], ["--fail-fast"], ["--update-baseline"]])
  func `options that make no sense beside it are refused`(_ arguments: [String]) async throws {
    let run = try await CommandRun(["--adapter", "reference", "--verify-stability"] + arguments)
    #expect(run.status == 64)
    #expect(run.error.contains("--verify-stability") && run.error.contains(arguments[0]))
  }
}
