import APlusModel
import Foundation
import TestSupport
import Testing

@testable import APlusRules

/// Compares the table with the places that ask it: `rules[.once, .handler, .rejected]`.
///
/// Where a place asks with a variable, any operation or outcome is meant.
@Suite("Who asks the table of rules") struct RuleUseTests {
  /// One place that asks.
  private struct Use: CustomStringConvertible {
    let law: String
    /// nil for a variable.
    let operations: Set<String>?
    /// nil for a variable; `nil` is the word for any outcome.
    let outcomes: Set<String>?
    let description: String

    func isAnswered(by question: Rule.Question) -> Bool {
      law == "\(question.law)" && operations?.contains(Self.name(of: question.operation)) ?? true
        && mayMean(question.outcome)
    }

    /// The name in Swift of a word such as `drop-sender`.
    private static func name(of word: String) -> String {
      let parts = word.split(separator: "-")
      return parts.dropFirst().reduce(String(parts[0])) { $0 + $1.capitalized }
    }

    /// Whether the place may ask for an outcome; a rule for any outcome answers every question.
    private func mayMean(_ outcome: Rule.Outcome?) -> Bool {
      outcome.map { outcomes?.contains("\($0)") ?? true } ?? true
    }
  }

  @Test func `every rule is asked by a law or by the model`() throws {
    let uses = try uses()
    let idle = rules.all.flatMap { rule in rule.questions.map { (rule.requirement, $0) } }.filter { _, question in
      !uses.contains { $0.isAnswered(by: question) }
    }
    #expect(idle.isEmpty)
  }

  @Test func `every question has an answer`() throws {
    let questions = rules.all.flatMap(\.questions)
    let uses = try uses()
    #expect(uses.count > 60)
    for use in uses where !questions.contains(where: use.isAnswered) { Issue.record("\(use)") }
  }

  @Test func `a handler must not run inside any frame`() {
    for form in FrameForm.table { #expect(!rules[.cleanStack, RuleOperation(word: form.word)].isEmpty) }
  }

  /// A law about handlers alone claims no call: that a handler must not run inside it says nothing
  /// about what the call does.
  @Test func `laws claim every call of the library but two, which no requirement is about`() {
    let claimed = Set(rules.all.flatMap(\.questions).filter { $0.law != .cleanStack }.map(\.operation))
    let calls = FrameForm.table.filter { $0.side == .library }.map(\.word)
    #expect(calls.filter { !claimed.contains($0) } == ["drop", "measure"])
  }

  private func uses() throws -> [Use] {
    var uses: [Use] = []
    for folder in ["APlusRules", "APlusJudge", "APlusOracle", "APlusFuzz", "APlusReports"] {
      let root = URL(filePath: Repository.root + "Sources/\(folder)")
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        let code = text.split(separator: "\n").filter { !$0.contains("///") }.joined(separator: " ")
        for match in code.matches(of: /(?:rules|self)\[\s*\.(\w+),\s*([^,\[\]]+?)(?:,\s*([^\[\]]+?))?\s*\]/) {
          uses.append(
            Use(
              law: String(match.1), operations: operations(String(match.2)),
              outcomes: match.3.map { outcomes(String($0)) } ?? ["nil"], description: String(match.0)))
        }
      }
    }
    return uses
  }

  private func operations(_ expression: String) -> Set<String>? {
    if expression.hasPrefix(".combinator(") { return Set(Operation.combinators + ["combine"]) }
    return words(expression)
  }

  private func outcomes(_ expression: String) -> Set<String>? {
    if expression.contains("isFulfilled:") || expression.hasSuffix(".outcome") { return ["fulfilled", "rejected"] }
    return words(expression)
  }

  /// The words of `.word`, and of `condition ? .word : .other`; nil for any other expression.
  private func words(_ expression: String) -> Set<String>? {
    if let match = expression.wholeMatch(of: /\.?(\w+)/), expression.hasPrefix(".") { return [String(match.1)] }
    guard let match = expression.wholeMatch(of: /.+ \? (\.\w+|nil) : (\.\w+|nil)/) else { return nil }
    return Set([match.1, match.2].map { $0.hasPrefix(".") ? String($0.dropFirst()) : String($0) })
  }
}
