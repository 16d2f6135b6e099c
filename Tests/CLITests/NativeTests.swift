import Foundation
import Testing

@testable import aplus_check

@Suite("C door") struct NativeTests {
  private static let hasCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/g++") }

  @Test(.enabled(if: hasCompiler, "there is no g++"))
  func `a promise in C++ conforms in every case that the door can express`() throws {
    let adapter = CommandRun.package.appending(path: "adapters/cpp-pool").path()
    let run = try CommandRun(["--adapter", adapter, "--chapter", "aplus", "--timeout", "60"])
    defer { run.clean() }
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("cases: 139 passed"))
  }

  @Test func `a shared library that cannot be opened is told in the report`() throws {
    let run = try CommandRun(["--adapter", "./lost", "--filter", "2.1.2.1-*"]) { directory in
      let folder = directory.appending(path: "lost")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let manifest = """
        {"format": "aplus-adapter/1", "name": "lost",
         "command": ["aplus-check", "host-native", "./lost.so"]}
        """
      try manifest.write(
        to: folder.appending(path: "adapter.json"),
        atomically: true,
        encoding: .utf8
      )
    }
    defer { run.clean() }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(try #require(run.file("reports/lost.xml")).contains("./lost.so: cannot open"))
  }
}
