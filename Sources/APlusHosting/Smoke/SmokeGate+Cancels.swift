import APlusModel

/// Whether cancels do what the claimed profile says; the cases judge it, and the hint names the
/// profiles that fit better.
extension SmokeGate {
  /// What a few cancels did, where that does not fit the claim, or where no profile is claimed.
  var cancelHint: String? {
    guard let trace = traces[.cancels] else { return nil }
    let claimed = CancelProfile(claimedIn: capabilities)
    let misfit = claimed.flatMap { profile in SmokeProgram.cancelProbes.first { !fits($0, profile, trace) } }
    if claimed != nil, misfit == nil { return nil }
    let fitting = CancelProfile.table.filter { profile in
      SmokeProgram.cancelProbes.allSatisfy { fits($0, profile, trace) }
    }
    let names = fitting.map { "cancellation:\($0.word)" }.joined(separator: ", ")
    let guide = " (guide to adapters, \"Cancellation profiles\")"
    guard let claimed, let misfit else {
      return fitting.isEmpty ? nil : "what a few cancels did fits \(names); claim what the library promises\(guide)"
    }
    let sight = "\(misfit.phrase) \(seen(misfit, trace).text(of: misfit.role))"
    return "cancels do not do what cancellation:\(claimed.word) says: \(sight); "
      + "\(fitting.isEmpty ? "no profile fits" : "\(names) would fit") what was seen\(guide)"
  }

  /// What handlers saw of a promise.
  private enum Sight {
    case value
    case rejection
    case nothing

    func text(of role: CancelRole) -> String {
      switch self {
      case .value: role == .handler ? "ran" : "was fulfilled"
      case .rejection: "was rejected"
      case .nothing: role == .handler ? "did not run" : "stayed pending"
      }
    }
  }

  private func seen(_ probe: CancelProbe, _ trace: SmokeTrace) -> Sight {
    if trace.value(probe.ok) != nil { return .value }
    return trace.value(probe.bad) == nil ? .nothing : .rejection
  }

  private func fits(_ probe: CancelProbe, _ profile: CancelProfile, _ trace: SmokeTrace) -> Bool {
    guard trace.isRegistered(probe.ok), let fate = profile.answer(to: probe.question)?[probe.role] else { return true }
    let seen = seen(probe, trace)
    return switch fate {
    case .cancelled, .ended: seen == .rejection
    case .kept: seen == .value
    case .silent: seen == .nothing
    case .unfulfilled: seen != .value
    }
  }
}
