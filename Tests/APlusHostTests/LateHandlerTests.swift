import APlusJSON
import APlusModel
import Testing

/// A library may start its handlers with timers: it is slow, and loses none.
@Suite("handlers that come late") struct LateHandlerTests {
  /// A handler at the end of links that have none, and an idle block after it.
  private static func program(links: Int) -> String {
    """
    {"functions":{"h":{}},"steps":[{"id":0,"let":"q-start","be":{"promise":"pending"}},\
    {"id":1,"repeat":\(links),"do":[{"id":2,"then":"q#-1","as":"q#"}]},\
    {"id":3,"then":"q\(links - 1)","ok":"h"},{"id":4,"fulfill":"q-start","with":"D"},\
    {"id":5,"later":"idle","do":[{"id":6,"mark":"idle"}]}]}
    """
  }

  @Test(arguments: [(links: 1, milliseconds: 60), (1, 400), (40, 40), (200, 8)]) func `are waited for`(
    links: Int, milliseconds: Int
  ) async throws {
    let (status, lines) = try await answers(
      to: (1...2).map { #"{"run":\#($0),"program":\#(Self.program(links: links))}"# },
      late: ["timer", "\(milliseconds)"])
    #expect(status == 0)
    #expect(lines.count == 3)
    for line in lines.dropFirst() {
      let trace = try Trace(json: line["trace"] ?? .null)
      #expect(trace.ending == .quiet)
      let kinds = trace.events.map(\.kind)
      let handler = try #require(
        kinds.firstIndex { if case .begin(_, .handler) = $0 { true } else { false } }, "\(trace.strength)")
      let idle = try #require(kinds.firstIndex { if case .mark = $0 { true } else { false } })
      #expect(handler < idle)
    }
  }

  /// The trace of a program whose library computes before each handler.
  private func trace(computing milliseconds: [String], patience: Int) async throws -> Trace {
    let request = #"{"run":1,"patience":\#(patience),"program":\#(Self.program(links: 1))}"#
    let (status, lines) = try await answers(to: [request], late: ["computation"] + milliseconds)
    #expect(status == 0)
    return try Trace(json: try #require(lines.last?["trace"]))
  }

  @Test func `are waited for as long as a thread computes, with little patience`() async throws {
    // The chain has two links, each of which takes longer than the wait for a library that never rests.
    let trace = try await trace(computing: ["1300"], patience: 3000)
    #expect(trace.ending == .quiet)
    #expect(trace.events.contains { if case .begin(_, .handler) = $0.kind { true } else { false } })
  }

  @Test func `are given up after a time, where a thread computes without end`() async throws {
    let trace = try await trace(computing: [], patience: 200)
    #expect(trace.ending == .running)
    let computation = try #require(trace.computation)
    #expect(computation.used > 0)
    #expect(computation.elapsed > 1)
    #if os(Linux)
    // A busy machine may not show the stack in time.
    let isShown = computation.stack.isEmpty || computation.stack.contains { $0.contains("compute") }
    #expect(isShown, "\(computation.stack)")
    #endif
  }
}
