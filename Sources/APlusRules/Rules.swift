package import APlusJSON
package import APlusModel

/// Which requirement each law, and the oracle's model, asks of which operation: `specs/rules.json`.
///
/// The table is part of the program, so that the judge needs no file.
package let rules: Rules = {
  do { return try Rules(TextFile(name: "specs/rules.json", bytes: PackageResources.rules_json)) } catch {
    preconditionFailure("\(error)")
  }
}()

/// The table of rules.
///
///     rules[.once, .handler, .rejected]  // "2.2.3.3"
package struct Rules: Sendable {
  /// In the order of the file.
  package let all: [Rule]
  private let answers: [Rule.Question: String]
  private let places: [String: Int]

  /// The requirement that a law asks of an operation.
  ///
  /// A rule for the outcome comes before one for all outcomes, and one for a combinator before one
  /// for all of them. A law asks only what the table answers; tests check that.
  package subscript(law: Law, operation: RuleOperation, outcome: Rule.Outcome? = nil) -> String {
    for word in operation.words {
      let question = Rule.Question(law: law, operation: word, outcome: outcome)
      if let number = answers[question] ?? answers[question.ofAnyOutcome] { return number }
    }
    preconditionFailure(
      "specs/rules.json has no rule: \(law.rawValue) of \(operation.word), \(outcome?.rawValue ?? "any outcome")")
  }

  /// The requirement that a law asks of the operation of a frame.
  package subscript(law: Law, frame: Frame, outcome: Rule.Outcome? = nil) -> String {
    self[law, RuleOperation(frame), outcome]
  }

  /// The requirement about what a combinator of a kind gives.
  package func combinator(_ kind: String, isEmpty: Bool) -> String {
    self[.propagation, .combinator(kind), isEmpty ? .empty : nil]
  }

  /// The rule of a requirement; nil where no law names it.
  package func rule(of requirement: String) -> Rule? { places[requirement].map { all[$0] } }

  /// Whether a requirement is about a subject.
  package func isAbout(_ subject: Rule.Subject, _ requirement: String) -> Bool {
    rule(of: requirement)?.subject == subject
  }
}

extension Rules {
  /// Reads the table.
  ///
  /// - Throws: All its errors: unknown words, and questions or requirements that stand there twice.
  package init(_ file: TextFile) throws(ReadErrors) {
    let diagnostics = Diagnostics()
    var documents: [String: JSONDocument] = [:]
    do { documents[file.name] = try JSONDocument(name: file.name, bytes: file.bytes) } catch {
      diagnostics.report(error)
    }
    let reader = RuleReader(diagnostics)
    if let document = documents[file.name] { reader.read(Node(document.root, at: Place(rootOf: file), diagnostics)) }
    try diagnostics.check(documents)
    all = reader.rules
    answers = reader.answers
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.requirement, $0) })
  }
}

extension Rule.Question {
  fileprivate var ofAnyOutcome: Rule.Question { Rule.Question(law: law, operation: operation, outcome: nil) }
}
