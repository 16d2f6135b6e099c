import Foundation
import TestSupport
import Testing

/// The plugins that run the command inside the test runners of other languages.
@Suite("Inside other runners") struct RunnerTests {
  private static let packaging = CommandRun.package.appending(path: ".github/packaging")
  private static let path = "PATH=\(ProgramRun.built("aplus-check").dropLast("aplus-check".count)):\(ProgramPath.text)"

  @Test func `pytest has a test for each requirement`() async throws {
    let hasPytest = try await ProgramRun("python3", ["-c", "import pytest"]).status == 0
    guard ProgramPath.has("python3"), hasPytest else {
      try Test.cancel("the plugin is not checked: there is no pytest")
    }
    let run = try await ProgramRun(
      "env",
      [
        Self.path, "PYTHONDONTWRITEBYTECODE=1", "python3", "-m", "pytest", "-q", "-p", "no:cacheprovider",
        Self.packaging.appending(path: "tests/test_pytest.py").path,
      ])
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test func `node:test, Mocha and Jest have a test for each requirement`() async throws {
    guard Node.isInstalled else { try Test.cancel("the module is not checked: there is no Node") }
    let file = Self.packaging.appending(path: "tests/runners.test.mjs").path
    let run = try await ProgramRun("env", [Self.path, "node", "--test", "--test-reporter=spec", file])
    #expect(run.status == 0, "\(run.output)\(run.error)")
    for runner in ["mocha", "jest"] where !ProgramPath.has(runner) { print("\(runner) is not installed: not checked") }
  }
}
