#if os(Linux)
import APlusJSON
import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// Calls of the system that fail once, in the command and in the guardian.
@Suite("Faults of the system", .testFolder) struct FaultTests {
  struct Fault: CustomTestStringConvertible {
    /// The function; `:` and which call of it; `:` and the number of the error.
    let text: String
    var testDescription: String { text }
    /// Whether it is about the first call of a function, which surely comes.
    var isFirst: Bool { text.contains(":1:") }
  }

  /// One of each kind, or all.
  static let faults: [Fault] = {
    let errors: [(name: String, calls: ClosedRange<Int>, errors: [Int32])] = [
      ("write", 1...4, [ENOSPC, EINTR, EPIPE]), ("read", 1...30, [EINTR, EIO]), ("pipe", 1...4, [EMFILE]),
      ("close", 1...9, [EINTR, ENOSPC]), ("fork", 1...2, [EAGAIN, ENOMEM]), ("socketpair", 1...1, [EMFILE]),
      ("sendmsg", 1...2, [EINTR, EPIPE]), ("recvmsg", 1...3, [EINTR]), ("renameat", 1...1, [ENOSPC, EIO]),
      ("flock", 1...1, [ENOLCK]), ("unlinkat", 1...1, [EACCES]), ("openat", 1...2, [EMFILE, ENOSPC]),
      ("open", 1...9, [EMFILE]),
    ]
    return errors.flatMap { name, calls, errors in
      (areAttacksAsked ? Array(calls) : [calls.lowerBound]).flatMap { call in
        errors.prefix(areAttacksAsked ? errors.count : 1).map { Fault(text: "\(name):\(call):\($0)") }
      }
    }
  }()

  @Test("a call that fails costs no report without a word", arguments: faults) func survives(fault: Fault) async throws
  {
    let library = TestFolder.path(".so")
    let source = CommandRun.package.appending(path: "Tests/CLITests/Faults/failing.c").path
    let made = try await ProgramRun("cc", ["-shared", "-fPIC", "-o", library.path, source, "-ldl"])
    try #require(made.status == 0, "\(made.error)")
    let witness = library.appendingPathExtension("came")
    let run = try await CommandRun(
      ["--adapter", "reference", "--filter", "2.1.2.1-a", "--jobs", "1", "--report", "json=report.json"],
      environment: ["LD_PRELOAD": library.path, "FAIL": fault.text, "WITNESS": witness.path])
    if fault.isFirst { #expect(FileManager.default.fileExists(atPath: witness.path)) }
    #expect([0, 2, 3].contains(run.status), "\(run.error)")
    if run.status == 0 || run.file("report.json") != nil {
      _ = try JSON(parsing: try #require(run.file("report.json")))
    } else {
      #expect(run.error.contains("error: "))
    }
  }
}
#endif
