/// One flat, concrete instance of a case: a small program and what it must show.
package struct Scenario: Sendable, Hashable {
  /// Requirement, template letter, dimension values: `2.2.4-d.rejected`.
  package var id: String
  /// Frozen: part of the identity that report readers compare across runs.
  package var title: String
  package var chapter: String
  /// The chapter of programs that the machine wrote.
  package static let generatedChapter = "random"
  /// The number of the requirement that the case is about.
  package var requirement: String
  /// The laws whose violation fails this case; others are incidental.
  package var decides: Set<Law>
  package var expectations: [Expectation]
  /// Whether a scenario that gets stuck violates the requirement, or is an error.
  package var stuckViolates: Bool
  /// `should` where the case asks for more than the sentence of its specification says.
  package var level: Requirement.Level
  /// What an implementation must be able to do, derived from what the program uses, sorted.
  package var capabilities: [Capability]
  package var program: Program
  package var source: SourceLocation
  /// The test of the official JavaScript suite that asks the same; nil where that suite does not ask it.
  package var official: OfficialCase?

  package init(
    id: String,
    title: String,
    chapter: String,
    requirement: String,
    decides: Set<Law>,
    expectations: [Expectation],
    stuckViolates: Bool = false,
    level: Requirement.Level = .must,
    capabilities: [Capability] = [],
    program: Program,
    source: SourceLocation
  ) {
    self.id = id
    self.title = title
    self.chapter = chapter
    self.requirement = requirement
    self.decides = decides
    self.expectations = expectations
    self.stuckViolates = stuckViolates
    self.level = level
    self.capabilities = capabilities
    self.program = program
    self.source = source
  }
}

/// Where a case stands.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// A path as the user may open it.
  package var file: String
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  package var description: String { "\(file):\(line)" }
}
