import APlusJSON
import APlusModel
import Foundation
import Testing

@testable import aplus_check

@Suite("Shards and merging", .testFolder) struct ShardTests {
  @Test(arguments: [1, 2, 3, 4, 7, 16, 3000]) func `parts are disjoint, together the whole, and even`(_ count: Int)
    throws
  {
    let scenarios = try ProjectCatalogue.whole.get().scenarios
    let parts = Shard.parts(of: scenarios, count: count)
    for index in [1, count] { #expect(Shard(index, of: count)?.cases(of: scenarios) == parts[index - 1]) }
    #expect(parts.reduce(0) { $0 + $1.count } == scenarios.count)
    #expect(Set(parts.joined().map(\.id)).count == scenarios.count)
    let loads = parts.map { $0.reduce(0) { $0 + $1.cost } }
    let mean = loads.reduce(0, +) / Double(count)
    let dearest = scenarios.map(\.cost).max() ?? 0
    if count <= 16 { #expect((loads.max() ?? 0) <= max(1.15 * mean, dearest + mean * 0.5)) }
  }

  @Test func `a new case moves no cheap case`() throws {
    let choice = CaseChoice(chapters: ["aplus"], filter: try CaseFilter([]))
    let scenarios = try ProjectCatalogue.whole.get().selecting(choice).scenarios
    let shard = try #require(Shard("2/5"))
    var more = scenarios
    let new = more.remove(at: 17)
    #expect(shard.cases(of: scenarios).filter { $0.id != new.id } == shard.cases(of: more))
  }

  private typealias Choice = (text: String, environment: [String: String], part: String?)

  private static let choices: [Choice] = [
    ("1/4", [:], "1/4"), ("auto", ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"], "1/3"),
    ("auto", ["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "2"], "1/2"),
    ("auto", ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2"], "2/2"),
    ("auto/5", ["JOB_COMPLETION_INDEX": "4"], "5/5"),
    ("auto", ["JOB_COMPLETION_INDEX": "2", "JOB_COMPLETIONS": "4"], "3/4"),
    ("auto", ["SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "3"], "3/3"),
    ("0/4", [:], nil), ("5/4", [:], nil), ("auto", [:], nil), ("x", [:], nil), ("1/2/3", [:], nil),
    ("auto/x", ["CI_NODE_INDEX": "1"], nil), ("auto", ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"], nil),
    ("auto", ["JOB_COMPLETION_INDEX": "2"], nil), ("auto", ["TEST_SHARD_INDEX": "one", "TEST_TOTAL_SHARDS": "2"], nil),
    ("auto", ["TEST_SHARD_INDEX": "9223372036854775807", "TEST_TOTAL_SHARDS": "2"], nil),
  ]

  @Test(arguments: choices.indices) func `a part is named by hand, or by a build server`(_ place: Int) {
    let choice = Self.choices[place]
    let found = try? ShardChoice(choice.text, environment: choice.environment).shard.description
    #expect(found == choice.part)
  }

  @Test func `merged parts are the whole, in every report, but for times`() async throws {
    let run = ["--adapter", "reference", "--chapter", "once", "--chapter", "zalgo", "--seed", "3"]
    let whole = try await CommandRun(run + ["--report", "json=whole.json"])
    var files: [String] = []
    for part in 1...4 {
      // Either form serves.
      let report = part % 2 == 0 ? "json=\(part).json" : "jsonl=\(part).jsonl"
      let shard = try await CommandRun(run + ["--shard", "\(part)/4", "--report", report])
      #expect(shard.output.contains("shard \(part)/4: "), "\(shard.error)")
      files.append(shard.directory.appending(path: String(report.split(separator: "=")[1])).path)
    }
    let merged = try await CommandRun(["merge"] + files + ["--report", "json=merged.json"])
    #expect(merged.status == 0, "\(merged.output)\(merged.error)")
    let documents = try [whole.file("whole.json"), merged.file("merged.json")].map { text in
      Self.steady(try JSON(parsing: #require(text)))
    }
    #expect(documents[0] == documents[1])
    #expect(documents[0]["adapters"]?[0]?["cases"]?.arrayValue?.count ?? 0 > 1000)
    let part = try await CommandRun(["merge"] + files.dropLast())
    #expect(part.status == CommandStatus.harnessError.rawValue)
    #expect(part.error.contains("no file has shard 4/4"))
    let compared = try await CommandRun(["compare", files[0], files[0]])
    #expect(compared.status == 0 && compared.output.contains("no change"))
  }

  @Test func `a part is missing of the adapter that lacks it`() async throws {
    var files: [String] = []
    for (adapter, part) in [("reference", 1), ("reference", 2), ("mutant:correct", 1)] {
      let run = try await CommandRun([
        "--adapter", adapter, "--filter", "2.1.2.1-*", "--seed", "3", "--shard", "\(part)/2", "--report",
        "json=part.json",
      ])
      files.append(run.directory.appending(path: "part.json").path)
    }
    let merged = try await CommandRun(["merge"] + files)
    #expect(merged.status == CommandStatus.harnessError.rawValue)
    #expect(merged.error.contains("no file has shard 2/2 of mutant:correct"), "\(merged.error)")
    let board = try await CommandRun(["board", "--output", "out", "--from"] + files)
    #expect(board.status == CommandStatus.harnessError.rawValue)
    #expect(board.error.contains("no file has shard 2/2 of mutant:correct"), "\(board.error)")
    #expect(board.file("out/board.md") == nil)
    let dropping = ["board", "--output", "out", "--drop", "mutant:correct", "--from"] + files
    let rest = try await CommandRun(dropping)
    #expect(rest.status == 0 && rest.file("out/board.md") != nil, "\(rest.error)")
  }

  @Test func `a saved case without a trace has the program of its file`() async throws {
    let run = try await CommandRun(["--adapter", "reference", "--filter", "2.1.2.1-*", "--report", "json=saved.json"])
    let path = run.directory.appending(path: "saved.json").path
    let cases = try ResultFiles([path], in: Catalogue.load(specs: nil)).result.adapters[0].cases
    #expect(!cases.isEmpty && cases.allSatisfy { $0.trace == nil && !$0.scenario.program.steps.isEmpty })
  }

  @Test func `no part is missing beside a run of all its cases`() async throws {
    var files: [String] = []
    for part in [[], ["--shard", "1/2"]] {
      let run = try await CommandRun(
        ["--adapter", "reference", "--filter", "2.1.2.1-*", "--seed", "3", "--report", "json=part.json"] + part)
      files.append(run.directory.appending(path: "part.json").path)
    }
    let merged = try await CommandRun(["merge"] + files)
    #expect(merged.status == 0, "\(merged.error)")
  }

  private static let changing: Set<String> = [
    "microseconds", "started", "trace", "traceOmitted", "program", "concurrentStarts",
  ]

  /// Without times, and without what is shown of a handler that began on another thread: whether one does, the schedule
  /// decides.
  private static func steady(_ document: JSON) -> JSON {
    switch document {
    case .object(let members):
      .object(
        JSONObject(
          uniqueKeysWithValues: members.filter { !changing.contains($0.key) }.map { ($0.key, steady($0.value)) }))
    case .array(let elements): .array(elements.map(steady))
    case .null, .bool, .integer, .real, .string: document
    }
  }

  @Test func `what was judged before a kill is in the file of events`() async throws {
    let run = try await CommandRun([
      "--adapter", "./fake", "--jobs", "1", "--report", "jsonl=run.jsonl", "--timeout", "600", "--filter", "2.1.2.1-*",
    ]) {
      try FakeAdapter.install("fake", in: $0, script: FakeAdapter.silent)
    } meanwhile: { command in
      try await command.wrote("run.jsonl")
      command.end()
    }
    let file = run.directory.appending(path: "run.jsonl").path
    let merged = try await CommandRun(["merge", file, "--report", "tap=-"])
    #expect(merged.status == CommandStatus.interrupted.rawValue)
    #expect(merged.error.contains("the run did not end"))
    #expect(merged.output.contains("# SKIP not run"))
  }
}
