import APlusModel
import APlusRunner

/// One `--filter` pattern: a glob or, after `re:`, a regular expression; negated after `!`.
struct FilterPattern {
  /// The pattern as it was written.
  let text: String
  let isNegated: Bool
  private let matcher: Matcher

  private enum Matcher {
    case glob(Glob)
    case expression(Regex<AnyRegexOutput>)
  }

  /// Reads a pattern.
  init(_ text: String) throws(Failure) {
    self.text = text
    isNegated = text.hasPrefix("!")
    let body = isNegated ? String(text.dropFirst()) : text
    guard !body.isEmpty else {
      throw Failure(.usage, "--filter '\(text)': a pattern is missing")
    }
    guard body.hasPrefix("re:") else {
      matcher = .glob(Glob(body))
      return
    }
    do {
      matcher = .expression(try Regex(String(body.dropFirst(3))))
    } catch {
      throw Failure(.usage, "--filter '\(text)': not a regular expression: \(error)")
    }
  }

  /// Whether the pattern matches an id; a negated one tells whether its body does.
  func matches(_ id: String) -> Bool {
    switch matcher {
    case .glob(let glob): glob.matchesCase(id)
    case .expression(let expression): id.contains(expression)
    }
  }
}
