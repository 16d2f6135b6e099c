import Foundation
import TestSupport
import Testing

/// The helpers for callbacks in the packages for npm and Python.
@Suite("callback helpers") struct CallbackHelperTests {
  private static let folder = CommandRun.package.appending(path: ".github/packaging/tests").path()

  @Test(.enabled(if: Node.isInstalled, "needs node")) func `the one for JavaScript keeps its promises`() async throws {
    let run = try await ProgramRun("node", ["--test", "\(Self.folder)/callback.test.js"])
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("# pass 11\n"))
  }

  @Test(.enabled(if: ProgramPath.has("python3"), "needs python3")) func `the one for Python keeps its promises`()
    async throws
  {
    let run = try await ProgramRun("python3", ["-m", "unittest", "discover", "-s", Self.folder])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.contains("Ran 14 tests"))
  }
}
