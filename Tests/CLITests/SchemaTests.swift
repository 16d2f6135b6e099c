import APlusJSON
import APlusReports
import Foundation
import TestSupport
import Testing

@testable import aplus_check

/// What the command writes and reads, against the schemas; Python's `jsonschema` is the judge.
@Suite(
  "Schemas of results", .testFolder,
  .enabled("Python's jsonschema is missing: make schema") {
    try await ProgramRun("python3", ["-c", "import jsonschema, referencing"]).status == 0
  }) struct SchemaTests
{
  private static let folder = CommandRun.package.appending(path: "specs/schema")

  /// What is wrong with each text, by the validator; empty where it is as its schema says.
  private func faults(of texts: [String], in name: String) async throws -> [String] {
    let program = """
      import json, sys
      from pathlib import Path
      import jsonschema, referencing
      folder = Path(sys.argv[1])
      load = lambda path: referencing.Resource.from_contents(json.loads(path.read_text()))
      files = {path.name: load(path) for path in folder.glob('*.json')}
      schema = files[sys.argv[2] + '.schema.json'].contents
      validator = jsonschema.Draft202012Validator(
        {'$ref': sys.argv[2] + '.schema.json'},
        registry=referencing.Registry().with_resources(files.items()))
      jsonschema.Draft202012Validator.check_schema(schema)
      for line in sys.stdin:
        error = next(validator.iter_errors(json.loads(line)), None)
        print('' if error is None else jsonschema.exceptions.best_match([error]).message[:300])
      """
    let input = texts.map { $0.trimmingCharacters(in: .newlines) + "\n" }.joined()
    let run = try await ProgramRun("python3", ["-c", program, Self.folder.path, name], input: input)
    #expect(run.status == 0, "\(run.error)")
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func `results, events and comparisons are as their schemas say`() async throws {
    let run = try await CommandRun([
      "--adapter", "reference", "--adapter", "mutant:sync-when-settled", "--filter", "2.2.4*", "--filter", "2.1.*",
      "--report", "json=all.json", "--report", "jsonl=all.jsonl",
    ])
    let results = try #require(run.file("all.json"))
    let events = try #require(run.file("all.jsonl")).split(separator: "\n").map(String.init)
    #expect(events.count > 20)
    let document = try JSON(parsing: results).serialized()
    #expect(try await faults(of: [document], in: "aplus-results") == [""])
    #expect(try await Set(faults(of: events, in: "aplus-events")) == [""])

    let right = try await CommandRun(["--adapter", "reference", "--filter", "2.2.4*", "--report", "json=right.json"])
    let wrong = try await CommandRun([
      "--adapter", "mutant:sync-when-settled", "--filter", "2.2.4*", "--report", "json=wrong.json",
    ])
    let files = [
      right.directory.appending(path: "right.json").path, wrong.directory.appending(path: "wrong.json").path,
    ]
    let comparison = try await CommandRun(["compare"] + files + ["--json"])
    let compared = try JSON(parsing: comparison.output)
    #expect(compared["adapters"]?[0]?["changes"]?.arrayValue?.isEmpty == false)
    #expect(try await faults(of: [compared.serialized()], in: "aplus-comparison") == [""])
  }

  @Test func `a board is as its schema says, and so is the committed one`() async throws {
    let run = try await CommandRun([
      "--adapter", "reference", "--adapter", "mutant:sync-when-settled", "--filter", "2.2.4*", "--report", "board=made",
    ])
    let committed = try String(contentsOf: CommandRun.package.appending(path: "reports/board.json"), encoding: .utf8)
    let boards = try [#require(run.file("made/board.json")), committed].map { try JSON(parsing: $0).serialized() }
    #expect(try await faults(of: boards, in: "aplus-board") == ["", ""])
  }

  @Test func `the validator refuses documents that break their schema`() async throws {
    let wrong = [
      #"{"event": "end", "microseconds": 1}"#, #"{"event": "end", "microseconds": 1, "interrupted": false, "more": 1}"#,
      #"{"event": "pause"}"#,
    ]
    #expect(try await !faults(of: wrong, in: "aplus-events").contains(""))
    let change = #"{"kind": "worse", "id": "a", "old": "x", "new": "y"}"#
    let comparisons = [
      #"{"comparison": "aplus-comparison/1", "regressed": true, "adapters": []}"#,
      #"{"comparison": "aplus-comparison/1", "regressed": true, "adapters": [{"old": "a", "new": "a", "changes": [\#(change)]}]}"#,
    ]
    #expect(try await faults(of: comparisons, in: "aplus-comparison").map(\.isEmpty) == [true, false])
    let boards = ["7", "seven"].map {
      #"{"schema": "aplus-board/1", "tool": {"name": "aplus-check", "version": "1"}, "date": "2026-11-28", "seed": "\#($0)", "libraries": []}"#
    }
    #expect(try await faults(of: boards, in: "aplus-board").map(\.isEmpty) == [true, false])
  }

  @Test(arguments: [
    (#"{"config": "aplus-config/1", "adapter": ["./a.cjs"], "profiles": {"ci": {"seed": 1}}}"#, true),
    (#"{"config": "aplus-config/1", "filter": "2.2.*", "timeout": 2.5, "quiet": true}"#, true),
    (#"{"config": "aplus-config/1", "adaptor": "a"}"#, false), (#"{"config": "aplus-config/1", "seed": "1"}"#, false),
    (#"{"config": "aplus-config/1", "profiles": {"ci": {"profiles": {}}}}"#, false),
  ]) func `a configuration is judged by the schema as by its reader`(text: String, isRight: Bool) async throws {
    #expect(try await faults(of: [text], in: "aplus-config").first?.isEmpty == isRight)
    let reading = Result { () throws(Failure) in try ConfigFile(Array(text.utf8), "aplus.json", profile: nil) }
    switch reading {
    case .success: #expect(isRight)
    case .failure: #expect(!isRight)
    }
  }
}

/// The schemas have what the program has.
@Suite("Schemas and program") struct SchemaMemberTests {
  private func schema(_ name: String) throws -> JSON {
    let path = CommandRun.package.appending(path: "specs/schema/\(name).schema.json").path
    let data = try #require(FileManager.default.contents(atPath: path))
    return try JSON(parsing: Array(data), name: name)
  }

  @Test func `a configuration has the options that its reader knows`() throws {
    let schema = try schema("aplus-config")
    let found = try #require(schema["$defs"]?["options"]?["properties"]?.objectValue)
    let known = ConfigFile.options.map { ($0.name, "#/$defs/\($0.kind.rawValue)") }
    #expect(found.map { [$0, $1["$ref"]?.stringValue ?? ""] } == known.map { [$0, $1] })
    let members = try #require(schema["properties"]?.objectValue)
    #expect(Array(members.keys) == ["$schema", "config"] + known.map(\.0) + ["profiles"])
  }

  @Test func `a line about a case has the members of a result`() throws {
    let results = try schema("aplus-results")
    let members = try #require(results["$defs"]?["case"]?["properties"]?.objectValue?.keys)
    let line = try schema("aplus-events")["$defs"]?["caseEvent"]?["properties"]?.objectValue?.keys
    // What follows from a baseline is not in a line.
    #expect(Set(try #require(line)) == Set(members).subtracting(["expected", "standing"]).union(["event", "adapter"]))
  }

  @Test func `the comparison schema lists every kind of change`() throws {
    let change = try schema("aplus-comparison")["properties"]?["adapters"]?["items"]?["properties"]?["changes"]?[
      "items"]
    let kinds = change?["properties"]?["kind"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
    #expect(kinds == Comparison.Change.Kind.allCases.map(\.rawValue))
  }
}
