import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// Mistakes of users, each with what it gets: where it is, what was found or expected, and what to do.
@Suite("Mistakes", .testFolder) struct MistakeTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: CommandStatus
    let words: String

    init(_ arguments: String, _ status: CommandStatus, _ words: String) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.status = status
      self.words = words
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let good = """
    exports.deferred = () => {
      let resolve, reject;
      const promise = new Promise((a, b) => { resolve = a; reject = b; });
      return { promise, resolve, reject };
    };
    """

  private static let manifest = #"""
    {"format": "aplus-adapter/1", "name": "x", "language": "any", "library": "x", "command": ["PROGRAM", "{kits}/HOST", "lost"]}
    """#

  private static func prepare(_ directory: URL) throws {
    func write(_ text: String, _ path: String) throws {
      let file = directory.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try write(good, "good.cjs")
    try write("exports.deferred = 5;", "number.cjs")
    try write("await new Promise(() => {});", "never.mjs")
    try write("process.exit(0);", "exit.cjs")
    try write("<?xml version=\"1.0\"?><testsuites/>", "a.xml")
    try write("text", "afile")
    try write("", "empty/.keep")
    try write("import nosuch\n", "nomodule.py")
    try write("def deferred():\n\treturn 1\n        return 2\n", "tabs.py")
    for (name, program, host) in [
      ("javascript", "node", "javascript/host.mjs"), ("python", "python3", "python/host.py"),
      ("perl", "perl", "perl/host.pl"), ("php", "php", "php/host.php"), ("ruby", "ruby", "ruby/host.rb"),
    ] { try write(manifest.replacing("PROGRAM", with: program).replacing("HOST", with: host), "\(name)/adapter.json") }
  }

  @Test(arguments: [
    Mistake("good.cjs --filter 2.1.2.1-a.already", .conforms, "good: "),
    Mistake("./good.cjs --bail", .usage, "Unknown option '--bail': here it is '--fail-fast'"),
    Mistake("./good.cjs ./number.cjs", .usage, "an adapter is named with --adapter ./number.cjs"),
    Mistake("lsit --chapter aplus", .usage, "did you mean 'aplus-check list'?"),
    Mistake(
      "./good.cjs --pass-env A=1", .usage, "--pass-env 'A=1': expected the name of a variable, without its value"),
    Mistake("./good.cjs --timeout 5s", .usage, "'--timeout <timeout>': expected seconds, such as 2.5"),
    Mistake("./good.cjs --repeat many", .usage, "'--repeat <n>': expected a whole number"),
    Mistake("fuzz --adapter ./good.cjs --seconds -1", .usage, "is written '--seconds=VALUE'"),
    Mistake("./good.cjs --baseline lost.txt", .harnessError, "--baseline: there is no file \"lost.txt\"; --update-"),
    Mistake("./good.cjs --config lost.json", .harnessError, "--config: there is no file \"lost.json\""),
    Mistake("./good.cjs --specs empty", .harnessError, "empty: found no cases, expected a directory with CHAPTER/"),
    Mistake("./good.cjs --specs afile", .harnessError, "afile: found no cases, expected a directory"),
    Mistake("./good.cjs --filter 2.9.9", .nothingSelected, "--filter '2.9.9' matches no case"),
    Mistake("init afile --language ruby", .usage, "afile: found a file, expected a directory"),
    Mistake("init new --language typscript", .usage, "did you mean typescript?"),
    Mistake("./number.cjs --quick", .adapterError, "deferred is of type number"),
    Mistake("./never.mjs --quick", .adapterError, "the adapter never finished loading: a promise that its top level"),
    Mistake("./exit.cjs --quick", .adapterError, "the adapter ended the process while it loaded, with status 0"),
    Mistake("merge a.xml", .harnessError, "only the files of --report json and jsonl can be read back"),
    Mistake("./nomodule.py --quick", .adapterError, "nomodule.py:1: ModuleNotFoundError: No module named 'nosuch'"),
    Mistake("./tabs.py --quick", .adapterError, "tabs.py:3: TabError: "),
    Mistake("./javascript --quick", .adapterError, "/javascript/lost, which the command names"),
    Mistake("./python --quick", .adapterError, "/python/lost, which the command names"),
    Mistake("./perl --quick", .adapterError, "/perl/lost, which the command names"),
    Mistake("./php --quick", .adapterError, "/php/lost, which the command names"),
    Mistake("./ruby --quick", .adapterError, "/ruby/lost, which the command names"),
  ]) func `a mistake gets one clear sentence and its status`(mistake: Mistake) async throws {
    if let language = mistake.arguments.first, ["./perl", "./php", "./ruby"].contains(language),
      !ProgramPath.has(String(language.dropFirst(2)))
    {
      try Test.cancel("there is no \(language.dropFirst(2))")
    }
    let run = try await CommandRun(mistake.arguments, prepare: Self.prepare)
    #expect(run.status == mistake.status.rawValue, "\(run.output)\(run.error)")
    #expect((run.output + run.error).contains(mistake.words), "\(run.output)\(run.error)")
    #expect(!(run.output + run.error).contains("Traceback"))
  }

  @Test func `an option of another runner gets the one that does it here`() async throws {
    let known = try await CommandRun(["run", "--help"]).output
    for (names, own) in ArgumentHint.foreign {
      #expect(known.contains(try #require(own.split(separator: " ").first)), "\(own)")
      for name in names {
        let said = try await CommandRun(["--adapter", "x", name]).error
        #expect(said.hasPrefix("Error: Unknown option '\(name)': here it is '\(own)'\n"), "\(said)")
      }
    }
    let near = try await CommandRun(["--adapter", "x", "--chapters"]).error
    #expect(near.hasPrefix("Error: Unknown option '--chapters'. Did you mean '--chapter'?"), "\(near)")
  }

  @Test(arguments: [("ts", "adapter.mts"), ("rs", "Cargo.toml"), ("py", "adapter.py"), ("c++", "adapter.cpp")])
  func `the type of its files also names a language`(type: String, file: String) async throws {
    let run = try await CommandRun(["init", "new", "--language", type])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.file("new/\(file)") != nil)
  }

  @Test func `the case of one's own that the page shows needs no tables`() async throws {
    let page = try String(contentsOf: CommandRun.package.appending(path: "specs/README.md"), encoding: .utf8)
    let run = try await CommandRun(["./good.cjs", "--specs", "own"]) { directory in
      try Self.prepare(directory)
      let chapter = directory.appending(path: "own/mine")
      try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
      for name in ["requirements.json", "handlers.json"] {
        let start = try #require(page.firstRange(of: "```json file=\(name)\n")?.upperBound)
        let end = try #require(page[start...].firstRange(of: "```\n")?.lowerBound)
        try Data(page[start..<end].utf8).write(to: chapter.appending(path: name))
      }
    }
    #expect(run.status == 0 && run.output.contains("1 case: 1 passed"), "\(run.output)\(run.error)")
  }
}
