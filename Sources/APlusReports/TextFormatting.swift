/// Limits on the texts from outside that a report repeats.
enum Excerpt {
  /// The bytes of a message that is shown on one line.
  static let messageLimit = 500
  /// The bytes of one side of a comparison.
  static let comparisonLimit = 4096
  /// The bytes of one diagram of a trace.
  static let diagramLimit = 8192
  /// The bytes of one scenario's standard error.
  static let outputLimit = 16_384
  /// The bytes of a name or version that a host gives.
  static let nameLimit = 100

  /// Room for the mark, so that a text that was cut is not cut again where it is read back.
  private static let markLength = 48

  /// Gives the text on one line, cut at a limit.
  ///
  ///     Excerpt.line("expected D\nobserved O", limit: 12)  // "expected D o [… 8 bytes cut …]"
  static func line(_ text: String, limit: Int = messageLimit) -> String {
    let flat = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard flat.utf8.count > limit else { return flat }
    let head = flat.prefix(bytes: kept(of: limit))
    return "\(head) \(mark(cutting: flat.utf8.count - head.utf8.count))"
  }

  /// Gives the beginning and the end of a text, and the number of bytes cut between them.
  static func block(_ text: String, limit: Int) -> String {
    let count = text.utf8.count
    guard count > limit else { return text }
    let kept = kept(of: limit)
    let head = text.prefix(bytes: kept / 2)
    let tail = text.suffix(bytes: kept - kept / 2)
    return "\(head)\n\(mark(cutting: count - head.utf8.count - tail.utf8.count))\n\(tail)"
  }

  private static func kept(of limit: Int) -> Int {
    limit >= 2 * markLength ? limit - markLength : limit
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

/// Numbers as reports write them: never localised, never with an exponent.
package enum FixedDecimal {
  /// Gives seconds with a number of decimals, the last one rounded; nothing below zero.
  ///
  ///     FixedDecimal.seconds(0.4118, decimals: 3)  // "0.412"
  package static func seconds(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    // A year bounds what a clock that jumped could say.
    let bounded = value.isNaN ? 0 : min(max(value, 0), 31_536_000)
    let units = Int((bounded * Double(scale)).rounded())
    guard decimals > 0 else { return String(units) }
    let fraction = String(units % scale)
    return "\(units / scale)."
      + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}

/// Text broken into lines at blanks.
package enum WrappedText {
  /// Gives lines of at most a width, except where one word is longer.
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
