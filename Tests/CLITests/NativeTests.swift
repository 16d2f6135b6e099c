import Foundation
import Testing

@testable import aplus_check

@Suite("C door", .serialized) struct NativeTests {
  private static let hasCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/g++") }

  @Test(.enabled(if: hasCompiler, "there is no g++"))
  func `a promise in C++ conforms in every case that the door can express`() async throws {
    let adapter = CommandRun.package.appending(path: "adapters/cpp-pool").path()
    let run = try await CommandRun(["--adapter", adapter, "--chapter", "aplus", "--timeout", "60"])
    defer { run.clean() }
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("cases: 143 passed"))
  }

  @Test func `a shared library that cannot be opened is told in the report`() async throws {
    let run = try await CommandRun(["--adapter", "./lost", "--filter", "2.1.2.1-*"]) { directory in
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

  /// Runs one case on the adapter of `cpp-pool` with a table that some code has changed.
  private func run(changing change: String) async throws -> CommandRun {
    try await CommandRun(["--adapter", "./changed", "--filter", "2.1.2.1-b", "--timeout", "60"]) {
      let folder = $0.appending(path: "changed")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let source = """
        #define aplus_adapter unchanged_adapter
        #include "\(CommandRun.package.appending(path: "adapters/cpp-pool/adapter.cpp").path())"
        #undef aplus_adapter
        APLUS_EXPORT const aplus_adapter_v1 *aplus_adapter() {
          static aplus_adapter_v1 table = *unchanged_adapter();
          \(change)
          return &table;
        }

        """
      let manifest = """
        {"format": "aplus-adapter/1", "name": "changed",
         "build": [["g++", "-std=c++17", "-shared", "-fPIC", "-pthread", "adapter.cpp", "-o", "changed.so"]],
         "command": ["aplus-check", "host-native", "./changed.so"]}
        """
      for (name, text) in [("adapter.cpp", source), ("adapter.json", manifest)] {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
    }
  }

  @Test(.enabled(if: hasCompiler, "there is no g++"))
  func `of a table of the first release nothing is read beyond its end`() async throws {
    let run = try await run(
      changing: """
        table.size = __builtin_offsetof(aplus_adapter_v1, make_context);
        table.capabilities = "threads parallel acceptance";
        """
    )
    defer { run.clean() }
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
  }

  @Test(
    .enabled(if: hasCompiler, "there is no g++"),
    arguments: ["table.then_on = nullptr;", #"table.capabilities = "threads";"#]
  )
  func `contexts are claimed with all of their functions or not at all`(change: String) async throws
  {
    let run = try await run(changing: change)
    defer { run.clean() }
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("the five functions of contexts"))
  }
}
