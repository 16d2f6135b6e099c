import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// `init` writes adapters that need nothing but the marked lines.
@Suite("init", .testFolder) struct InitTests {
  /// A language, the program without which it cannot be tried, and the guide's name for it.
  struct Language: CustomTestStringConvertible, Sendable {
    let name: String
    let program: String
    let title: String

    var testDescription: String { name }
  }

  static let languages = [
    Language(name: "javascript", program: "node", title: "JavaScript"),
    Language(name: "python", program: "python3", title: "Python"),
    Language(name: "ruby", program: "ruby", title: "Ruby"), Language(name: "php", program: "php", title: "PHP"),
    Language(name: "perl", program: "perl", title: "Perl"), Language(name: "java", program: "javac", title: "Java"),
    Language(name: "ocaml", program: "ocamlfind", title: "OCaml"), Language(name: "c", program: "gcc", title: "C"),
    Language(name: "cpp", program: "g++", title: "C and C++"), Language(name: "rust", program: "cargo", title: "Rust"),
    Language(name: "objc", program: "gnustep-config", title: "Objective-C"),
  ]

  /// The lines of a text without the comments that `init` adds.
  private static func filledIn(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.contains("FILL IN") && !$0.contains("The guide: 'How to write")
    }.joined(separator: "\n")
  }

  @Test(arguments: languages) func `what it writes runs once the marked lines are filled in`(language: Language)
    async throws
  {
    guard ProgramPath.has(language.program) else {
      try Test.cancel("\(language.name) is not checked: there is no \(language.program)")
    }
    let first = try await CommandRun(["init", "mine", "--language", language.name])
    #expect(first.status == 0, "\(first.error)")
    let mine = first.directory.appending(path: "mine")
    let command = ["--adapter", "./mine", "--chapter", "aplus", "--timeout", "60"]
    func run() async throws -> CommandRun {
      try await CommandRun(command, environment: ["HOME": NSHomeDirectory()]) { directory in
        try FileManager.default.copyItem(at: mine, to: directory.appending(path: "mine"))
      }
    }
    let open = try await run()
    #expect(open.status == 2)
    #expect(open.error.contains("to fill in; remove each mark (FILL IN) with it"))
    for name in try FileManager.default.contentsOfDirectory(atPath: mine.path) {
      let file = mine.appending(path: name)
      let isAdapter = name.hasPrefix("adapter.") || name.hasSuffix(".java") || name == "Cargo.toml"
      guard isAdapter, name != "adapter.json" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for (number, line) in zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false))
      where line.contains("FILL IN: ") { #expect(open.error.contains("/\(name):\(number): ")) }
      try Data(Self.filledIn(text).utf8).write(to: file)
    }
    try Guide.installLibrary(language.title, in: mine)
    let filled = try await run()
    #expect(filled.status == 0, "\(filled.output)\(filled.error)")
    #expect(filled.output.contains("mine: conforms"))
  }

  @Test(arguments: languages.filter { $0.name != "c" }) func `a template is the adapter of the guide, with marks`(
    language: Language
  ) throws {
    let adapter = try #require(Guide.adapters.first { $0.language == language.title })
    let file = "adapters/templates/\(language.name)/\(adapter.file)"
    let text = try String(contentsOf: CommandRun.package.appending(path: file), encoding: .utf8)
    #expect(Self.filledIn(text) == adapter.text)
  }

  @Test(.enabled(if: ProgramPath.has("node"), "there is no node"))
  func `an adapter in TypeScript runs where Node drops types; elsewhere one sentence says what to do`() async throws {
    let first = try await CommandRun(["init", "mine", "--language", "typescript"])
    #expect(first.status == 0, "\(first.error)")
    let template = try #require(first.file("mine/adapter.mts"))
    let node = try await ProgramRun("node", ["--version"]).output.dropFirst()
    let version = node.split { !$0.isNumber }.compactMap { Int($0) }
    let run = try await CommandRun(["--adapter", "./mine/adapter.mts", "--filter", "2.2.4-a*"]) { directory in
      let mine = directory.appending(path: "mine")
      try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
      try Data(Self.filledIn(template).utf8).write(to: mine.appending(path: "adapter.mts"))
      // Declarations of types are no adapter.
      try Data().write(to: mine.appending(path: "adapter.d.mts"))
      try Guide.installLibrary("JavaScript", in: mine)
    }
    if (version[0], version[1]) >= (22, 18) {
      #expect(run.status == 0, "\(run.output)\(run.error)")
    } else {
      #expect(run.status == 2)
      #expect((run.output + run.error).contains("expected 22.18 or later, which reads TypeScript"), "\(run.error)")
    }
  }

  @Test func `a project in TypeScript is one, though it has the files of JavaScript`() async throws {
    let run = try await CommandRun(["init", "mine"]) { directory in
      for name in ["package.json", "tsconfig.json"] { try Data("{}".utf8).write(to: directory.appending(path: name)) }
    }
    #expect(run.file("mine/adapter.mts") != nil, "\(run.error)")
  }

  @Test(arguments: [
    ("go", "adapter.go", "speaks the wire protocol"), ("zig", "adapter.zig", "zig build-lib -dynamic"),
    ("Kotlin", "Adapter.kt", "write the adapter in Java"), ("c#", "Adapter.cs", "speaks the wire protocol"),
    ("lua", "adapter.lua", "speaks the wire protocol"), ("rust", "adapter.rs", "init DIR --language rust"),
  ]) func `a language without a kit gets its own way`(language: String, file: String, way: String) async throws {
    if language != "rust" {
      let asked = try await CommandRun(["init", "mine", "--language", language])
      #expect(asked.status == CommandStatus.usage.rawValue)
      #expect(asked.error.contains("there is no kit for ") && asked.error.contains(way), "\(asked.error)")
    }
    let named = try await CommandRun(["--adapter", "./\(file)"]) { directory in
      try Data("text".utf8).write(to: directory.appending(path: file))
    }
    #expect(named.status == 2)
    #expect(named.error.contains("./\(file): found a file in ") && named.error.contains(way), "\(named.error)")
  }

  @Test func `nothing is overwritten, and nothing half-written`() async throws {
    let run = try await CommandRun(["init", "mine", "--language", "ruby"]) { directory in
      let mine = directory.appending(path: "mine")
      try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: mine.appending(path: "adapter.json"))
    }
    #expect(run.status == CommandStatus.usage.rawValue)
    #expect(run.error == "error: mine/adapter.json exists already, and init overwrites nothing\n")
    #expect(run.file("mine/adapter.json") == "{}")
    #expect(run.file("mine/adapter.rb") == nil)
  }

  @Test func `the language is that of the project, or is asked for`() async throws {
    let told = try await CommandRun(["init", "mine"]) { directory in
      try Data("{}".utf8).write(to: directory.appending(path: "package.json"))
    }
    #expect(told.status == 0)
    #expect(told.file("mine/adapter.cjs") != nil)
    let recipe = try #require(told.file("mine/.github/workflows/aplus-check.yml"))
    #expect(recipe.contains("ADAPTER: \"./"))
    let asked = try await CommandRun(["init", "mine"])
    #expect(asked.status == CommandStatus.usage.rawValue)
    #expect(asked.error.contains("--language javascript|typescript|python|"))
    let wrong = try await CommandRun(["init", "mine", "--language", "pyton"])
    #expect(wrong.error.contains("did you mean python?"))
  }

  @Test(arguments: languages.map(\.name) + ["swift"]) func `the workflow has what the runner lacks, and no more`(
    language: String
  ) async throws {
    let run = try await CommandRun(["init", "mine", "--language", language])
    let workflow = try #require(run.file("mine/.github/workflows/aplus-check.yml"))
    for mark in ["{container}", "{setup}", "{variables}", "{adapter}"] { #expect(!workflow.contains(mark)) }
    // A program of the runner must not be replaced by that of a package.
    #expect(workflow.contains("apt-get install") == ["objc", "ocaml", "swift"].contains(language))
    #expect(workflow.contains("npm ci") == (language == "javascript"))
    #expect(workflow.contains("container: swift:6.3") == (language == "swift"))
    #expect(workflow.contains("sudo") == ["objc", "ocaml"].contains(language))
    #expect(workflow.contains("APLUS_CHECK_PACKAGE=$RUNNER_TEMP") == (language == "swift"))
    #expect(!workflow.contains(CommandRun.package.path))
    guard ProgramPath.has("python3") else { return }
    let yaml = "import sys\ntry: import yaml\nexcept ImportError: sys.exit()\nyaml.safe_load(sys.stdin)"
    #expect(try await ProgramRun("python3", ["-c", yaml], input: workflow).status == 0)
  }

  @Test func `tests for the runners of a language are beside its adapter`() async throws {
    let python = try await CommandRun(["init", "mine", "--language", "python"])
    #expect(try #require(python.file("mine/test_promises.py")).contains("@pytest.mark.aplus(\".\", \"--quick\")"))
    let javascript = try await CommandRun(["init", "mine", "--language", "javascript"])
    #expect(try #require(javascript.file("mine/promises.test.js")).contains("require('aplus-check/test')"))
    let modules = try await CommandRun(["init", "mine", "--language", "javascript"]) { directory in
      try #"{"type": "module"}"#.write(to: directory.appending(path: "package.json"), atomically: true, encoding: .utf8)
    }
    #expect(modules.file("mine/promises.test.js") == nil)
    #expect(try #require(modules.file("mine/promises.test.cjs")).contains("require('aplus-check/test')"))
  }

  @Test(arguments: [
    (#"{"main": "lib/p"}"#, "lib/p.js", "javascript", "adapter.cjs", "require('../lib/p.js')"),
    (#"{}"#, "index.js", "javascript", "adapter.cjs", "require('../index.js')"),
    (
      #"{"main": "old.js", "exports": {".": {"import": "./p.mjs", "require": "./p.cjs"}}}"#, "p.mjs", "javascript",
      "adapter.cjs", "require('../p.cjs')"
    ),
    (
      #"{"type": "module", "exports": "./p.js"}"#, "p.js", "javascript", "adapter.mjs",
      "import { MyPromise } from '../p.js';"
    ),
    (
      #"{"exports": {"import": "./p.mjs", "require": "./p.cjs"}}"#, "p.mjs", "typescript", "adapter.mts",
      "from '../p.mjs'"
    ),
  ]) func `the draft imports the entry of the package that it is in`(
    package: String, file: String, language: String, adapter: String, line: String
  ) async throws {
    let run = try await CommandRun(["init", "mine", "--language", language]) { directory in
      for (name, text) in [("package.json", package), (file, "")] {
        let path = directory.appending(path: name)
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
      }
    }
    let text = try #require(run.file("mine/\(adapter)"), "\(run.output)\(run.error)")
    #expect(text.contains(line) && !text.contains("mylib"), "\(text)")
    #expect(adapter != "adapter.mjs" || !text.contains("require") && text.contains("export const deferred = "))
    #expect(try #require(run.file("mine/adapter.json")).contains(adapter))
  }

  @Test(.enabled(if: ProgramPath.has("node"), "there is no node"))
  func `a draft for a module runs once the marked lines are filled in`() async throws {
    let library = "export class MyPromise extends Promise {}\n"
    func prepare(_ directory: URL) throws {
      let package = #"{"type": "module", "exports": "./p.js"}"#
      try Data(package.utf8).write(to: directory.appending(path: "package.json"))
      try Data(library.utf8).write(to: directory.appending(path: "p.js"))
    }
    let first = try await CommandRun(["init", "mine"], prepare: prepare)
    let draft = try #require(first.file("mine/adapter.mjs"), "\(first.error)")
    let run = try await CommandRun(["./mine/adapter.mjs", "--filter", "2.2.4-a*"]) { directory in
      try prepare(directory)
      let mine = directory.appending(path: "mine")
      try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
      try Data(Self.filledIn(draft).utf8).write(to: mine.appending(path: "adapter.mjs"))
    }
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test func `a file above the working directory has a short path`() async throws {
    let run = try await CommandRun(
      ["init", ".", "--language", "ruby"], wrapper: ["/bin/sh", "-c", "mkdir .git sub && cd sub && exec \"$0\" \"$@\""])
    #expect(run.output.contains("wrote ../.github/workflows/aplus-check.yml\n"), "\(run.output)\(run.error)")
  }

  @Test func `a Swift adapter is a package that depends on this one`() async throws {
    let run = try await CommandRun(["init", "mine", "--language", "swift"])
    let package = try #require(run.file("mine/Package.swift"))
    #expect(package.contains("environment[\"APLUS_CHECK_PACKAGE\"] ?? \"\(CommandRun.package.path)"))
    #expect(package.contains(".package(name: \"aplus-check\", path: sources)"))
    #expect(try #require(run.file("mine/Sources/adapter/Adapter.swift")).contains("FILL IN: "))
    #expect(try #require(run.file("mine/adapter.json")).contains(".build/release/adapter"))
  }
}
