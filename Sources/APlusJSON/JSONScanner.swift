/// Splits a JSON text into tokens with their byte ranges.
///
/// It accepts any bytes: text that is not a token of JSON becomes a word, which
/// the caller checks.
struct JSONScanner {
  enum Kind {
    case beginObject
    case endObject
    case beginArray
    case endArray
    case colon
    case comma
    /// A string with both quotes.
    case string
    /// A string whose closing quote is missing.
    case openString
    /// A literal, a number, or a run of characters that is neither.
    case word
    case end
  }

  /// A token and its range of bytes.
  struct Token {
    let kind: Kind
    let range: Range<Int>
  }

  let bytes: [UInt8]
  private var offset = 0
  private let end: Int

  /// Creates a scanner of a text, up to `end`.
  init(_ bytes: [UInt8], end: Int? = nil) {
    self.bytes = bytes
    self.end = end ?? bytes.count
  }

  mutating func next() -> Token {
    while offset < end, Self.isSpace(bytes[offset]) { offset += 1 }
    let start = offset
    guard start < end else { return Token(kind: .end, range: end..<end) }
    offset += 1
    let kind: Kind
    switch bytes[start] {
    case UInt8(ascii: "{"): kind = .beginObject
    case UInt8(ascii: "}"): kind = .endObject
    case UInt8(ascii: "["): kind = .beginArray
    case UInt8(ascii: "]"): kind = .endArray
    case UInt8(ascii: ":"): kind = .colon
    case UInt8(ascii: ","): kind = .comma
    case UInt8(ascii: "\""): kind = skipString()
    default:
      while offset < end, !Self.endsWord(bytes[offset]) { offset += 1 }
      kind = .word
    }
    return Token(kind: kind, range: start..<offset)
  }

  /// Skips the rest of the value that starts with a token, in a valid text.
  mutating func skip(after token: Token) {
    var depth = 0
    var token = token
    while true {
      switch token.kind {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      case .end: return
      case .colon, .comma, .string, .openString, .word: break
      }
      guard depth > 0 else { return }
      token = next()
    }
  }

  /// The characters of a string token, unescaped.
  func text(of token: Token) -> String {
    let content = bytes[token.range].dropFirst().dropLast()
    guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
    return (try? JSON(parsing: bytes[token.range]))?.stringValue ?? String(decoding: content, as: UTF8.self)
  }

  private mutating func skipString() -> Kind {
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { return .string }
      if byte == UInt8(ascii: "\\") { offset = min(offset + 1, end) }
    }
    return .openString
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private static func endsWord(_ byte: UInt8) -> Bool { isSpace(byte) || #"{}[]:,""#.utf8.contains(byte) }
}
