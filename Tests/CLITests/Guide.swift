import APlusHosting
import Foundation
import Testing

/// The guide to adapters, and the libraries that stand for the ones it speaks of.
enum Guide {
  /// A complete adapter of the guide.
  struct Adapter: CustomTestStringConvertible, Sendable {
    let language: String
    /// What builds it, and as the last one what runs it.
    let commands: [[String]]
    let file: String
    let text: String

    var testDescription: String { language }

    /// The lines that are not empty.
    var lines: Int { text.split(separator: "\n").count }

    /// The program without which it cannot be tried; `make` calls another one.
    var program: String {
      switch language {
      case "OCaml": "ocamlfind"
      case "Objective-C": "gnustep-config"
      default: commands.first?.first ?? ""
      }
    }
  }

  /// The file of the repository that stands for a library, and its name beside the adapter.
  private static let libraries = [
    "Python": ("adapters/kits/python/example/adapter.py", "mylib.py"),
    "Perl": ("adapters/kits/perl/example/adapter.pl", "mylib.pl"),
    "PHP": ("adapters/kits/php/example/adapter.php", "mylib.php"),
    "Ruby": ("adapters/kits/ruby/example/adapter.rb", "mylib.rb"),
    "Java": ("adapters/kits/java/example/Example.java", "Example.java"),
    "OCaml": ("adapters/kits/ocaml/example/adapter.ml", "mylib.ml"),
    "C and C++": ("adapters/cpp-pool/promise.hpp", "promise.hpp"), "C": ("Tests/CLITests/CLibrary/mylib.h", "mylib.h"),
    "Swift through C": ("Tests/CLITests/SwiftLibrary/Promise.swift", "Promise.swift"),
    "Objective-C": ("adapters/kits/objc/example/ExamplePromise.h", "mylib.h"),
    "Rust": ("Tests/CLITests/RustLibrary/mylib.rs", "mylib.rs"),
  ]

  /// All sections of the guide that show a file.
  static let shown: [Adapter] = {
    let guide = try? String(contentsOf: CommandRun.package.appending(path: "adapters/README.md"), encoding: .utf8)
    return (guide ?? "").components(separatedBy: "\n### ").dropFirst().compactMap(adapter)
  }()

  /// Those that are programs; the wire is a conversation.
  static let adapters = shown.filter { $0.file != "wire" }

  private static func adapter(_ section: String) -> Adapter? {
    let fence = /```\w+ file=(\S+)\n/
    guard let start = section.firstMatch(of: fence), let end = section[start.range.upperBound...].range(of: "```\n")
    else { return nil }
    let above = section[..<start.range.lowerBound].split(separator: "\n")
    let commands = above.dropFirst().filter { $0.hasPrefix("`") && $0.hasSuffix("`") }
    return Adapter(
      language: String(above[0]),
      commands: commands.map { command in command.dropFirst().dropLast().split(separator: " ").map(String.init) },
      file: String(start.output.1), text: String(section[start.range.upperBound..<end.lowerBound]))
  }

  /// Puts an adapter, its manifest and its library into `adapters/mylib`, beside the kits.
  static func install(_ adapter: Adapter, in directory: URL) throws {
    let home = directory.appending(path: "adapters/mylib")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: directory.appending(path: "adapters/kits"),
      withDestinationURL: CommandRun.package.appending(path: "adapters/kits"))
    try write(adapter.text, to: home.appending(path: adapter.file))
    try installLibrary(adapter.language, in: home)
    if adapter.language == "Rust" {
      for path in ["templates/rust/Cargo.toml", "kits/c/aplus_adapter.rs"] {
        let file = CommandRun.package.appending(path: "adapters/\(path)")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let filledIn = lines.filter { !$0.contains("FILL IN") }.joined(separator: "\n")
        try write(filledIn, to: home.appending(path: file.lastPathComponent))
      }
    }
    let words = adapter.commands.map { "[\($0.map { "\"\($0)\"" }.joined(separator: ","))]" }
    try write(
      """
      {"format": "aplus-adapter/1", "name": "mylib", "language": "any", "library": "mylib",
       "build": [\(words.dropLast().joined(separator: ","))], "command": \(words.last ?? "[]")}
      """, to: home.appending(path: "adapter.json"))
  }

  /// Puts the library of a language beside its adapter; for C, the one of the tests.
  static func installLibrary(_ language: String, in home: URL) throws {
    guard let (source, name) = libraries[language] else {
      let library = "exports.MyPromise = class MyPromise extends Promise {};\n"
      return try write(library, to: home.appending(path: "mylib.cjs"))
    }
    let file = CommandRun.package.appending(path: source)
    // An example in OCaml starts itself; a library does not.
    let text = try String(contentsOf: file, encoding: .utf8).replacing(/(?m)^let \(\) = main .*$/, with: "")
    try write(text, to: home.appending(path: name))
  }

  private static func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }
}
