/// The first error in a text that Jansson has rejected.
///
/// Jansson reports where it stopped reading, which is past the error, and does not
/// report the path within the value. So the text is read again, token by token.
struct JSONFault: Error {
  /// The offset in bytes from the start of the text.
  let offset: Int
  /// The path within the value.
  let pointer: JSONPointer
  /// What was found, and what was expected.
  let message: String

  /// Finds the first error; nil if the text has none.
  static func first(in bytes: [UInt8]) -> JSONFault? {
    var walk = JSONFaultWalk(bytes)
    do throws(JSONFault) {
      try walk.run()
      return nil
    } catch { return error }
  }
}

/// A walk over the tokens of a text, up to the first invalid one.
private struct JSONFaultWalk {
  /// What may come next.
  enum Expectation: String {
    case value = "a value"
    case valueOrEnd = "a value or ']'"
    case key = "a key"
    case keyOrEnd = "a key or '}'"
    case colon = "':'"
    case commaInArray = "',' or ']'"
    case commaInObject = "',' or '}'"
    case end = "the end of the text"
  }

  /// An open array or object.
  enum Container {
    case array(index: Int)
    case object(keys: Set<String>, current: String?)
  }

  /// The deepest nesting that Jansson allows; a scalar is a level too.
  static let depthLimit = 2048

  private var scanner: JSONScanner
  private let invalidOffset: Int?
  private var containers: [Container] = []
  private var expectation: Expectation = .value

  init(_ bytes: [UInt8]) {
    invalidOffset = Self.firstInvalidOffset(in: bytes)
    scanner = JSONScanner(bytes, end: invalidOffset)
  }

  mutating func run() throws(JSONFault) {
    if scanner.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw fault(at: 0, "found a byte order mark, expected a value")
    }
    while true {
      let token = scanner.next()
      // The scanner stops at the first byte that is not UTF-8.
      if let invalidOffset, token.range.upperBound == invalidOffset,
        token.kind == .end || token.kind == .openString || token.kind == .word
      {
        throw invalidByte(at: invalidOffset)
      }
      if token.kind == .end, expectation == .end { return }
      try accept(token)
    }
  }

  private mutating func accept(_ token: JSONScanner.Token) throws(JSONFault) {
    switch (expectation, token.kind) {
    case (.value, .string), (.valueOrEnd, .string):
      try checkDepth(token)
      try checkString(token)
      closeValue()
    case (.value, .word), (.valueOrEnd, .word):
      try checkDepth(token)
      try checkWord(token)
      closeValue()
    case (.value, .beginArray), (.valueOrEnd, .beginArray):
      try open(.array(index: 0), at: token, expecting: .valueOrEnd)
    case (.value, .beginObject), (.valueOrEnd, .beginObject):
      try open(.object(keys: [], current: nil), at: token, expecting: .keyOrEnd)
    case (.key, .string), (.keyOrEnd, .string):
      try checkString(token)
      try addKey(token)
      expectation = .colon
    case (.colon, .colon): expectation = .value
    case (.commaInArray, .comma):
      if case .array(let index) = containers.last { containers[containers.count - 1] = .array(index: index + 1) }
      expectation = .value
    case (.commaInObject, .comma):
      leaveMember()
      expectation = .key
    case (.valueOrEnd, .endArray), (.commaInArray, .endArray), (.keyOrEnd, .endObject), (.commaInObject, .endObject):
      containers.removeLast()
      closeValue()
    default:
      // For a missing key or comma, the pointer refers to the object.
      if expectation == .commaInObject { leaveMember() }
      throw unexpected(token)
    }
  }

  private mutating func open(_ container: Container, at token: JSONScanner.Token, expecting: Expectation)
    throws(JSONFault)
  {
    try checkDepth(token)
    containers.append(container)
    expectation = expecting
  }

  /// Rejects a value, which starts with the token, where nothing may be nested any more.
  private func checkDepth(_ token: JSONScanner.Token) throws(JSONFault) {
    guard containers.count >= Self.depthLimit else { return }
    throw fault(at: token.range.lowerBound, "nested deeper than \(Self.depthLimit) levels")
  }

  private mutating func closeValue() {
    expectation =
      switch containers.last {
      case .array: .commaInArray
      case .object: .commaInObject
      case nil: .end
      }
  }

  private mutating func leaveMember() {
    guard case .object(let keys, _) = containers.last else { return }
    containers[containers.count - 1] = .object(keys: keys, current: nil)
  }

  private mutating func addKey(_ token: JSONScanner.Token) throws(JSONFault) {
    let key = scanner.text(of: token)
    guard case .object(var keys, _) = containers.popLast() else { return }
    let isNew = keys.insert(key).inserted
    containers.append(.object(keys: keys, current: key))
    guard isNew else { throw fault(at: token.range.lowerBound, "found the key \(quote(token)) a second time") }
    guard !key.utf8.contains(0) else { throw fault(at: token.range.lowerBound, "found the character U+0000 in a key") }
  }

  private func checkString(_ token: JSONScanner.Token) throws(JSONFault) {
    if let inner = JSONStringFaults.first(in: scanner.bytes, token.range) {
      throw fault(at: inner.offset, inner.message)
    }
  }

  private func checkWord(_ token: JSONScanner.Token) throws(JSONFault) {
    let word = String(decoding: scanner.bytes[token.range], as: UTF8.self)
    if ["null", "true", "false"].contains(word) { return }
    guard Self.isNumber(scanner.bytes[token.range]) else { throw unexpected(token) }
    if word.utf8.contains(where: { ".eE".utf8.contains($0) }) {
      guard let value = Double(word), value.isFinite else {
        throw fault(
          at: token.range.lowerBound,
          "found the number \(quote(token)), expected one that fits a 64-bit floating point number")
      }
    } else if Int(word) == nil {
      throw fault(
        at: token.range.lowerBound, "found the integer \(quote(token)), expected one from \(Int.min) to \(Int.max)")
    }
  }

  /// Whether a word is a number in the grammar of JSON.
  ///
  /// A regular expression would be compiled again for each word.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func skip(_ bytes: String) { if let first = rest.first, bytes.utf8.contains(first) { rest.removeFirst() } }
    func digits() -> ArraySlice<UInt8> {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits
    }
    skip("-")
    let whole = digits()
    guard whole.count == 1 || (whole.first ?? UInt8(ascii: "0")) != UInt8(ascii: "0") else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard !digits().isEmpty else { return false }
    }
    if let first = rest.first, "eE".utf8.contains(first) {
      rest.removeFirst()
      skip("+-")
      guard !digits().isEmpty else { return false }
    }
    return rest.isEmpty
  }

  private var pointer: JSONPointer {
    JSONPointer(
      tokens: containers.compactMap { container in
        switch container {
        case .array(let index): String(index)
        case .object(_, let current): current
        }
      })
  }

  private func fault(at offset: Int, _ message: String) -> JSONFault {
    JSONFault(offset: offset, pointer: pointer, message: message)
  }

  private func unexpected(_ token: JSONScanner.Token) -> JSONFault {
    let found =
      switch token.kind {
      case .end: "the end of the text"
      case .openString: "a string without closing quote"
      case .string: "the string \(quote(token))"
      case .beginObject, .endObject, .beginArray, .endArray, .colon, .comma, .word: quote(token)
      }
    return fault(at: token.range.lowerBound, "found \(found), expected \(expectation.rawValue)")
  }

  private func invalidByte(at offset: Int) -> JSONFault {
    let byte = String(scanner.bytes[offset], radix: 16, uppercase: true)
    return fault(at: offset, "found the byte 0x\(byte), expected UTF-8")
  }

  /// The text of a token in quotes, cut when it is long.
  private func quote(_ token: JSONScanner.Token) -> String {
    let text = String(decoding: scanner.bytes[token.range], as: UTF8.self)
    let shown = text.shortened(toScalars: 40)
    return token.kind == .string ? shown : "'\(shown)'"
  }

  private static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}

