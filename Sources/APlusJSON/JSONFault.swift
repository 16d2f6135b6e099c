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
