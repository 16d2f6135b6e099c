/// Finds the first fault of a text that the parser has refused.
///
/// Jansson tells where it stopped reading, which is behind the fault, and does
/// not know where in the value it was. So the text is read again, token by token.
struct JSONFault: Error {
  /// The place, in bytes from the start of the text.
  let offset: Int
  /// The place in the value.
  let pointer: JSONPointer
  /// What was found, and what was expected.
  let message: String

  /// Finds the first fault; nil when the text has none.
  static func first(in bytes: [UInt8]) -> JSONFault? {
    var walk = JSONFaultWalk(bytes)
    do throws(JSONFault) {
      try walk.run()
      return nil
    } catch {
      return error
    }
  }
}

/// A walk over the tokens of a text, up to the first one that cannot stand there.
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

  /// An array or object that is open.
  enum Container {
    case array(index: Int)
    case object(keys: Set<String>, current: String?)
  }

  /// The nesting that the parser allows.
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
      // The text is read only up to the first byte that is not UTF-8.
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
      try checkString(token)
      closeValue()
    case (.value, .word), (.valueOrEnd, .word):
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
      if case .array(let index) = containers.last {
        containers[containers.count - 1] = .array(index: index + 1)
      }
      expectation = .value
    case (.commaInObject, .comma):
      leaveMember()
      expectation = .key
    case (.valueOrEnd, .endArray), (.commaInArray, .endArray),
      (.keyOrEnd, .endObject), (.commaInObject, .endObject):
      containers.removeLast()
      closeValue()
    default:
      // The pointer of a missing key or comma is that of the object.
      if expectation == .commaInObject { leaveMember() }
      throw unexpected(token)
    }
  }

  private mutating func open(
    _ container: Container,
    at token: JSONScanner.Token,
    expecting: Expectation
  ) throws(JSONFault) {
    guard containers.count < Self.depthLimit else {
      throw fault(at: token.range.lowerBound, "nested deeper than \(Self.depthLimit) levels")
    }
    containers.append(container)
    expectation = expecting
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
    guard isNew else {
      throw fault(at: token.range.lowerBound, "found the key \(quote(token)) a second time")
    }
    guard !key.utf8.contains(0) else {
      throw fault(at: token.range.lowerBound, "found the character U+0000 in a key")
    }
  }

  private func checkString(_ token: JSONScanner.Token) throws(JSONFault) {
    if let inner = JSONStringFault.first(in: scanner.bytes, token.range) {
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
          "found the number \(quote(token)), expected one that fits a 64-bit floating point number"
        )
      }
    } else if Int(word) == nil {
      throw fault(
        at: token.range.lowerBound,
        "found the integer \(quote(token)), expected one from \(Int.min) to \(Int.max)"
      )
    }
  }

  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func digits() -> Int {
      let run = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(run.count)
      return run.count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
    } else if digits() == 0 {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits() > 0 else { return false }
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
      }
    )
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
    return fault(
      at: token.range.lowerBound,
      "found \(found), expected \(expectation.rawValue)"
    )
  }

  private func invalidByte(at offset: Int) -> JSONFault {
    let byte = String(scanner.bytes[offset], radix: 16, uppercase: true)
    return fault(at: offset, "found the byte 0x\(byte), expected UTF-8")
  }

  /// The text of a token in quotes, cut when it is long.
  private func quote(_ token: JSONScanner.Token) -> String {
    let text = String(decoding: scanner.bytes[token.range], as: UTF8.self)
    let shown = text.count > 40 ? text.prefix(40) + "..." : text[...]
    return token.kind == .string ? String(shown) : "'\(shown)'"
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

/// Finds what is wrong inside a string of a JSON text.
private struct JSONStringFault: Error {
  /// The place, in bytes from the start of the text.
  let offset: Int
  /// What was found, and what was expected.
  let message: String

  /// Finds the first fault of a string token; nil when it has none.
  static func first(in bytes: [UInt8], _ range: Range<Int>) -> JSONStringFault? {
    var offset = range.lowerBound + 1
    while offset < range.upperBound {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\\") {
        switch escape(in: bytes, offset..<range.upperBound) {
        case .success(let length): offset += length
        case .failure(let fault): return fault
        }
      } else if byte < 0x20 {
        return controlCharacter(byte, at: offset)
      } else {
        offset += 1
      }
    }
    return nil
  }

  private static func controlCharacter(_ byte: UInt8, at offset: Int) -> JSONStringFault {
    let name =
      switch byte {
      case 0x09: (found: "a tab", escape: #"\t"#)
      case 0x0A: (found: "a line break", escape: #"\n"#)
      default:
        (found: "the control character U+\(hex(byte))", escape: #"\u"# + hex(byte))
      }
    return JSONStringFault(
      offset: offset,
      message: "found \(name.found) inside a string, expected the escape \(name.escape)"
    )
  }

  /// The length of the escape at the start of a range.
  private static func escape(
    in bytes: [UInt8],
    _ range: Range<Int>
  ) -> Result<Int, JSONStringFault> {
    let start = range.lowerBound
    guard range.count > 1, bytes[start + 1] == UInt8(ascii: "u") else {
      if range.count > 1, #""\/bfnrt"#.utf8.contains(bytes[start + 1]) { return .success(2) }
      return .failure(malformed(bytes, range, length: 2))
    }
    guard let unit = codeUnit(in: bytes, range) else {
      return .failure(malformed(bytes, range, length: 6))
    }
    guard UTF16.isSurrogate(unit) else { return .success(6) }
    let rest = start + 6..<max(start + 6, range.upperBound)
    if UTF16.isLeadSurrogate(unit), let next = codeUnit(in: bytes, rest),
      UTF16.isTrailSurrogate(next)
    {
      return .success(12)
    }
    return .failure(
      JSONStringFault(
        offset: start,
        message: "found the lone surrogate \(quote(bytes, start..<start + 6)), "
          + "expected a character or a pair of surrogates"
      )
    )
  }

  /// The UTF-16 code unit of the escape at the start of a range.
  private static func codeUnit(in bytes: [UInt8], _ range: Range<Int>) -> UInt16? {
    let digits = bytes[range].prefix(6).dropFirst(2)
    guard
      bytes[range].starts(with: #"\u"#.utf8), digits.count == 4,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func malformed(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    length: Int
  ) -> JSONStringFault {
    // The closing quote of the string is no part of the escape.
    let end = min(range.lowerBound + length, max(range.lowerBound + 1, range.upperBound - 1))
    let expected =
      length == 2 ? #"one of \" \\ \/ \b \f \n \r \t \u"# : #"\u and four hexadecimal digits"#
    return JSONStringFault(
      offset: range.lowerBound,
      message: "found the escape \(quote(bytes, range.lowerBound..<end)), expected \(expected)"
    )
  }

  private static func quote(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    "'\(String(decoding: bytes[range], as: UTF8.self))'"
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
