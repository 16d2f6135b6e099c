import APlusJSON
import APlusModel

/// Reads `specs/rules.json`, and reports its errors.
final class RuleReader {
  private(set) var rules: [Rule] = []
  private(set) var answers: [Rule.Question: String] = [:]
  private let diagnostics: Diagnostics

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  func read(_ root: Node) {
    guard let object = ObjectReader(root, "a table of rules", keys: ["format", "rules"], diagnostics),
      object.required("format") != nil, object.wordIfPresent("format", among: ["aplus-rules/1"]) != nil
    else { return }
    var requirements: Set<String> = []
    for node in object.array("rules") ?? [] {
      guard let rule = rule(node) else { continue }
      if !requirements.insert(rule.requirement).inserted {
        diagnostics.report("found the requirement \"\(rule.requirement)\" a second time", at: node.place)
        continue
      }
      rules.append(rule)
    }
    for rule in rules {
      guard let other = rule.countsWith, !requirements.contains(other) else { continue }
      diagnostics.report("no rule is about \"\(other)\", which \(rule.requirement) counts with", at: root.place)
    }
  }

  private func rule(_ node: Node) -> Rule? {
    let keys = ["requirement", "about", "countsWith", "needs", "sentence", "when"]
    let subjects = Rule.Subject.allCases.map(\.rawValue)
    guard let object = ObjectReader(node, "a rule", keys: keys, diagnostics),
      let requirement = object.string("requirement"), let sentence = object.string("sentence"),
      object.required("about") != nil,
      let subject = object.wordIfPresent("about", among: subjects).flatMap(Rule.Subject.init)
    else { return nil }
    let questions = (object.array("when") ?? []).flatMap(self.questions)
    if questions.isEmpty { diagnostics.report("no law asks \(requirement)", at: node.place) }
    for question in questions where answers.updateValue(requirement, forKey: question) != nil {
      let outcome = question.outcome.map { ", \($0.rawValue)" } ?? ""
      diagnostics.report(
        "found \(question.law.rawValue) of \(question.operation)\(outcome) a second time", at: node.place)
    }
    return Rule(
      requirement: requirement, subject: subject, sentence: sentence, countsWith: object.stringIfPresent("countsWith"),
      needs: needs(object["needs"]), questions: questions)
  }

  /// Each word names the capabilities that suffice together, with blanks between them.
  private func needs(_ node: Node?) -> [[Capability]] {
    func capabilities(_ word: String) -> [Capability] {
      word.split(separator: " ").flatMap { Capability.parse(String($0)) }
    }
    return words(node, "the names of capabilities") { word in
      !capabilities(word).isEmpty && capabilities(word).allSatisfy { Capability.vocabulary.contains($0.name) }
    }.map(capabilities)
  }

  /// One law, with each of the operations and each of the outcomes.
  private func questions(_ node: Node) -> [Rule.Question] {
    guard let object = ObjectReader(node, "a question", keys: ["law", "operation", "outcome"], diagnostics),
      object.required("law") != nil, object.required("operation") != nil,
      let law = object.wordIfPresent("law", among: Law.allCases.map(\.rawValue)).flatMap(Law.init)
    else { return [] }
    let operations = words(object["operation"], "an operation", where: RuleOperation.isKnown)
    guard let node = object["outcome"] else {
      return operations.map { Rule.Question(law: law, operation: $0, outcome: nil) }
    }
    let outcomes = words(node, "an outcome", where: { Rule.Outcome(rawValue: $0) != nil })
    return operations.flatMap { operation in
      outcomes.map { Rule.Question(law: law, operation: operation, outcome: Rule.Outcome(rawValue: $0)) }
    }
  }

  /// A word, or the words of a list.
  private func words(_ node: Node?, _ what: String, where isKnown: (String) -> Bool) -> [String] {
    let nodes = node?.array ?? [node].compactMap(\.self)
    return nodes.compactMap { node in
      if let word = node.string, isKnown(word) { return word }
      diagnostics.report("found \(node.summary), expected \(what)", at: node.place)
      return nil
    }
  }
}
