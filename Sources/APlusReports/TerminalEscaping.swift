/// Makes text from outside harmless on a terminal.
///
/// A scalar that could move the cursor, change colours or the direction of
/// writing, or hide, is shown as its number instead.
///
///     TerminalEscaping.line("done\u{1B}[2J")  // "done\u{1B}[2J", spelled out
package enum TerminalEscaping {
  /// Escapes text that must stay on its line.
  package static func line(_ text: String) -> String {
    escape(text, keepsLines: false)
  }

  /// Escapes text that may have lines of its own.
  package static func block(_ text: String) -> String {
    escape(text, keepsLines: true)
  }

  private static func escape(_ text: String, keepsLines: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where keepsLines: result += "\n"
      case "\n": result += "\\n"
      case "\t": result += " "
      case _ where scalar.actsOnTerminal:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether it does more than show a character: controls, formats and line separators.
  fileprivate var actsOnTerminal: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}
