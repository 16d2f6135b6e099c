import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

/// The kit for Objective-C: right promises conform, each fault is found, and blocks are objects.
@Suite("Objective-C", .serialized) struct ObjectiveCTests {
  /// A fault of a promise, the case that finds it, and a part of its message.
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let shownBy: String
    let message: String

    var testDescription: String { name }
  }

  static let faults = [
    Fault(name: "inline", shownBy: "2.2.4-a.fulfilled.already", message: "`h` (onFulfilled) ran inside then on p"),
    Fault(name: "lost", shownBy: "2.2.3.1-a.already", message: "`h` never ran although p is settled"),
    Fault(name: "twice", shownBy: "2.1.2.1-b", message: "a late settlement changed p, which was settled"),
    Fault(name: "keeps", shownBy: "M1-a", message: "h is not given back"),
    Fault(name: "refuses", shownBy: "2.2.2.1-a.already", message: "`then` on p threw"),
    Fault(name: "frees-under-lock", shownBy: "M7-a.fulfilled.1", message: "the library got stuck inside then"),
  ]

  private static let folder = "Tests/KitTests/ObjectiveC"
  private static let isInstalled = ["clang", "gnustep-config", "make"].allSatisfy(ProgramPath.has)

  private static func run(_ adapter: String, _ cases: [Scenario], fault: String? = nil) async throws -> AdapterResult {
    try await KitRun.run("\(folder)/\(adapter)", cases, setting: fault.map { ["APLUS_FAULT=\($0)"] } ?? [])
  }

  private static func cases(_ isWanted: (Scenario) -> Bool) throws -> [Scenario] {
    try ProjectSpecs.library.get().scenarios.filter(isWanted)
  }

  @Test(.enabled(if: isInstalled, "there is no clang or no GNUstep"))
  func `a promise of the main thread, with exceptions and another settler, conforms`() async throws {
    // The loop of GNUstep wakes by itself, so each case takes its time.
    let asked = ["2.1.2.1-b", "2.2.2.1-a", "2.2.3.1-a", "2.2.4-a", "2.2.6.1-e", "2.3.1-a", "K2-c"]
    let cases = try Self.cases { scenario in asked.contains { scenario.id == $0 || scenario.id.hasPrefix("\($0).") } }
    let result = try await Self.run("main", cases)
    let failures = result.cases.filter { result in
      guard let verdict = result.verdict else { return true }
      if case .notApplicable = verdict.outcome { return false }
      return verdict.outcome != .conforms || !verdict.incidental.isEmpty
    }
    #expect(failures.isEmpty, "\(failures.map { "\($0.scenario.id) \($0.status)" })")
    #expect(result.cases.count { $0.verdict?.outcome == .conforms } >= 15)
  }

  @Test(.enabled(if: isInstalled, "there is no clang or no GNUstep"), arguments: faults)
  func `a faulty promise is found by its case, with its message`(fault: Fault) async throws {
    let cases = try Self.cases { $0.id == fault.shownBy }
    #expect(cases.count == 1)
    let right = try await Self.run("faulty", cases)
    #expect(right.cases.allSatisfy { $0.verdict?.outcome == .conforms }, "\(right.cases.map(\.status))")
    let result = try await Self.run("faulty", cases, fault: fault.name)
    let messages = result.cases.flatMap { $0.verdict?.violations.map(\.message) ?? [] }
    #expect(messages.contains { $0.contains(fault.message) }, "\(messages), \(result.cases.map(\.status))")
  }

  @Test(
    .enabled(if: ProgramPath.has("clang"), "there is no clang"), arguments: ["objective-c", "objective-c++"],
    ["adapter", "channels"]) func `the kit compiles as on macOS, with automatic reference counting`(
      language: String, file: String
    ) async throws
  {
    let folder = Repository.root + "\(Self.folder)/automatic"
    let options = ["-Wall", "-Wextra", "-Werror", "-fobjc-arc", "-fblocks", "-fobjc-exceptions"]
    let run = try await ProgramRun(
      "clang",
      ["-fsyntax-only", "-x", language, "-fobjc-runtime=macosx-13"] + options + [
        "-I\(folder)", "-I\(Repository.root)adapters/kits/objc", "\(folder)/\(file).m",
      ])
    #expect(run.status == 0, "\(run.error)")
  }

  @Test(.enabled(if: isInstalled && ProgramPath.has("python3"), "there is no clang, no GNUstep or no python3"))
  func `a block is an object, and keeps what it captures`() async throws {
    let folder = URL.temporaryDirectory.appending(path: "blocks-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let library = "\(folder)/blocks.so"
    let built = try await ProgramRun(
      "make",
      [
        "-s", "-C", Repository.root + "\(Self.folder)/blocks", "-f", Repository.root + "adapters/kits/objc/adapter.mk",
        "SOURCE=blocks.m", "LIBRARY=\(library)",
      ])
    #expect(built.status == 0, "\(built.error)")
    let check = try await ProgramRun("python3", ["-c", "import ctypes; print(ctypes.CDLL('\(library)').check())"])
    #expect(check.output == "0\n", "the promise in line \(check.output)is not kept \(check.error)")
  }

  @Test(.enabled(if: ProgramPath.has("make"), "there is no make")) func `what is missing is named in one sentence`()
    async throws
  {
    let make = try #require(ProgramPath.path(of: "make"))
    let kit = Repository.root + "adapters/kits/objc/adapter.mk"
    let run = try await ProgramRun("/usr/bin/env", ["PATH=/nowhere", make, "-s", "-f", kit, "SHELL=/bin/sh"])
    #expect(run.status == 2)
    #expect(
      run.error.contains(
        "Objective-C needs clang and GNUstep, which are not installed: apt install clang libgnustep-base-dev"))
  }
}
