/// Finds what is wrong inside a string of a JSON text.
struct JSONStringFault {
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

extension JSONStringFault: Error {}
