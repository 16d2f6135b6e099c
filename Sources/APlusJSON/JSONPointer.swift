/// The path from the root of a JSON text to one of its values (RFC 6901).
///
///     JSONPointer().appending(key: "cases").appending(index: 0).description  // "/cases/0"
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

  /// Creates a pointer from its text; nil when that is none.
  package init?(parsing text: String) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var steps: [String] = []
    for part in text.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
      guard let step = Self.unescape(part) else { return nil }
      steps.append(step)
    }
    tokens = steps
  }

  /// Whether this is the root.
  package var isRoot: Bool { tokens.isEmpty }

  /// The pointer without its last step; nil at the root.
  package var parent: JSONPointer? {
    isRoot ? nil : JSONPointer(tokens: Array(tokens.dropLast()))
  }

  /// Points to a member of the object that this points to.
  package func appending(key: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [key])
  }

  /// Points to an element of the array that this points to.
  package func appending(index: Int) -> JSONPointer {
    JSONPointer(tokens: tokens + [String(index)])
  }

  /// The index that a step means inside an array; nil when it means none.
  static func index(of token: String) -> Int? {
    // Digits alone, without leading zero: "+1" and "01" are keys.
    guard let index = Int(token), index >= 0, String(index) == token else { return nil }
    return index
  }

  private static func unescape(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = part.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
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
