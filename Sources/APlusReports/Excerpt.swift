/// Bounds on how much of a text from outside a report repeats.
enum Excerpt {
  /// The bytes of a message that is shown on one line.
  static let messageLimit = 500
  /// The bytes of one side of a comparison.
  static let comparisonLimit = 4096
  /// The bytes of one picture of a trace.
  static let diagramLimit = 8192
  /// The bytes of one scenario's standard error.
  static let outputLimit = 16_384
  /// The bytes of a name or version that a host gives.
  static let nameLimit = 100

  /// Gives the text on one line, cut at a limit.
  ///
  ///     Excerpt.line("expected D\nobserved O", limit: 12)  // "expected D o [… 8 bytes cut …]"
  static func line(_ text: String, limit: Int = messageLimit) -> String {
    let flat = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let head = flat.prefix(bytes: limit)
    return head.utf8.count == flat.utf8.count
      ? flat
      : "\(head) \(mark(cutting: flat.utf8.count - head.utf8.count))"
  }

  /// Gives the first and the last lines of a text, with what is missing between them named.
  static func block(_ text: String, limit: Int) -> String {
    let count = text.utf8.count
    guard count > limit else { return text }
    let head = text.prefix(bytes: limit / 2)
    let tail = text.suffix(bytes: limit - limit / 2)
    return "\(head)\n\(mark(cutting: count - head.utf8.count - tail.utf8.count))\n\(tail)"
  }

  private static func mark(cutting count: Int) -> String { "[… \(count) bytes cut …]" }
}

extension String {
  /// The longest beginning of whole scalars within a number of bytes.
  fileprivate func prefix(bytes limit: Int) -> Substring {
    guard var end = utf8.index(startIndex, offsetBy: limit, limitedBy: endIndex) else {
      return self[...]
    }
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return Substring(unicodeScalars[..<end])
  }

  /// The longest end of whole scalars within a number of bytes.
  fileprivate func suffix(bytes limit: Int) -> Substring {
    guard var start = utf8.index(endIndex, offsetBy: -limit, limitedBy: startIndex) else {
      return self[...]
    }
    while start.samePosition(in: unicodeScalars) == nil { start = utf8.index(after: start) }
    return Substring(unicodeScalars[start...])
  }
}
