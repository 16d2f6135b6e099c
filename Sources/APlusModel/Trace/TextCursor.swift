#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A place in the text of an event or object, read in its usual form only.
///
/// What is not of that form is nil or false, and the text is then to be read as JSON.
@safe struct TextCursor {
  // SAFETY: `bytes` outlives the cursor, which is made and used inside the call that has them, and
  // `place` is compared with their count before each access.

  /// A word is kept in a number.
  private static let longestWord = 8
  /// Numbers of more digits may be too large.
  private static let mostDigits = 9

  /// Where a text stands; none has no length, not even 0.
  struct TextRange {
    var start = 0
    var count = -1
  }

  private let bytes: UnsafeRawBufferPointer
  private let count: Int
  private(set) var place: Int
  /// The highest reference that was read; -1 for none.
  private(set) var highestReference = -1

  init(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
    unsafe self.bytes = bytes
    count = bytes.count
    self.place = place
  }

  /// Whether nothing but blanks is left.
  var isAtEnd: Bool {
    var rest = self
    rest.skipBlanks()
    return rest.place == count
  }

  /// Passes over a byte, and blanks before it, where it comes next.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard place < count, unsafe bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// A word in quotation marks, of at most eight plain letters, as a number.
  @inline(__always)
  mutating func word() -> UInt64? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var word: UInt64 = 0
    var length: UInt64 = 0
    while place < count {
      let byte = unsafe bytes[place]
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
  ///
  /// Up to seven digits are read at once: a trace has five numbers for each event.
  @inline(__always)
  mutating func number() -> Int? {
    skipBlanks()
    guard place + 8 <= count else { return numberByDigits() }
    let bytes = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    // The first digit is the lowest byte, and each is its value from here on.
    let values = UInt64(littleEndian: bytes) ^ 0x3030_3030_3030_3030
    // What is no digit has a high bit, or gets one; it may carry into what comes behind it only.
    let others = (values | (values &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0
    let digits = others.trailingZeroBitCount / 8
    guard digits < 8 else { return numberByDigits() }
    guard digits > 0, digits == 1 || values & 0xFF != 0 else { return nil }
    place += digits
    // Eight digits with zeros in front, added up by twos, by fours and as a whole.
    let eight = values << UInt64(64 - 8 * digits)
    let twos = (eight &* (10 << 8 + 1)) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (twos &* (100 << 16 + 1)) >> 16 & 0x0000_FFFF_0000_FFFF
    return Int((fours &* (10_000 << 32 + 1)) >> 32)
  }

  private mutating func numberByDigits() -> Int? {
    let start = place
    var number = 0
    while place < count {
      let digit = unsafe bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      guard place - start < Self.mostDigits else { return nil }
      number = number * 10 + Int(digit)
      place += 1
    }
    let digits = place - start
    guard digits > 0, unsafe digits == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    return number
  }

  /// Where a text of plain characters stands.
  mutating func textRange() -> TextRange? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = place
    while place < count {
      let byte = unsafe bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return TextRange(start: start, count: place - 1 - start) }
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
    }
    return nil
  }

  /// The text at a place; nil where there is none.
  func text(_ range: TextRange) -> String? {
    guard range.count >= 0 else { return nil }
    let text = unsafe bytes[range.start..<(range.start + range.count)]
    return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: text), as: UTF8.self)
  }

  /// An identity, a number, or the value of JavaScript's functions that return nothing.
  mutating func value() -> TracedValue? {
    guard take(UInt8(ascii: "{")) else { return number().map(TracedValue.integer) }
    let key = word()
    guard take(UInt8(ascii: ":")) else { return nil }
    let value: TracedValue?
    switch key {
    case Self.reference:
      value = reference().map(TracedValue.reference)
    case Self.special:
      value = textRange().flatMap { text($0) }.flatMap(TracedValue.init(special:))
    default: return nil
    }
    return take(UInt8(ascii: "}")) ? value : nil
  }

  private static let reference: UInt64 = 0x66_6572
  private static let special: UInt64 = 0x7369

  /// The number of an identity.
  @inline(__always)
  mutating func reference() -> Int? {
    let reference = number()
    if let reference { highestReference = max(highestReference, reference) }
    return reference
  }

  // MARK: Patterns

  /// The number of an event that begins with it.
  @inline(__always)
  mutating func eventNumber() -> Int? {
    guard take(UInt8(ascii: "{")), word() == EventText.Key.n.rawValue, take(UInt8(ascii: ":")),
      let number = number(), number >= 1
    else { return nil }
    return number
  }

  typealias SixteenBytes = SIMD2<UInt64>

  /// The next sixteen bytes, to compare them at once.
  @inline(__always)
  var sixteenBytes: SixteenBytes? {
    guard place + 16 <= count else { return nil }
    return unsafe bytes.loadUnaligned(fromByteOffset: place, as: SixteenBytes.self)
  }

  /// Passes over a part of a text, where that comes next.
  @inline(__always)
  mutating func take(_ texts: [UInt8], _ part: Range<Int>) -> Bool {
    guard place + part.count <= count else { return false }
    let isNext = unsafe texts.withUnsafeBytes { texts in
      guard let text = texts.baseAddress, let next = unsafe bytes.baseAddress else {
        return part.isEmpty
      }
      return unsafe memcmp(next + place, text + part.lowerBound, part.count) == 0
    }
    if isNext { place += part.count }
    return isNext
  }

  /// What stands between this place and another one.
  func bytes(to end: TextCursor) -> [UInt8] { unsafe Array(bytes[place..<end.place]) }

  // MARK: Members

  /// Reads a number that was not there yet, which is -1.
  @inline(__always)
  mutating func read(_ member: inout Int) -> Bool {
    guard member < 0, let number = number() else { return false }
    member = number
    return true
  }

  /// Reads a word that was not there yet, which is 0.
  @inline(__always)
  mutating func read(_ member: inout UInt64) -> Bool {
    guard member == 0, let word = word() else { return false }
    member = word
    return true
  }

  @inline(__always)
  mutating func read(_ member: inout TextRange) -> Bool {
    guard member.count < 0, let range = textRange() else { return false }
    member = range
    return true
  }

  @inline(__always)
  mutating func read(_ member: inout TracedValue?) -> Bool {
    guard member == nil, let value = value() else { return false }
    member = value
    return true
  }

  /// Reads an array, element by element; false where an element is not of the usual form.
  mutating func readArray(_ element: (inout TextCursor) -> Bool) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    guard !take(UInt8(ascii: "]")) else { return true }
    repeat {
      guard element(&self) else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  @inline(__always)
  private mutating func skipBlanks() {
    while place < count, unsafe bytes[place] == UInt8(ascii: " ") { place += 1 }
  }
}
