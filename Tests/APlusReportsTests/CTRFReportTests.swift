import APlusJSON
import APlusModel
import TestSupport
import Testing

@testable import APlusReports

@Suite("CTRF report") struct CTRFReportTests {
  /// What the schema of the format says of an object.
  ///
  /// It names the type of each member, and which must be there; an object may have no others.
  private struct Shape {
    var required: [String: String]
    var optional: [String: String] = [:]

    func accepts(_ value: JSON) -> Bool {
      guard let members = value.objectValue else { return false }
      return required.keys.allSatisfy { members[$0] != nil }
        && members.allSatisfy { name, member in (required[name] ?? optional[name]) == member.typeName }
    }
  }

  private static let document = Shape(
    required: ["reportFormat": "string", "specVersion": "string", "results": "object"],
    optional: ["generatedBy": "string"])
  private static let results = Shape(required: ["tool": "object", "summary": "object", "tests": "array"])
  private static let summary = Shape(
    required: [
      "tests": "integer", "passed": "integer", "failed": "integer", "skipped": "integer", "pending": "integer",
      "other": "integer", "start": "integer", "stop": "integer",
    ], optional: ["suites": "integer", "duration": "integer"])
  private static let test = Shape(
    required: ["name": "string", "status": "string", "duration": "integer"],
    optional: [
      "suite": "array", "message": "string", "trace": "string", "line": "integer", "rawStatus": "string",
      "tags": "array", "filePath": "string", "stderr": "array", "extra": "object",
    ])
  private static let states: Set = ["passed", "failed", "skipped", "pending", "other"]

  private static func parts(of run: RunResult) throws -> (summary: JSON, tests: [JSON]) {
    let document = try JSON(parsing: CTRFReport(run, in: Samples.context).text())
    #expect(Self.document.accepts(document))
    #expect(document["reportFormat"] == "CTRF")
    #expect(try #require(document["specVersion"]?.stringValue).wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    let results = try #require(document["results"])
    #expect(Self.results.accepts(results))
    let summary = try #require(results["summary"])
    #expect(Self.summary.accepts(summary))
    let tests = try #require(results["tests"]?.arrayValue)
    for test in tests {
      #expect(Self.test.accepts(test), "\(test.serialized())")
      #expect(Self.states.contains(test["status"]?.stringValue ?? ""))
      #expect(test["suite"]?.arrayValue?.isEmpty == false && test["name"]?.stringValue?.isEmpty == false)
    }
    #expect(summary["tests"] == .integer(tests.count))
    for state in Self.states { #expect(summary[state] == .integer(tests.count { $0["status"]?.stringValue == state })) }
    return (summary, tests)
  }

  @Test func `each standing has a state, and its own word`() throws {
    var adapter = Samples.adapter(
      Samples.mixed.adapters[0].cases + [Samples.advised("2.2.4-h"), Samples.notRun("2.2.4-n")])
    adapter.missing = [Capability("threads")]
    let (summary, tests) = try Self.parts(of: Samples.run([adapter]))
    #expect(
      tests.map { [$0["status"], $0["rawStatus"]].map { $0?.stringValue } } == [
        ["passed", "passed"], ["failed", "failed"], ["failed", "error"], ["skipped", "notApplicable"],
        ["passed", "passed"], ["passed", "passed"], ["skipped", "advised"], ["pending", "notRun"],
        ["failed", "aplus.required"], ["failed", "aplus.zalgo"],
      ])
    // 2026-11-20T20:53:25 UTC, and 0.412 s later.
    #expect(summary["start"] == 1_795_208_005_000 && summary["stop"] == 1_795_208_005_412)
  }

  @Test func `a failure says what was seen, where its case is, and how to repeat it`() throws {
    var failed = Samples.failed("2.2.4-b")
    failed.trace = Samples.trace(events: 3)
    let test = try #require(try Self.parts(of: Samples.run([Samples.adapter([failed])])).tests.first)
    #expect(test["name"] == "2.2.4-b handler added in a handler")
    #expect(test["suite"] == ["mylib", "2.2.4"])
    #expect(test["message"] == "handler h ran inside then on p")
    #expect(test["filePath"] == "specs/aplus/2.2.4.json" && test["line"] == 41)
    let trace = try #require(test["trace"]?.stringValue)
    #expect(trace.hasPrefix("expected  h begins with no other frame open\nobserved  h begins inside then\n"))
    #expect(trace.contains("│ observed"))
    #expect(
      test["extra"] == ["type": "aplus.zalgo", "replay": "aplus-check --adapter mylib --filter 2.2.4-b --seed 42 -v"])
  }

  @Test func `what a library says is only text`() throws {
    var failed = Samples.failed("2.2.4-a", Samples.violation("2.2.4", Samples.hostile))
    failed.standardError = String(repeating: Samples.hostile, count: 10_000)
    let run = Samples.run([Samples.adapter([failed], name: Samples.hostile), Samples.adapter([])])
    let tests = try Self.parts(of: run).tests
    #expect(tests.count == 1)
    #expect(CTRFReport(run, in: Samples.context).text().utf8.count < 100_000)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00", 0), ("2000-02-29T23:59:59", 951_868_799_000), ("2026-13-01T00:00:00", 0), ("", 0),
    ("9999999999999999-01-01T00:00:00", 0), ("2026-11-20T20:99999999999999:25", 0),
  ]) func `a time is milliseconds`(text: String, milliseconds: Int) {
    #expect(CTRFReport.milliseconds(ofUTC: text) == milliseconds)
  }
}
