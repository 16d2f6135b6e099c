/// The text of a file, with the name that messages use.
package final class TextFile: Sendable {
  /// A path that the user can open.
  package let name: String
  /// The text, in UTF-8.
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The name of the folder that contains the file; empty if the path has none.
  package var folder: String {
    let parts = name.split(separator: "/")
    return parts.count < 2 ? "" : String(parts[parts.count - 2])
  }
}

/// The start lines of the objects in a file's outer array, found in one pass.
///
/// Looking up each case by its pointer would scan the text once per case.
package struct ElementLines {
  private var lines: [Int] = []

  /// Reads a valid JSON text: an object with one array of objects.
  package init(of bytes: [UInt8]) {
    var line = 1
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 2 { lines.append(line) }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: continue
      }
    }
  }

  /// The line of an element, from 1; 1 if there is no such element.
  package func line(ofCase index: Int) -> Int { lines.indices.contains(index) ? lines[index] : 1 }
}
