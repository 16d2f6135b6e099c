import ArgumentParser
import Foundation
import Testing

@testable import aplus_check

@Suite("README", .testFolder) struct ReadmeTests {
  /// The indented lines, which are commands and what they print.
  private static let examples = try? String(
    contentsOf: CommandRun.package.appending(path: "README.md"), encoding: .utf8
  ).split(separator: "\n").filter { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }

  @Test func `the command line takes every command that it shows`() throws {
    let commands = try #require(Self.examples).filter { $0.hasPrefix("aplus-check ") }
    #expect(!commands.isEmpty)
    for command in commands {
      let words = command.replacing("'", with: "").split(separator: " ").dropFirst()
      #expect(throws: Never.self, "\(command)") {
        let parsed = try AplusCheck.parseAsRoot(ArgumentList.completed(words.map(String.init)))
        if let run = parsed as? RunCommand { try run.arguments.check() }
      }
    }
  }

  @Test func `the run that it shows ends as it says`() async throws {
    let lines = try #require(Self.examples)
    let sum = try #require(lines.first { $0.contains(" cases: ") }?.split(separator: " (").first)
    let claims = lines.filter { $0.hasPrefix("✔") }
    let adapters = lines.compactMap { $0.wholeMatch(of: /report: reports\/(\w+)\.xml/)?.output.1 }
    #expect(!adapters.isEmpty && adapters.count == claims.count)
    let run = try await CommandRun(
      adapters.flatMap { ["--adapter", String($0)] } + ["--chapter", "aplus", "--seed", "42"],
      environment: ["LANG": "C.UTF-8"])
    #expect(run.status == 0)
    #expect(run.output.contains("\n\(sum) ("))
    for claim in claims { #expect(run.output.contains("\n\(claim)\n")) }
  }
}
