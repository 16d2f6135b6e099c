/// Limits on the untrusted text that a report quotes.
enum Excerpt {
  /// Bytes of a message on one line.
  static let messageLimit = 500
  /// Bytes of one side of a comparison.
  static let comparisonLimit = 4096
  /// Bytes of one diagram of a trace.
  static let diagramLimit = 8192
  /// Bytes of one scenario's standard error.
  static let outputLimit = 16_384
  /// Bytes of a name or version that a host reports.
  static let nameLimit = 100

  /// Bytes reserved for the mark, so that reading a cut text back does not cut it again.
  private static let markLength = 48

  /// Joins the text to one line and cuts it at a limit in bytes.
  ///
  ///     Excerpt.line("expected D\nobserved O", limit: 12)  // "expected D o [… 8 bytes cut …]"
  static func line(_ text: String, limit: Int = messageLimit) -> String {
    let flat = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard flat.utf8.count > limit else { return flat }
    let head = flat.prefix(bytes: kept(of: limit))
    return "\(head) \(mark(cutting: flat.utf8.count - head.utf8.count))"
  }

  /// Cuts the middle of a text above a limit in bytes, and states the number of bytes cut.
  static func block(_ text: String, limit: Int = comparisonLimit) -> String {
    let count = text.utf8.count
    guard count > limit else { return text }
    let kept = kept(of: limit)
    let head = text.prefix(bytes: kept / 2)
    let tail = text.suffix(bytes: kept - kept / 2)
    return "\(head)\n\(mark(cutting: count - head.utf8.count - tail.utf8.count))\n\(tail)"
  }

  private static func kept(of limit: Int) -> Int { limit >= 2 * markLength ? limit - markLength : limit }

  private static func mark(cutting count: Int) -> String { "[… \(count) bytes cut …]" }
}

extension String {
  /// The longest prefix of whole scalars within a number of bytes.
  fileprivate func prefix(bytes limit: Int) -> Substring {
    guard var end = utf8.index(startIndex, offsetBy: limit, limitedBy: endIndex) else { return self[...] }
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return Substring(unicodeScalars[..<end])
  }

  /// The longest suffix of whole scalars within a number of bytes.
  fileprivate func suffix(bytes limit: Int) -> Substring {
    guard var start = utf8.index(endIndex, offsetBy: -limit, limitedBy: startIndex) else { return self[...] }
    while start.samePosition(in: unicodeScalars) == nil { start = utf8.index(after: start) }
    return Substring(unicodeScalars[start...])
  }

  /// The text, followed by blanks up to a number of columns.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}

extension Collection<String> {
  /// The first elements, and the number of the others: `2.2.4, 2.2.6 and 3 more`.
  func listed(_ limit: Int) -> String {
    let rest = count - limit
    return prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Int {
  /// The number with a noun, whose plural ends in `s` unless given: `1 case`, `2 cases`.
  func counted(_ noun: String, plural: String? = nil) -> String { "\(self) \(self == 1 ? noun : plural ?? noun + "s")" }
}

/// Numbers as reports write them: never localized, never with an exponent.
package enum FixedDecimal {
  /// Formats seconds, rounded to a number of decimals; a negative value becomes zero.
  ///
  ///     FixedDecimal.seconds(0.4118, decimals: 3)  // "0.412"
  package static func seconds(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    // A clock may jump: a year is the limit.
    let bounded = value.isNaN ? 0 : min(max(value, 0), 31_536_000)
    let units = Int((bounded * Double(scale)).rounded())
    guard decimals > 0 else { return String(units) }
    let fraction = String(units % scale)
    return "\(units / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}

/// Text broken into lines at blanks.
package enum WrappedText {
  /// Returns lines of at most `width` characters, except where one word is longer.
  package static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      if current.isEmpty {
        current = String(word)
      } else if current.count + 1 + word.count <= width {
        current += " \(word)"
      } else {
        lines.append(current)
        current = String(word)
      }
    }
    if !current.isEmpty { lines.append(current) }
    return lines
  }
}