/// Finds errors inside a string of a JSON text.
private enum JSONStringFaults {
  typealias Found = (offset: Int, message: String)

  /// The first error in a string token with both quotes; nil if there is none.
  static func first(in bytes: [UInt8], _ range: Range<Int>) -> Found? {
    var rest = bytes[range].dropFirst().dropLast()
    while let byte = rest.first {
      guard byte >= 0x20 else { return controlCharacter(byte, at: rest.startIndex) }
      guard byte == UInt8(ascii: "\\") else {
        rest.removeFirst()
        continue
      }
      if let unit = codeUnit(rest) {
        guard (0xD800...0xDFFF).contains(unit) else {
          rest.removeFirst(6)
          continue
        }
        guard unit < 0xDC00, let second = codeUnit(rest.dropFirst(6)), (0xDC00...0xDFFF).contains(second) else {
          let found = String(decoding: rest.prefix(6), as: UTF8.self)
          let expected = "expected a character or a pair of surrogates"
          return (rest.startIndex, "found the lone surrogate '\(found)', \(expected)")
        }
        rest.removeFirst(12)
      } else if let kind = rest.dropFirst().first, #""\/bfnrt"#.utf8.contains(kind) {
        rest.removeFirst(2)
      } else {
        let isUnicode = rest.starts(with: #"\u"#.utf8)
        let found = String(decoding: rest.prefix(isUnicode ? 6 : 2), as: UTF8.self)
        let expected = isUnicode ? #"\u and four hexadecimal digits"# : #"one of \" \\ \/ \b \f \n \r \t \u"#
        return (rest.startIndex, "found the escape '\(found)', expected \(expected)")
      }
    }
    return nil
  }

  /// The code unit of an escape `\uXXXX` at the start of the bytes; nil if there is none.
  private static func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
    let digits = bytes.prefix(6).dropFirst(2)
    guard bytes.starts(with: #"\u"#.utf8), digits.count == 4, digits.allSatisfy("0123456789abcdefABCDEF".utf8.contains)
    else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func controlCharacter(_ byte: UInt8, at offset: Int) -> Found {
    let digits = String(byte, radix: 16, uppercase: true)
    let hex = String(repeating: "0", count: 4 - digits.count) + digits
    let (found, escape) =
      switch byte {
      case 0x09: ("a tab", #"\t"#)
      case 0x0A: ("a line break", #"\n"#)
      default: ("the control character U+\(hex)", #"\u"# + hex)
      }
    return (offset, "found \(found) inside a string, expected the escape \(escape)")
  }
}
