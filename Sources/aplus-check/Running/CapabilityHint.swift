import APlusModel

/// The warning about a cancellation capability without a profile.
enum CapabilityHint {
  /// Warns where cases were not run because an adapter does not claim how far a cancellation
  /// reaches.
  static func warn(about adapter: AdapterResult) {
    guard let count = unasked(adapter), count > 0 else { return }
    let profiles = Capability.cancellationProfiles.map { "cancellation:\($0)" }
    Console.warn(
      "\(adapter.name) can cancel but does not claim how far a cancellation reaches, so"
        + " \(count == 1 ? "1 case was" : "\(count) cases were") not run; claim one of"
        + " \(profiles.joined(separator: ", "))")
  }

  /// How many cases were not run because no profile is claimed; nil where one is claimed, or no
  /// cancellation.
  private static func unasked(_ adapter: AdapterResult) -> Int? {
    let claims = adapter.identity?.capabilities.filter { $0.name == "cancellation" } ?? []
    let profiles = Capability.cancellationProfiles
    guard !claims.isEmpty, !claims.contains(where: { profiles.contains($0.detail ?? "") }) else { return nil }
    let missing = Set(profiles.map { Capability("cancellation", detail: $0).description })
    return adapter.cases.count { result in
      guard case .judged(let verdict) = result.status, case .notApplicable(let reason) = verdict.outcome else {
        return false
      }
      return missing.contains(reason)
    }
  }
}
