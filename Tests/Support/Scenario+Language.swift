import APlusModel

extension Scenario {
  /// Whether it has no kinds of values, functions or thenables of another language.
  package func isAsked(in language: String) -> Bool {
    capabilities.allSatisfy { $0.name != "kinds" || $0.detail == language }
  }
}
