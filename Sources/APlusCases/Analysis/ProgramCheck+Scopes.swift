import APlusJSON
import APlusModel

/// Checks of calls about scopes.
extension ProgramCheck {
  /// Reports what a call about scopes lacks, or has too much; returns whether it is one.
  func checkScope(_ start: CallStart, ofStep id: Int) -> Bool {
    guard let word = start.scopeWord else { return false }
    func report(_ found: String, _ expected: String, at key: String) {
      diagnostics.report(
        "found \(found), expected \(expected): \"\(word.rawValue)\"", at: decoded.place(ofStep: id, key))
    }
    for name in start.members where program.scopeWord(of: name) != .scope {
      report("\"\(name)\"", "the name of a scope", at: "of")
    }
    switch (word, start.members.count) {
    case (.scope, 0...1), (_, 1): break
    case (.scope, let count): report("\(count) scopes", "at most one in \"of\"", at: "of")
    case (_, let count): report("\(count) scopes", "one in \"of\"", at: "start")
    }
    switch (word, start.value) {
    case (.completed, nil): report("no \"with\"", "the value of the item", at: "start")
    case (.completed, _), (_, nil): break
    case (_, _?): report("\"with\"", "none", at: "with")
    }
    if start.context != nil { report("\"on\"", "none", at: "on") }
    return true
  }
}

extension Program {
  /// What a step about scopes needs; nil for other steps.
  func capabilities(ofScopeStep step: Step) -> [Capability]? {
    switch step.action {
    case .start(let start):
      guard let word = start.scopeWord else { return nil }
      let isInner = word == .scope && !start.members.isEmpty
      return [ScopeProfile.scopes] + [ScopeProfile.word(word), isInner ? ScopeProfile.nested : nil].compactMap(\.self)
    case .settle(_, let name, _):
      guard isAboutCall(step), let word = scopeWord(of: name) else { return nil }
      return word == .scope ? [ScopeProfile.structured] : [ScopeProfile.scopes]
    case .cancel(let name, _): return isAboutCall(step) && scopeWord(of: name) != nil ? [ScopeProfile.scopes] : nil
    case .drop(let names): return names.contains { scopeWord(of: $0) == .scope } ? [ScopeProfile.release] : nil
    default: return nil
    }
  }
}
