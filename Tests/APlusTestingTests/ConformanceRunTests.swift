import Foundation
import Testing

@testable import APlusTesting

/// Each test has a process of its own, for its environment.
@Suite("a run of aplus-check") struct ConformanceRunTests {
  /// Makes a program that stands in for aplus-check, and takes its place.
  private static func stand(in script: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "aplus-check-\(UUID().uuidString)")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    unsafe setenv("APLUS_CHECK", file.path, 1)
  }

  /// Writes results with one case where the last argument says.
  private static let writing = """
    for last; do :; done
    echo "$@" >&2
    cat > "${last#json=}" <<'END'
    {"schema": "aplus-results/1", "requirements": [{"number": "2.2.4", "text": "Later."}],
     "adapters": [{"name": "mylib", "launchFailure": null, "missing": [], "stale": [], "collected": [],
     "cases": [{"id": "2.2.4-a", "title": "T", "requirement": "2.2.4", "verdict": "conforms"}]}]}
    END
    """

  @Test func `the results of the program are read`() async {
    await #expect(processExitsWith: .success) {
      try Self.stand(in: Self.writing)
      let found = try await Requirement.all(of: "./adapter.py")
      #expect(found.map(\.testDescription) == ["2.2.4: Later."])
    }
  }

  @Test func `a status that no case explains fails, with what the program wrote`() async {
    await #expect(processExitsWith: .success) {
      try Self.stand(in: Self.writing + "\nexit 2")
      let found = try await Requirement.all(of: "./adapter.py", options: ["--quick"], baseline: "list.txt")
      let text = try #require(found.last?.outcome.failures.first)
      #expect(found.last?.id == "run")
      #expect(text.contains("exit status 2"))
      #expect(
        text.contains("run --adapter ./adapter.py --quiet --no-github --baseline list.txt --quick --report json="))
    }
  }

  @Test func `a program that writes no results is an error, with what it wrote`() async {
    await #expect(processExitsWith: .success) {
      try Self.stand(in: "echo it is broken; kill -9 $$")
      await #expect { try await Requirement.all(of: "./adapter.py") } throws: { error in
        "\(error)".contains("wrote no results (signal 9)") && "\(error)".contains("it is broken")
      }
    }
  }

  @Test func `a program that is not there is an error that names it`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("APLUS_CHECK", "/nowhere/aplus-check", 1)
      await #expect { try await Requirement.all(of: "./adapter.py") } throws: { error in
        "\(error)" == "APLUS_CHECK is \"/nowhere/aplus-check\", where there is no program"
      }
    }
  }
}
