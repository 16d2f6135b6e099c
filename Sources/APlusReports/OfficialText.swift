package import APlusModel

extension Scenario {
  /// The test of the official JavaScript suite that asks the same, in words; nil outside the chapter `aplus`.
  ///
  ///     scenario.officialText  // "2.2.2.1 a (already)"
  package var officialText: String? {
    guard chapter == "aplus" else { return nil }
    guard let official else { return "not asked by the official suite" }
    let variant = official.variant.isEmpty ? "" : " (\(official.variant))"
    return "\(official.requirement) \(official.template)\(variant)"
  }
}
