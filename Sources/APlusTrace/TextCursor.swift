/// A place in the text of an event or object, read in its usual form only.
///
/// What is not of that form is nil or false, and the text is then to be read as JSON.
struct TextCursor {
  /// A word is kept in a number.
  private static let longestWord = 8
  /// Numbers of more digits may be too large.
  private static let mostDigits = 9

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether nothing but blanks is left.
  var isAtEnd: Bool { bytes[place...].allSatisfy { $0 == UInt8(ascii: " ") } }

  /// Passes over a byte, and blanks before it, where it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// A word in quotation marks, of at most eight plain letters, as a number.
  mutating func word() -> UInt64? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var word: UInt64 = 0
    var length: UInt64 = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return word }
      guard length < Self.longestWord, byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else {
        return nil
      }
      word |= UInt64(byte) << (8 * length)
      length += 1
    }
    return nil
  }

  /// A number from 0, without sign, fraction and exponent.
  mutating func number() -> Int? {
    skipBlanks()
    let start = place
    var number = 0
    while place < bytes.count, bytes[place] >= UInt8(ascii: "0"), bytes[place] <= UInt8(ascii: "9")
    {
      guard place - start < Self.mostDigits else { return nil }
      number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
      place += 1
    }
    let digits = place - start
    guard digits > 0, digits == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    return number
  }

  /// A text of plain characters.
  mutating func text() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = place
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") {
        return String(decoding: bytes[start..<(place - 1)], as: UTF8.self)
      }
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
    }
    return nil
  }

  /// An identity, a number, or the value of JavaScript's functions that return nothing.
  mutating func value() -> TracedValue? {
    guard take(UInt8(ascii: "{")) else { return number().map(TracedValue.integer) }
    let key = word()
    guard take(UInt8(ascii: ":")) else { return nil }
    let value: TracedValue?
    switch key {
    case Self.reference: value = number().map(TracedValue.reference)
    case Self.special: value = text().flatMap(TracedValue.init(special:))
    default: return nil
    }
    return take(UInt8(ascii: "}")) ? value : nil
  }

  private static let reference: UInt64 = 0x66_6572
  private static let special: UInt64 = 0x7369

  // MARK: Members

  /// Reads a number that was not there yet, which is -1.
  mutating func read(_ member: inout Int) -> Bool {
    guard member < 0, let number = number() else { return false }
    member = number
    return true
  }

  /// Reads a word that was not there yet, which is 0.
  mutating func read(_ member: inout UInt64) -> Bool {
    guard member == 0, let word = word() else { return false }
    member = word
    return true
  }

  mutating func read(_ member: inout String?) -> Bool {
    guard member == nil, let text = text() else { return false }
    member = text
    return true
  }

  mutating func read(_ member: inout TracedValue?) -> Bool {
    guard member == nil, let value = value() else { return false }
    member = value
    return true
  }

  /// Reads an array that was not there yet.
  mutating func read<Element>(
    _ member: inout [Element]?,
    _ element: (inout TextCursor) -> Element?
  ) -> Bool {
    guard member == nil, take(UInt8(ascii: "[")) else { return false }
    var elements: [Element] = []
    guard !take(UInt8(ascii: "]")) else {
      member = elements
      return true
    }
    repeat {
      guard let next = element(&self) else { return false }
      elements.append(next)
    } while take(UInt8(ascii: ","))
    member = elements
    return take(UInt8(ascii: "]"))
  }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
  }
}
