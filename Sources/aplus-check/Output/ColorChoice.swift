import ArgumentParser

/// When text is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never

  /// Decides for one stream.
  ///
  /// The option beats `NO_COLOR`, which beats `CLICOLOR_FORCE` and
  /// `FORCE_COLOR`, which beat `CLICOLOR=0`; at last the stream decides.
  func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    if isSet("NO_COLOR") { return false }
    let isForced = ["CLICOLOR_FORCE", "FORCE_COLOR"].contains {
      isSet($0) && environment[$0] != "0"
    }
    if isForced { return true }
    if environment["CLICOLOR"] == "0" { return false }
    return isTerminal && environment["TERM"] != "dumb"
  }
}
