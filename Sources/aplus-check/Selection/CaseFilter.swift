/// Which cases the `--filter` options select.
///
/// A case is selected when a pattern matches it, or when there are only
/// negated patterns, and no negated pattern does.
///
///     let filter = try CaseFilter(["2.2.*", "!re:eventual$"])
///     filter.selects("2.2.4-b")  // true
struct CaseFilter {
  private let patterns: [FilterPattern]

  /// Reads patterns as they stand on the command line.
  init(_ texts: [String]) throws(Failure) {
    var patterns: [FilterPattern] = []
    for text in texts { patterns.append(try FilterPattern(text)) }
    self.patterns = patterns
  }

  /// Whether there is any pattern.
  var isGiven: Bool { !patterns.isEmpty }

  /// Whether a case, or a requirement, with this id is selected.
  func selects(_ id: String) -> Bool {
    let positive = patterns.filter { !$0.isNegated }
    let negative = patterns.filter(\.isNegated)
    return (positive.isEmpty || positive.contains { $0.matches(id) })
      && !negative.contains { $0.matches(id) }
  }

  /// The patterns that match none of these ids, as they were written.
  func unused(among ids: [String]) -> [String] {
    patterns.filter { pattern in !ids.contains { pattern.matches($0) } }.map(\.text)
  }
}
