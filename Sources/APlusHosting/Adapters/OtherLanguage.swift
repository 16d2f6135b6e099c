/// A language without a kit and without a template: how a library in it is connected all the same.
package struct OtherLanguage: Sendable {
  /// The ways that need no kit of the language.
  private enum Way: Sendable {
    /// A program that reads and writes JSON Lines.
    case wire
    /// A shared library with a table of functions; the words say how it is built.
    case table(String)
    /// An adapter in Java, beside the archive of the library.
    case java
    /// A package that `init` writes.
    case package
  }

  /// The language as people write it.
  package let title: String
  /// The names that `--language` may have, in lower case.
  private let names: [String]
  /// The types of source files, without the dot.
  private let extensions: [String]
  private let ways: [Way]

  private init(_ title: String, _ names: [String], _ extensions: [String], _ ways: Way...) {
    self.title = title
    self.names = names
    self.extensions = extensions
    self.ways = ways
  }

  private static let all = [
    Self("Rust", [], ["rs"], .package),
    Self("Go", ["go", "golang"], ["go"], .wire, .table("with cgo and -buildmode=c-shared")),
    Self("Zig", ["zig"], ["zig"], .table("with 'zig build-lib -dynamic'")),
    Self("Kotlin", ["kotlin"], ["kt", "kts"], .java), Self("Scala", ["scala"], ["scala", "sc"], .java),
    Self("C#", ["c#", "csharp", "cs"], ["cs"], .wire), Self("Lua", ["lua"], ["lua"], .wire),
    Self("Dart", ["dart"], ["dart"], .wire), Self("Elixir", ["elixir"], ["ex", "exs"], .wire),
    Self("Haskell", ["haskell"], ["hs"], .wire),
  ]

  /// The language with a name, in any case; nil where it is none of these.
  package static func named(_ name: String) -> Self? { all.first { $0.names.contains(name.lowercased()) } }

  /// The language of a source file, by its extension.
  static func of(file: String) -> Self? {
    guard let dot = file.lastIndex(of: ".") else { return nil }
    let type = file[file.index(after: dot)...].lowercased()
    return all.first { $0.extensions.contains(type) }
  }

  /// Says what to do.
  ///
  /// - Parameter kits: The directory of the kits, whose pages it names.
  /// - Returns: The end of a message.
  package func advice(kits: String?) -> String {
    let kits = kits ?? "adapters/kits"
    let words = ways.map { way in
      switch way {
      case .wire:
        "write a program that speaks the wire protocol (\(kits)/README.md, \"The smallest host\"), and name it"
      case .table(let tool):
        "export the table of the C interface (\(kits)/c/README.md) from a shared library, \(tool), and name that"
      case .java:
        "write the adapter in Java (--language java) beside the .jar of the library, which is on its class path"
      case .package: "'aplus-check init DIR --language rust' writes a package; name its directory"
      }
    }
    return words.joined(separator: "; or ")
  }
}
