import APlusAdapter
import APlusHost
import APlusHosting
import APlusMutants
import APlusRunner

/// The adapters that are part of the tool, which starts itself as their host.
enum BuiltInAdapters {
  /// The first argument of a process that is a host.
  private static let word = "serve-built-in"

  /// What the name of a mutant stands behind.
  private static let mutantPrefix = "mutant:"

  /// The first argument of a process that is the host of a shared library.
  private static let nativeWord = "host-native"

  /// All of them, for the locator.
  static var all: [AdapterLocator.BuiltIn] {
    let mutants = [Mutants.correct] + Mutants.all
    return (["reference"] + mutants.map { mutantPrefix + $0.name }).map { name in
      AdapterLocator.BuiltIn(name: name, command: [Executable.path, word, name])
    }
  }

  /// Becomes a host, and never returns, where the arguments say so.
  static func serve(_ arguments: [String]) {
    if arguments.count == 2, arguments[0] == nativeWord {
      NativeHost.run(arguments[1])
    }
    guard arguments.count == 2, arguments.first == word, let name = arguments.last else { return }
    if name == "reference" {
      HostMain.run(name: name, library: "APlusReference", version: Version.current) {
        ReferenceAdapter()
      }
    }
    guard name.hasPrefix(mutantPrefix) else { return }
    if let mutant = Mutants.named(String(name.dropFirst(mutantPrefix.count))) {
      serve(mutant.makeAdapter(), name: name)
    }
  }

  private static func serve(_ adapter: some PromiseAdapter, name: String) -> Never {
    HostMain.run(name: name, library: "APlusMutants", version: Version.current) { adapter }
  }
}
