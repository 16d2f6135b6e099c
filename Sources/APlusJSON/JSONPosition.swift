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
