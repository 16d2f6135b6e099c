/// Makes untrusted text harmless on a terminal and in the log of a build server.
///
/// A scalar that is invisible, or that could move the cursor or change colors or the direction of
/// writing, is shown as its number. So is one that would make a build server read the text as a
/// command.
///
///     TerminalEscaping.line("done\u{1B}[2J")  // "done\u{1B}[2J", spelled out
///     TerminalEscaping.line("::error::no")    // "\u{3A}:error::no"
package enum TerminalEscaping {
  /// Escapes text that must stay on its line.
  package static func line(_ text: String) -> String { escape(text, lineFeed: "\\n") }

  /// Escapes text that keeps its line breaks.
  package static func block(_ text: String) -> String { escape(text, lineFeed: nil) }

  /// Escapes a document that keeps its line breaks and tabs.
  static func document(_ text: String) -> String { escape(text, lineFeed: nil, tab: nil) }

  private static func escape(_ text: String, lineFeed: String?, tab: String? = " ") -> String {
    OutsideText.rewritten(text) { scalar, isMark in
      switch scalar {
      case "\n": lineFeed
      case "\t": tab
      default: isMark || scalar.isHidden ? scalar.spelledOut : nil
      }
    }
  }
}

/// Makes the text of a JSON document harmless in a log, without changing its values.
///
///     JSONEscaping.text(#"["##[error]"]"#)  // ["#\u0023[error]"]
package enum JSONEscaping {
  /// Escapes a document; the scalars that it escapes occur only in strings.
  package static func text(_ document: String) -> String {
    OutsideText.rewritten(document) { scalar, isMark in
      guard isMark || (scalar.isHidden && scalar.value >= 0x7F) else { return nil }
      return String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}

/// Untrusted text: from a library, a host or a file.
enum OutsideText {
  /// Replaces some scalars of a text.
  ///
  /// - Parameters:
  ///   - text: The text to rewrite.
  ///   - replacement: Takes a scalar, and whether it marks a command; returns nil to keep it.
  /// - Returns: The text with the replacements.
  static func rewritten(_ text: String, _ replacement: (_ scalar: Unicode.Scalar, _ isMark: Bool) -> String?) -> String
  {
    let scalars = text.unicodeScalars
    var result = ""
    /// Where the text that is kept but not yet copied begins.
    var kept = scalars.startIndex
    var before: Unicode.Scalar?
    var index = kept
    while index < scalars.endIndex {
      let current = scalars[index]
      let after = scalars.index(after: index)
      let next = after < scalars.endIndex ? scalars[after] : nil
      if let other = replacement(current, isMark(current, after: before, before: next)) {
        result += text[kept..<index]
        result += other
        kept = after
      }
      before = current
      index = after
    }
    guard kept > scalars.startIndex else { return text }
    result += text[kept...]
    return result
  }

  /// Whether a build server would read the following text as a command.
  ///
  /// GitHub reads `::name::` at the start of a line, after any blanks, and `##[name]` anywhere.
  /// Azure reads `##[name]` and `##vso[…]`, TeamCity `##teamcity[…]`. The start of any word counts
  /// as the start of a line, as reports break lines at blanks. The marks of GitLab's sections need
  /// an escape character.
  private static func isMark(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?, before next: Unicode.Scalar?)
    -> Bool
  {
    switch scalar {
    case ":": next == ":" && before?.properties.isWhitespace != false
    case "#": before == "#" && (next == "[" || next?.properties.isAlphabetic == true)
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether it acts on the text around it or is invisible: controls, formats, line separators, and
  /// invisible letters and marks.
  var isHidden: Bool {
    switch value {
    case 0..<0x80: return value < 0x20 || value == 0x7F
    // A shortcut past the tables of Unicode for Latin letters, and arrows and lines of pictures.
    case 0xAE...0x2FF, 0x2190...0x25FF: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: return true
    default:
      // Unicode does not classify the empty Braille pattern as a blank.
      return properties.isDefaultIgnorableCodePoint || value == 0x2800
    }
  }

  /// The scalar's number as text: `\u{202E}`.
  var spelledOut: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}
