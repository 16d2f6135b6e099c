import APlusJSON
import Foundation
import TestSupport
import Testing

@testable import aplus_check

@Suite("interrupt", .testFolder) struct InterruptTests {
  /// Beside other suites the signal may come late: until then the host is waited for.
  private let arguments = ["--adapter", "./fake", "--jobs", "1", "--filter", "2.1.2.1-*", "--timeout", "600"]

  @Test func `the first signal lets the running case end, and reports be written`() async throws {
    let run = try await CommandRun(arguments) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.spinning)
    } meanwhile: { command in
      _ = try await command.file("spinning")
      command.interrupt()
      try await command.said("interrupted")
      try command.touch("end")
    }
    #expect(run.status == CommandStatus.interrupted.rawValue)
    let report = try #require(run.file("reports/fake.xml"))
    #expect(report.contains("exited with code 7"))
    #expect(report.contains("not run: the run was interrupted"))
    #expect(run.output.contains("interrupted: the remaining cases were not run"))
  }

  @Test func `a case that goes on after the first signal is abandoned, and not asked`() async throws {
    let run = try await CommandRun(arguments) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.spinning)
    } meanwhile: { command in
      _ = try await command.file("spinning")
      command.interrupt()
    }
    #expect(run.status == CommandStatus.interrupted.rawValue)
    let report = try #require(run.file("reports/fake.xml"))
    #expect(report.contains("not run: the run was interrupted"))
    #expect(!report.contains("<error"), "\(report.prefix(2000))")
  }

  @Test func `an interrupted run says how many performances it had`() async throws {
    let reports = ["--report", "junit=run.xml", "--report", "json=run.json"]
    let run = try await CommandRun(arguments + ["--repeat", "3"] + reports) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.spinning)
    } meanwhile: { command in
      _ = try await command.file("spinning")
      command.interrupt()
      try await command.said("interrupted")
      try command.touch("end")
    }
    let report = try JSON(parsing: try #require(run.file("run.json")))
    let adapter = try #require(report["adapters"]?.arrayValue?.first)
    let wanted = 3 * (adapter["cases"]?.arrayValue?.count ?? 0)
    #expect(wanted > 3)
    #expect(adapter["performances"] == ["done": 1, "wanted": .integer(wanted)])
    #expect(run.output.contains("\n  the run ended after 1 of \(wanted) performances\n"))
    let property = #"<property name="aplus.performances" value="1 of \#(wanted) performances"/>"#
    #expect(run.file("run.xml")?.contains(property) == true)
  }

  @Test func `the second signal ends the command and hosts that spin`() async throws {
    var host: Int32 = 0
    let run = try await CommandRun(arguments) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.spinning)
    } meanwhile: { command in
      let number = try await command.file("spinning").trimmingCharacters(in: .whitespacesAndNewlines)
      host = try #require(Int32(number))
      command.interrupt()
      try await command.said("interrupted")
      command.interrupt()
    }
    #expect(run.status == CommandStatus.interrupted.rawValue)
    #expect(run.file("reports/fake.xml") == nil)
    // A signal that was sent is delivered in a moment.
    let end = ContinuousClock.now + RunningCommand.patience
    while ProgramRun.isAlive(host), .now < end { try await Task.sleep(for: .milliseconds(2)) }
    #expect(!ProgramRun.isAlive(host))
  }
}
