/// The abilities of the terminal, and the verbosity.
package struct ConsoleStyle: Sendable, Hashable {
  package var usesColor: Bool
  package var usesUnicode: Bool
  package var verbosity: Verbosity
  /// How many of the slowest cases to show.
  package var slowest = 0
  /// Whether a trace is one column, from top to bottom.
  package var isPlain = false
  /// The width limit of text in columns; nil for no limit.
  package var width: Int?

  package init(usesColor: Bool, usesUnicode: Bool, verbosity: Verbosity = .normal) {
    self.usesColor = usesColor
    self.usesUnicode = usesUnicode
    self.verbosity = verbosity
  }

  /// How much a report shows.
  package enum Verbosity: Sendable, Hashable {
    /// Only the summary.
    case quiet
    /// A line per section, and failures.
    case normal
    /// A line per case, and all failures.
    case verbose
  }

  /// The meaning of a mark or word, with its sign; color only repeats it.
  enum Tone {
    case good, bad, broken, neutral

    fileprivate var sign: TerminalText {
      switch self {
      case .good: "✔"
      case .bad: "✘"
      case .broken: "!"
      case .neutral: "–"
      }
    }

    fileprivate var code: TerminalText {
      switch self {
      case .good: "32"
      case .bad: "31"
      case .broken: "33"
      case .neutral: "2"
      }
    }
  }

  /// The one-character sign of a tone.
  func mark(_ tone: Tone) -> TerminalText { colored(tone.sign, tone) }

  /// The text in the color of a tone; plain where the terminal shows no colors.
  func colored(_ text: TerminalText, _ tone: Tone) -> TerminalText {
    usesColor ? "\u{1B}[\(tone.code)m\(text)\u{1B}[0m" : text
  }

  /// The text, with the tool's own signs in ASCII where the terminal has no Unicode.
  package func spelled(_ text: TerminalText) -> TerminalText { usesUnicode ? text : text.replacing(Self.plain) }

  private static let plain: [Character: StaticString] = [
    "✔": "+", "✘": "x", "–": "-", "—": "-", "│": "|", "→": "->", "…": "...",
  ]

  /// The text in bold; plain where the terminal shows no colors.
  func emphasized(_ text: TerminalText) -> TerminalText { usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
