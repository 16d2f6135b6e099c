/// One test of the official JavaScript suite.
package struct OfficialCase: Sendable, Hashable {
  package let requirement: String
  /// The template's letter, then its dimension values.
  package let key: String
  /// The id of our scenario; nil if the official test is untestable.
  package let scenario: String?

  package init(requirement: String, key: String, scenario: String?) {
    self.requirement = requirement
    self.key = key
    self.scenario = scenario
  }

  /// The letter of the test in the suite's file: `a` of `a already`.
  package var template: String { key.split(separator: " ").first.map(String.init) ?? key }

  /// The values for which the suite runs the test: `already` of `a already`; empty if it runs once.
  package var variant: String { key.split(separator: " ").dropFirst().joined(separator: " ") }
}
