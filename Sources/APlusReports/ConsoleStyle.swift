/// What the screen can show, and how much of it the reader wants.
package struct ConsoleStyle: Sendable, Hashable {
  package var usesColor: Bool
  package var usesUnicode: Bool
  package var verbosity: Verbosity

  package init(usesColor: Bool, usesUnicode: Bool, verbosity: Verbosity = .normal) {
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.verbosity = verbosity
  }

  /// How much is told.
  package enum Verbosity: Sendable, Hashable {
    /// The summary alone.
    case quiet
    /// A line per section, and failures.
    case normal
    /// A line per case, and all failures.
    case verbose
  }

  /// What a mark or word says; never by colour alone.
  enum Tone {
    case good
    case bad
    case broken
    case neutral

    fileprivate var code: String {
      switch self {
      case .good: "32"
      case .bad: "31"
      case .broken: "33"
      case .neutral: "2"
      }
    }
  }

  /// The one-character sign of a tone.
  func mark(_ tone: Tone) -> String {
    let sign =
      switch tone {
      case .good: usesUnicode ? "✔" : "+"
      case .bad: usesUnicode ? "✘" : "x"
      case .broken: "!"
      case .neutral: usesUnicode ? "–" : "-"
      }
    return colored(sign, tone)
  }

  /// The text in the colour of a tone, where colours are shown.
  func colored(_ text: String, _ tone: Tone) -> String {
    usesColor ? "\u{1B}[\(tone.code)m\(text)\u{1B}[0m" : text
  }

  /// The text in bold, where the screen has it.
  func emphasized(_ text: String) -> String {
    usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }
}
