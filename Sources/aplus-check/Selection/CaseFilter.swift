import APlusModel

/// The cases that the `--filter` options select.
///
/// A case is selected when a pattern matches it, or when there are only
/// negated patterns, and no negated pattern does.
///
///     let filter = try CaseFilter(["2.2.*", "!re:eventual$"])
///     filter.selects("2.2.4-b")  // true
struct CaseFilter {
  private let patterns: [FilterPattern]

  /// Reads the patterns of the command line.
  init(_ texts: [String]) throws(Failure) {
    patterns = try texts.map { text throws(Failure) in try FilterPattern(text) }
  }

  /// Whether a case, or a requirement, with this id is selected.
  func selects(_ id: String) -> Bool {
    let positive = patterns.filter { !$0.isNegated }
    let negative = patterns.filter(\.isNegated)
    return (positive.isEmpty || positive.contains { $0.matches(id) }) && !negative.contains { $0.matches(id) }
  }

  /// Whether a pattern without a wildcard names the case or its requirement.
  func spells(_ id: String) -> Bool { patterns.contains { $0.isLiteral && !$0.isNegated && $0.matches(id) } }

  /// The patterns that match none of these ids.
  func unused(among ids: [String]) -> [String] {
    patterns.filter { pattern in !ids.contains { pattern.matches($0) } }.map(\.text)
  }
}

/// A `--filter` pattern: a glob or, after `re:`, a regular expression; negated after `!`.
private struct FilterPattern {
  /// The pattern as it was written.
  let text: String
  let isNegated: Bool
  private let matcher: Matcher

  private enum Matcher {
    case glob(Glob)
    case expression(Regex<AnyRegexOutput>)
  }

  init(_ text: String) throws(Failure) {
    self.text = text
    isNegated = text.hasPrefix("!")
    let body = isNegated ? String(text.dropFirst()) : text
    guard !body.isEmpty else { throw Failure(.usage, "--filter '\(text)': the pattern is empty") }
    guard body.hasPrefix("re:") else {
      matcher = .glob(Glob(body))
      return
    }
    do { matcher = .expression(try Regex(String(body.dropFirst(3)))) } catch {
      throw Failure(.usage, "--filter '\(text)': not a regular expression: \(error)")
    }
  }

  /// Whether it is a glob without wildcards.
  var isLiteral: Bool { if case .glob = matcher { !text.contains { "*?[".contains($0) } } else { false } }

  /// Whether the pattern, without a negation, matches an id.
  func matches(_ id: String) -> Bool {
    switch matcher {
    case .glob(let glob): glob.matchesCase(id)
    case .expression(let expression): id.contains(expression)
    }
  }
}
