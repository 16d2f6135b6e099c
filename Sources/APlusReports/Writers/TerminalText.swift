package import APlusJSON

/// Text for a terminal and the log of a build server: the only kind of text that the command
/// writes to its streams.
///
/// Only literals come into it as they are. All other text, whether from a file, a library or the
/// command line, is escaped as it comes in, and where two parts meet. So no text of others becomes
/// a command in a log or an escape sequence on a terminal.
///
///     let title = "\u{1B}[2J"
///     let line: TerminalText = "case \(title)"  // "case \u{1B}[2J", spelled out
package struct TerminalText: Sendable, Hashable {
  /// The text, with everything escaped that is not the tool's own.
  package private(set) var string = ""

  package init() {}

  /// Escapes text that must stay on its line.
  package init(line text: String) { string = TerminalEscaping.line(text) }

  /// Escapes text that keeps its line breaks.
  package init(block text: String) { string = TerminalEscaping.block(text) }

  /// Takes a document that escapes what it quotes; whatever it missed is escaped.
  package init(document text: String) { string = TerminalEscaping.document(text) }

  /// The text of a JSON document, on several lines, with the last one ended.
  package init(_ document: JSON) { self.init(document: JSONEscaping.text(document.serialized(pretty: true)) + "\n") }

  /// A workflow command of GitHub, with its line feed.
  ///
  ///     ::error file=a.swift,line=3::text
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - properties: Its properties, in their order; the values are escaped.
  ///   - message: The message, which is escaped.
  init(workflowCommand name: StaticString, _ properties: [(key: StaticString, value: String)], _ message: String) {
    let list = properties.map { key, value in
      "\(key)=" + Self.data(value).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
    string = "::\(name) \(list.joined(separator: ","))::\(Self.data(message))\n"
  }

  /// Escapes text for a workflow command.
  private static func data(_ text: String) -> String {
    TerminalEscaping.block(text).replacing("%", with: "%25").replacing("\n", with: "%0A")
  }

  /// The lines, each ended.
  package init(lines: some Sequence<TerminalText>) {
    for line in lines {
      self += line
      self += "\n"
    }
  }

  package static func += (text: inout TerminalText, other: TerminalText) { text.append(other.string) }

  package static func + (one: TerminalText, other: TerminalText) -> TerminalText {
    var text = one
    text += other
    return text
  }

  /// The text with some characters replaced by the tool's own words.
  ///
  /// A longer word takes the place of blanks at the end of its column, so that each `│` stays where it was.
  func replacing(_ words: [Character: StaticString]) -> TerminalText {
    var text = TerminalText()
    var growth = 0
    for character in string {
      if character == "\n" { growth = 0 }
      while character == "│", growth > 0, text.string.hasSuffix("  ") {
        text.string.removeLast()
        growth -= 1
      }
      let word = words[character]?.description ?? String(character)
      text.string += word
      growth += word.count - 1
    }
    return text
  }

  /// Appends escaped text, of which a part may become a mark only with what precedes it.
  private mutating func append(_ text: String) {
    let before = string.unicodeScalars.suffix(2)
    guard let first = text.unicodeScalars.first, let last = before.last else {
      string += text
      return
    }
    let other = before.count == 2 ? before.first : nil
    let isJoined =
      switch last {
      case ":": first == ":" && other?.properties.isWhitespace != false
      case "#": first == "#" || other == "#" && (first == "[" || first.properties.isAlphabetic)
      default: false
      }
    string += isJoined ? first.spelledOut + String(text.unicodeScalars.dropFirst()) : text
  }
}

extension TerminalText: ExpressibleByStringInterpolation {
  // A `String` cannot pass for a literal.
  package init(stringLiteral value: StaticString) { string = value.description }

  package init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = TerminalText()

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.string.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { text.append(literal.description) }

    package mutating func appendInterpolation(_ other: TerminalText) { text += other }

    /// Escapes a value's text, which stays on its line.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += TerminalText(line: value.description)
    }
  }
}

extension Sequence<TerminalText> {
  /// The texts in one, with a separator between them.
  package func joined(separator: TerminalText = "") -> TerminalText {
    var text = TerminalText()
    for (place, part) in enumerated() {
      if place > 0 { text += separator }
      text += part
    }
    return text
  }
}
