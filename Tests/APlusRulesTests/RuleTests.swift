import APlusCases
import APlusJSON
import APlusModel
import Foundation
import TestSupport
import Testing

@testable import APlusRules

@Suite("The table of rules") struct RuleTests {
  @Test func `the program holds the table of the project`() throws {
    let text = try Data(contentsOf: URL(filePath: Repository.root + "specs/rules.json"))
    #expect(Array(text) == PackageResources.rules_json, "build again")
  }

  @Test func `every rule has a requirement of the catalogue, and a sentence`() throws {
    let library = try ProjectSpecs.library.get()
    let known = Set(library.requirements.numbers)
    #expect(rules.all.filter { !known.contains($0.requirement) }.map(\.requirement).isEmpty)
    #expect(rules.all.filter { !$0.sentence.hasSuffix(".") }.map(\.requirement).isEmpty)
  }

  @Test func `a rule for the outcome comes before that for any, and one for a combinator before that for all`() {
    #expect(rules[.once, .handler, .rejected] == "2.2.3.3")
    #expect(rules[.propagation, .resolve, .itself] == "2.3.1")
    #expect(rules[.propagation, .resolve] == "2.3")
    #expect(rules.combinator("race", isEmpty: false) == "K2")
    #expect(rules.combinator("race", isEmpty: true) == "K1")
    #expect(rules.combinator("retry", isEmpty: true) == "K3")
    #expect(rules.combinator("unheard-of", isEmpty: false) == "K2")
    #expect(rules[.cleanStack, .combinator("race")] == "Z-combine")
  }

  @Test(arguments: [
    (#""law": "twice", "operation": "then""#, #"found "twice", expected "fidelity", "clean-stack""#),
    (#""law": "once", "operation": "handlers""#, #"found "handlers", expected an operation"#),
    (#""law": "once", "operation": "then", "outcome": "vanished""#, #"found "vanished", expected an outcome"#),
    (#""law": "once", "operation": ["then", "then"]"#, "found once of then a second time"),
    (#""law": "once", "operation": []"#, "no law asks 9.1"),
  ]) func `a faulty question is an error`(question: String, message: String) {
    expect(message, of: [#"{"requirement": "9.1", "about": "handler", "sentence": "S.", "when": [{\#(question)}]}"#])
  }

  @Test func `a second rule of a requirement is an error, and so is one without a sentence`() {
    func rule(_ operation: String, _ more: String = #", "sentence": "S.""#) -> String {
      #"{"requirement": "9.1", "about": "handler", "when": [{"law": "once", "operation": "\#(operation)"}]\#(more)}"#
    }
    expect(#"found the requirement "9.1" a second time"#, of: [rule("then"), rule("handler")])
    expect(#"found no "sentence""#, of: [rule("then", "")])
    expect(
      #"found "wings", expected the names of capabilities"#,
      of: [rule("then", #", "sentence": "S.", "needs": ["thenables", "wings"]"#)])
    expect(#"no rule is about "9.2""#, of: [rule("then", #", "sentence": "S.", "countsWith": "9.2""#)])
  }

  private func expect(_ message: String, of rules: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation)
  {
    let text = #"{"format": "aplus-rules/1", "rules": [\#(rules.joined(separator: ","))]}"#
    let errors = #expect(throws: ReadErrors.self, sourceLocation: sourceLocation) {
      try Rules(TextFile(name: "rules.json", bytes: Array(text.utf8)))
    }
    let description = errors.map { "\($0)" } ?? ""
    #expect(description.contains(message), "\(description)", sourceLocation: sourceLocation)
  }
}
