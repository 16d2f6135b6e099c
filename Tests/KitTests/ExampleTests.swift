import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// The host of each language performs a conforming promise without a fault of its own.
@Suite("Hosts of other languages") struct ExampleTests {
  /// A language, and the program that its host needs.
  struct Kit: CustomTestStringConvertible, Sendable {
    let language: String
    let interpreter: String
    /// How many of the cases it can express, at least.
    let least: Int
    /// A command that fails where a library is missing that the host needs.
    var check: [String] = []

    var testDescription: String { language }

    func isInstalled() async throws -> Bool {
      guard ProgramPath.has(interpreter) else { return false }
      guard let program = check.first else { return true }
      return try await ProgramRun(program, Array(check.dropFirst())).status == 0
    }
  }

  private static let kits = [
    Kit(language: "python", interpreter: "python3", least: 1305),
    Kit(language: "perl", interpreter: "perl", least: 2800), Kit(language: "php", interpreter: "php", least: 2450),
    Kit(language: "ruby", interpreter: "ruby", least: 2590), Kit(language: "java", interpreter: "javac", least: 1350),
    Kit(language: "ocaml", interpreter: "ocamlfind", least: 790, check: ["ocamlfind", "query", "unix", "yojson"]),
    Kit(language: "objc", interpreter: "clang", least: 1430, check: ["gnustep-config", "--base-libs"]),
  ]

  @Test(arguments: kits) func `a conforming promise conforms in every case that its language can express`(kit: Kit)
    async throws
  {
    guard try await kit.isInstalled() else {
      Issue.record("not tested: there is no \(kit.interpreter), or not all that it needs", severity: .warning)
      return
    }
    let library = try ProjectSpecs.library.get()
    let scenarios = library.scenarios.filter {
      isShortRun ? $0.requirement == "2.2.4" : ["aplus", "once", "zalgo"].contains($0.chapter) || $0.id.hasPrefix("M")
    }
    let result = try await KitRun.run("adapters/kits/\(kit.language)/example", scenarios)
    let verdicts = result.cases.map(\.verdict)
    let conforming = verdicts.count { $0?.outcome == .conforms && $0?.incidental.isEmpty == true }
    let inexpressible = verdicts.count { verdict in if case .notApplicable? = verdict?.outcome { true } else { false } }
    let others = result.cases.filter { result in
      guard let verdict = result.verdict else { return true }
      if case .notApplicable = verdict.outcome { return false }
      return verdict.outcome != .conforms || !verdict.incidental.isEmpty
    }
    let foreign = scenarios.count { scenario in
      scenario.capabilities.contains { $0.name == "kinds" && $0.detail != kit.language }
    }
    #expect(conforming + inexpressible + foreign == scenarios.count, "\(others)")
    #expect(conforming >= (isShortRun ? 1 : kit.least))
    #expect(!verdicts.contains { $0?.strength == .bounded })
  }

  /// A handler of F3-a performs lanes on a thread of the library.
  @Test func `lanes of a handler in Ruby stop no lanes of the next program`() async throws {
    guard KitRun.canTest(with: "ruby") else { return }
    let scenarios = try ProjectSpecs.library.get().scenarios.filter { ["F3-a.then", "T8-c"].contains($0.id) }
    let result = try await KitRun.run("adapters/kits/ruby/example", scenarios)
    #expect(result.cases.map(\.verdict?.outcome) == [.conforms, .conforms], "\(result.cases.map(\.status))")
  }
}
