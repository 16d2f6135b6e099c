import Foundation
import TestSupport
import Testing

@testable import aplus_check

@Suite("C interface", .testFolder) struct NativeTests {
  private static let hasCompiler = ProgramPath.has("g++")

  @Test(.enabled(if: hasCompiler, "there is no g++"))
  func `a promise in C++ conforms in every case that the interface can express`() async throws {
    let adapter = CommandRun.package.appending(path: "adapters/cpp-pool").path()
    let run = try await CommandRun(["--adapter", adapter, "--chapter", "aplus", "--timeout", "60"])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("cases: 146 passed"))
  }

  @Test(.enabled(if: hasCompiler, "there is no g++"))
  func `a getter in C++ that blocks conforms in every case that the interface can express`() async throws {
    let adapter = CommandRun.package.appending(path: "adapters/cpp-pool").path()
    let run = try await CommandRun(["--adapter", adapter, "--chapter", "await", "--timeout", "60"])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    let passed = run.output.firstMatch(of: /cases: (\d+) passed/).flatMap { Int($0.1) }
    #expect((passed ?? 0) >= 50, "\(run.output)")
  }

  /// One without a folder in its name is beside the manifest, not where the system's libraries are.
  @Test(arguments: ["./lost.so", "lost.so"]) func `a shared library that cannot be opened is named in the report`(
    library: String
  ) async throws {
    let run = try await CommandRun(["--adapter", "./lost", "--filter", "2.1.2.1-*"]) { directory in
      let folder = directory.appending(path: "lost")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let manifest = """
        {"format": "aplus-adapter/1", "name": "lost",
         "command": ["aplus-check", "host-native", "\(library)"]}
        """
      try manifest.write(to: folder.appending(path: "adapter.json"), atomically: true, encoding: .utf8)
    }
    #expect(run.status == CommandStatus.adapterError.rawValue)
    #expect(try #require(run.file("reports/lost.xml")).contains("./lost.so: cannot open"))
  }

  /// Runs one case on the adapter of `cpp-pool` with a table that is changed.
  private func run(changing change: String) async throws -> CommandRun {
    let adapter = CommandRun.package.appending(path: "Tests/CLITests/ChangedTable").path()
    return try await CommandRun(
      ["--adapter", adapter, "--filter", "2.1.2.1-b", "--timeout", "60"], environment: ["APLUS_CHANGE": change])
  }

  @Test(
    .enabled(if: hasCompiler, "there is no g++"),
    arguments: ["first-release", "second-release", "third-release", "fourth-release"])
  func `the table of an older release is not read beyond its end`(release: String) async throws {
    let run = try await run(changing: release)
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
  }

  @Test(.enabled(if: hasCompiler, "there is no g++"), arguments: ["without-then-on", "without-claim"])
  func `contexts are claimed with all of their functions or not at all`(change: String) async throws {
    let run = try await run(changing: change)
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("the five functions of contexts"))
  }

  @Test(
    .enabled(if: hasCompiler, "there is no g++"),
    arguments: [
      ("calls:value", "the function start and the claim calls:KIND must come together"),
      ("calls:valu", "\"calls:valu\" is not a capability; did you mean \"calls:value\"?"),
      ("cancel:reports-once", "the function cancel_call and the claim cancel:HOW must come together"),
      ("channels:bounded", "the function make_channel and the claim channels:KIND must come together"),
      ("channels:drop-sender", "the function drop_sender and the claim channels:drop-sender must come together"),
    ]) func `a claim about calls or channels needs its function`(claim: String, message: String) async throws
  {
    let run = try await run(changing: "claim \(claim)")
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(message), "\(run.output)")
  }

  @Test(
    .enabled(if: hasCompiler, "there is no g++"),
    arguments: [
      ("without-wait", "the function wait and the claim await:blocking must come together"),
      ("only-await", "the function start_task and the claim await must come together"),
    ]) func `a claim about awaits needs its function`(change: String, message: String) async throws
  {
    let run = try await run(changing: change)
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(message), "\(run.output)")
  }

  @Test(
    .enabled(if: hasCompiler, "there is no g++"),
    arguments: ["thenables", "combinators:executor", "collect:promises", "ready-made", "drain"])
  func `a claim that the table cannot keep is refused`(claim: String) async throws {
    let run = try await run(changing: "claim \(claim)")
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains("the table claims \"\(claim)\""), "\(run.output)")
  }

  @Test(
    .enabled(if: hasCompiler, "there is no g++"),
    arguments: [
      ("without-combine", "the function combine and the claim combinators:NAME must come together"),
      ("claim abandon", "the function abandon and the claim abandon must come together"),
      ("cancel-without-reason", "the function cancel_with and the claim cancellation:reason must come together"),
    ]) func `a function and its claim come together`(change: String, message: String) async throws
  {
    let run = try await run(changing: change)
    #expect(run.status == CommandStatus.adapterError.rawValue, "\(run.output)\(run.error)")
    #expect(run.output.contains(message), "\(run.output)")
  }

  @Test(.enabled(if: hasCompiler, "there is no g++")) func `combinators give what their cases expect`() async throws {
    let adapter = CommandRun.package.appending(path: "adapters/cpp-pool").path()
    let run = try await CommandRun(["--adapter", adapter, "--filter", "K*", "--timeout", "60"])
    #expect(run.status == CommandStatus.conforms.rawValue, "\(run.output)\(run.error)")
    let passed = try #require(run.output.firstMatch(of: /cases: (\d+) passed/)?.1)
    #expect(try #require(Int(passed)) >= 100, "\(run.output)")
  }

  @Test(.enabled(if: hasCompiler, "there is no g++"), arguments: ["nothing", "itself"])
  func `a then that gives no new promise is a limit, if that is claimed`(result: String) async throws {
    let claimed = try await run(changing: "then-gives-\(result)")
    #expect(claimed.status == CommandStatus.conforms.rawValue, "\(claimed.output)\(claimed.error)")
    let unclaimed = try await run(changing: "then-gives-\(result)-unclaimed")
    let text = result == "itself" ? "or claim then-returns:same" : "the host was ended by signal"
    #expect(unclaimed.output.contains(text), "\(unclaimed.output)\(unclaimed.error)")
  }
}
