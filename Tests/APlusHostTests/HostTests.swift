import APlusJSON
import APlusModel
import TestSupport
import Testing

@Suite("the host") struct HostTests {
  private static let basic = """
    {"functions":{"h":{"steps":[{"id":2,"mark":"in"}],"ends":[{"return":"S"}]},"ok":{}},\
    "steps":[{"id":0,"let":"p","be":{"promise":"pending"}},{"id":1,"then":"p","ok":"h","as":"q"},\
    {"id":3,"later":"idle","do":[{"id":4,"fulfill":"p","with":"D"}]}]}
    """

  @Test func `the first line says hello, with capabilities`() async throws {
    let (status, lines) = try await answers(to: [])
    #expect(status == 0)
    #expect(lines.count == 1)
    let hello = try #require(lines.first)
    #expect(hello["hello"] == "aplus-host/1")
    #expect(hello["quiescence"] == "proved")
    let capabilities = hello["capabilities"]?.arrayValue ?? []
    for word in ["threads", "thenables", "acceptance", "cancellation:downstream", "parallel"] {
      #expect(capabilities.contains(.string(word)), "\(word)")
    }
  }

  @Test func `runs are answered in order, with traces that can be read`() async throws {
    let (status, lines) = try await answers(to: (1...50).map { #"{"run":\#($0),"program":\#(Self.basic)}"# })
    #expect(status == 0)
    #expect(lines.dropFirst().map { $0["run"]?.intValue } == Array(1...50))
    for line in lines.dropFirst() {
      let trace = try Trace(json: line["trace"] ?? .null)
      #expect(trace.ending == .quiet)
      #expect(trace.strength == .proved)
      #expect(trace.events.count == 13)
    }
  }

  @Test func `a streamed run sends each event, and then the trace`() async throws {
    let (_, lines) = try await answers(to: [#"{"run":1,"stream":true,"program":\#(Self.basic)}"#])
    let events = lines.dropFirst().dropLast()
    #expect(events.map { $0["event"]?["n"]?.intValue } == Array(1...events.count))
    let trace = try Trace(json: lines.last?["trace"] ?? .null)
    #expect(trace.events.count == events.count)
    // Later lines describe again the objects that have since been named.
    let described = events.reduce(into: [String: JSON]()) { known, line in
      for (key, object) in line["objects"]?.objectValue ?? JSONObject() { known[key] = object }
    }
    let objects = lines.last?["trace"]?["objects"]?.arrayValue ?? []
    #expect(objects.indices.map { described["\($0)"] } == objects)
    #expect(described.count == objects.count)
  }

  @Test func `a last request needs no newline`() async throws {
    let run = try await ProgramRun(
      ProgramRun.built("aplus-mutants"), ["reference"], input: #"{"run":1,"program":\#(Self.basic)}"#)
    #expect(run.status == 0)
    let last = try #require(run.output.split(separator: "\n").last)
    #expect(try JSON(parsing: String(last))["run"] == 1)
  }

  @Test(arguments: [
    #"{"id":0,"then":"p","ok":{"not":5}}"#, #"{"id":\#(Int.max),"mark":"A"}"#,
    #"{"id":0,"repeat":2,"do":[{"id":1,"repeat":2,"do":[{"id":2,"repeat":2,"do":[{"id":3,"repeat":2,"do":[{"id":4,"mark":"A"}]}]}]}]}"#,
  ]) func `a program that Swift cannot perform ends the host`(step: String) async throws {
    let (status, lines) = try await answers(to: [#"{"run":1,"program":{"steps":[\#(step)]}}"#])
    #expect(status == 70)
    #expect(lines.count == 1)
  }

  @Test func `a scenario that is stuck is answered before the host ends`() async throws {
    let program = """
      {"functions":{"h":{"steps":[{"id":3,"wait":"m"}]}},\
      "steps":[{"id":0,"let":"p","be":{"promise":"pending"}},{"id":1,"then":"p","ok":"h"},\
      {"id":2,"fulfill":"p","with":"S"}]}
      """
    let (status, lines) = try await answers(to: [
      #"{"run":1,"program":\#(program)}"#, #"{"run":2,"program":\#(Self.basic)}"#,
    ])
    #expect(status == 0)
    #expect(lines.count == 2)
    let trace = try Trace(json: lines.last?["trace"] ?? .null)
    #expect(trace.ending.isStuck)
    #if os(Linux)
    #expect(trace.ending == .deadlocked)
    #endif
  }

  @Test(arguments: [true, false]) func `a run with more events than its limit is answered before the host ends`(
    isStreamed: Bool
  ) async throws {
    let (status, lines) = try await answers(to: [
      #"{"run":1,"limit":9,"stream":\#(isStreamed),"program":\#(Self.basic)}"#, #"{"run":2,"program":\#(Self.basic)}"#,
    ])
    #expect(status == 0)
    #expect(lines.count == 2 + (isStreamed ? 9 : 0))
    let trace = try Trace(json: lines.last?["trace"] ?? .null)
    #expect(trace.ending == .overrun)
    #expect(trace.events.map(\.sequence) == Array(1...9))
  }

  @Test(arguments: ["limit", "patience"], ["0", "-1", "1.5", #""9""#, "null"])
  func `a bound that is no positive whole number ends the host`(key: String, bound: String) async throws {
    let (status, lines) = try await answers(to: [#"{"run":1,"\#(key)":\#(bound),"program":\#(Self.basic)}"#])
    #expect(status == 70)
    #expect(lines.count == 1)
  }
}
