/// The path from the root of a JSON text to one of its values (RFC 6901).
///
///     JSONPointer(tokens: ["cases", "0"]).description  // "/cases/0"
///
/// A pointer does not know what it points into: `0` is an index when it meets
/// an array and a key when it meets an object.
package struct JSONPointer: Sendable, Hashable {
  /// The steps, unescaped.
  package let tokens: [String]

  /// Creates a pointer from unescaped steps; without any it is the root.
  package init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Whether this is the root.
  package var isRoot: Bool { tokens.isEmpty }

  /// The index that a step means inside an array; nil when it means none.
  static func index(of token: String) -> Int? {
    // Digits alone, without leading zero: "+1" and "01" are keys.
    guard let index = Int(token), index >= 0, String(index) == token else { return nil }
    return index
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer as RFC 6901 writes it; empty for the root.
  package var description: String {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      for byte in token.utf8 {
        switch byte {
        case UInt8(ascii: "~"): bytes += "~0".utf8
        case UInt8(ascii: "/"): bytes += "~1".utf8
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A place in a JSON text.
package struct JSONPosition: Sendable, Hashable, Comparable {
  /// The line, from 1; lines end at the character U+000A.
  package let line: Int

  /// The column, from 1, counted in Unicode scalars; a tab counts one.
  package let column: Int

  /// The number of bytes before this place.
  package let offset: Int

  /// Finds line and column of an offset.
  ///
  /// - Complexity: O(`offset`).
  package init(offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    line = before.count { $0 == 0x0A } + 1
    // The continuation bytes of a scalar are 10xxxxxx.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.offset = offset
  }

  /// Whether the first place comes before the second.
  package static func < (first: JSONPosition, second: JSONPosition) -> Bool {
    first.offset < second.offset
  }
}
