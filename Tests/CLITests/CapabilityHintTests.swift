import Foundation
import Testing

@Suite("Hints about capabilities", .testFolder) struct CapabilityHintTests {
  /// Runs a case about cancellation on an adapter that can cancel.
  private func error(_ line: String) async throws -> String {
    let text = """
      exports.deferred = () => {
        let resolve, reject;
        const promise = new Promise((a, b) => { resolve = a; reject = b; });
        return { promise, resolve, reject };
      };
      exports.cancel = () => {};
      \(line)
      """
    let run = try await CommandRun(["--adapter", "./library.cjs", "--filter", "RX-C13-c"]) {
      try Data(text.utf8).write(to: $0.appending(path: "library.cjs"))
    }
    return run.error
  }

  @Test func `a cancellation without a profile is warned of`() async throws {
    let warning = try await error("")
    #expect(warning.contains("warning: library can cancel but does not claim how far"))
    #expect(warning.contains("1 case was not run") && warning.contains("cancellation:downstream"))
  }

  @Test func `a cancellation with a profile is not`() async throws {
    #expect(try await !error("exports.capabilities = ['cancellation:rejection'];").contains("warning"))
  }
}
