/// One test of the official JavaScript suite.
package struct OfficialCase: Sendable, Hashable {
  package let requirement: String
  /// The template's letter, then its dimension values.
  package let key: String
  /// Our scenario's id; nil where the official case is empty.
  package let scenario: String?

  package init(requirement: String, key: String, scenario: String?) {
    self.requirement = requirement
    self.key = key
    self.scenario = scenario
  }

  /// The letter of the test in the suite's file: `a` of `a already`.
  package var template: String { key.split(separator: " ").first.map(String.init) ?? key }

  /// The values that the suite runs the test with: `already` of `a already`; empty where it runs once.
  package var variant: String {
    key.split(separator: " ").dropFirst().joined(separator: " ")
  }
}
