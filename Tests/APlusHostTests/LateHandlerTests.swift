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
      to: (1...2).map { #"{"run":\#($0),"program":\#(Self.program(links: links))}"# }, milliseconds)
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
}
