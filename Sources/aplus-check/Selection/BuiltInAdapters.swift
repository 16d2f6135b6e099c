import APlusHost
import APlusReferenceAdapter
import APlusRunner

/// The adapters that are part of the tool, which starts itself as their host.
enum BuiltInAdapters {
  /// The first argument of a process that is a host.
  private static let word = "serve-built-in"

  /// All of them, for the locator.
  static var all: [AdapterLocator.BuiltIn] {
    ["reference"].map { name in
      AdapterLocator.BuiltIn(name: name, command: [Executable.path, word, name])
    }
  }

  /// Becomes a host, and never returns, where the arguments say so.
  static func serve(_ arguments: [String]) {
    guard arguments == [word, "reference"] else { return }
    HostMain.run(name: "reference", library: "APlusReference", version: Version.current) {
      ReferenceAdapter()
    }
  }
}
