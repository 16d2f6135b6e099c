/// Escapes text from outside for a Markdown document.
///
///     MarkdownEscaping.text("a|b <i>")  // "a\|b \<i\>"
enum MarkdownEscaping {
  /// Escapes text that stands in a line or in a cell of a table.
  static func text(_ text: String) -> String {
    var result = ""
    for scalar in TerminalEscaping.line(text).unicodeScalars {
      if isMarkup(scalar) || actsAsLink(scalar, after: result) { result += "\\" }
      result.unicodeScalars.append(scalar)
      // Addresses are looked for in what is left of the text when its markup has been read.
      if scalar == "@" { result += "<!-- -->" }
    }
    return result
  }

  /// Gives the text as code, in which nothing is markup or becomes a link.
  ///
  /// Pipes are escaped, as a table needs it inside of code too.
  static func code(_ text: String) -> String {
    let plain = TerminalEscaping.line(text)
    guard plain.contains(where: { $0 != " " }) else { return "" }
    let fence = String(repeating: "`", count: longestRun(in: plain) + 1)
    // A blank keeps a backtick at either end out of the fence; a reader takes both blanks off.
    let space = plain.hasPrefix("`") || plain.hasSuffix("`") ? " " : ""
    let piped = plain.split(separator: "|", omittingEmptySubsequences: false)
      .joined(separator: "\\|")
    return fence + space + piped + space + fence
  }

  /// Gives lines as a block of code.
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

  /// Whether a reader would make a link of the text because of this scalar.
  private static func actsAsLink(_ scalar: Unicode.Scalar, after text: String) -> Bool {
    switch scalar {
    case "/": text.hasSuffix(":")
    case ".": text.lowercased().hasSuffix("www")
    default: false
    }
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
