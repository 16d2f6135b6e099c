/// Escapes untrusted text for a Markdown document.
///
///     MarkdownEscaping.text("a|b <i>")  // "a\|b \<i\>"
enum MarkdownEscaping {
  /// Escapes text in a line or in a cell of a table.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in TerminalEscaping.line(text).unicodeScalars {
      if isMarkup(scalar) || actsAsLink(scalar, after: result) { result += "\\" }
      result.unicodeScalars.append(scalar)
      // Readers detect mail addresses after parsing escapes, so a comment must split the address.
      if scalar == "@" { result += "<!-- -->" }
    }
    return result
  }

  /// Formats the text as inline code, which has no markup or links.
  ///
  /// Pipes are escaped, as a table requires it even inside code.
  static func code(_ text: String) -> String {
    let plain = TerminalEscaping.line(text)
    guard plain.contains(where: { $0 != " " }) else { return "" }
    let fence = String(repeating: "`", count: longestRun(in: plain) + 1)
    // A blank separates a backtick at either end from the fence; a reader strips both blanks.
    let space = plain.hasPrefix("`") || plain.hasSuffix("`") ? " " : ""
    return fence + space + plain.replacing("|", with: "\\|") + space + fence
  }

  /// Formats lines as a block of code.
  static func block(_ lines: [String]) -> [String] {
    let plain = lines.map(TerminalEscaping.line)
    let longest = plain.map(longestRun).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return [fence + "text"] + plain + [fence]
  }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "#", "!": true
    default: false
    }
  }

  /// Whether this scalar would make a reader turn the text into a link.
  private static func actsAsLink(_ scalar: Unicode.Scalar, after text: String) -> Bool {
    switch scalar {
    case "/": text.hasSuffix(":")
    case ".": text.lowercased().hasSuffix("www")
    default: false
    }
  }

  private static func longestRun(in text: String) -> Int { text.split { $0 != "`" }.map(\.count).max() ?? 0 }
}
