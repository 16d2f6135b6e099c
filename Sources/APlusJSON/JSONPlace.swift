/// The path from the root of a JSON text to one of its values (RFC 6901).
///
///     JSONPointer(tokens: ["cases", "0"]).description  // "/cases/0"
///
/// Tokens have no type of their own: `0` is an index in an array and a key in an
/// object.
package struct JSONPointer: Sendable, Hashable {
  /// The reference tokens, unescaped.
  package let tokens: [String]

  /// Creates a pointer from unescaped tokens; without any, it refers to the root.
  package init(tokens: [String] = []) { self.tokens = tokens }

  /// Whether the pointer refers to the root.
  package var isRoot: Bool { tokens.isEmpty }

  /// The array index that a token denotes; nil if the token is not an index.
  static func index(of token: String) -> Int? {
    // Only digits, without a leading zero: "+1" and "01" are keys.
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

/// A position in a JSON text.
package struct JSONPosition: Sendable, Hashable {
  /// The line, from 1; lines end at the character U+000A.
  package let line: Int

  /// The column, from 1, counted in Unicode scalars; a tab counts as one.
  package let column: Int

  /// The number of bytes before this position.
  package let offset: Int

  /// Finds the line and column of an offset.
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
}
