/// One flat, concrete instance of a case: a small program and what it must show.
package struct Scenario: Sendable, Hashable {
  /// Requirement, template letter, dimension values: `2.2.4-d.rejected`.
  package var id: String
  /// Frozen: tools that read reports identify cases by it across runs.
  package var title: String
  package var chapter: String
  /// The chapter of generated programs.
  package static let generatedChapter = "random"
  /// The number of the requirement that the case is about.
  package var requirement: String
  /// The laws whose violation fails this case; others are incidental.
  package var decides: Set<Law>
  package var expectations: [Expectation]
  /// Whether a hang violates the requirement, instead of being an error.
  package var stuckViolates: Bool
  /// `should` if the case tests more than its requirement says.
  package var level: Requirement.Level
  /// The capabilities that an implementation needs, derived from the program, sorted.
  package var capabilities: [Capability]
  package var program: Program
  /// The limits of the library that performs it, which decide what its trace must show.
  package var limits: Set<Limit> = []
  package var source: SourceLocation
  /// The test of the official JavaScript suite that tests the same; nil if there is none.
  package var official: OfficialCase?

  package init(
    id: String, title: String, chapter: String, requirement: String, decides: Set<Law>, expectations: [Expectation],
    stuckViolates: Bool = false, level: Requirement.Level = .must, capabilities: [Capability] = [], program: Program,
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

/// The location of a case.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// A path that the user can open.
  package var file: String
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  package var description: String { "\(file):\(line)" }
}
