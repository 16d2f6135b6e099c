/// A file of the specification, by the name that messages use, and its text.
package final class SpecFile: Sendable {
  /// A path as the user may open it.
  package let name: String
  /// The text, in UTF-8.
  package let bytes: [UInt8]

  /// Creates a file from its text.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The name of the folder that the file stands in; empty where it has none.
  package var folder: String {
    let parts = name.split(separator: "/")
    return parts.count < 2 ? "" : String(parts[parts.count - 2])
  }

  /// The last component of the name.
  package var baseName: String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}
